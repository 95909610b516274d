/// Calls of a trace as instances: each with its duration, place and time.
///
/// Imports: treeline.aggregate, treeline.array, treeline.model, treeline.source.trace,
/// treeline.table
package treeline.trace.calls;
