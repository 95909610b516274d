/// The critical path of a traced run.
///
/// Imports: treeline.model, treeline.source.trace, treeline.table, treeline.trace.communication,
/// treeline.trace.waiting
package treeline.trace.path;
