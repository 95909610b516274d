/// Repetitions in a trace that the program did not annotate: iterations and phases.
///
/// Imports: treeline.array, treeline.model, treeline.source.trace, treeline.table
package treeline.trace.pattern;
