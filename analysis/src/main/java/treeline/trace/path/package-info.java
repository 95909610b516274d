/// The critical path of a traced run.
///
/// Imports: treeline.array, treeline.ledger, treeline.model, treeline.source.trace,
/// treeline.statement, treeline.table, treeline.trace.communication, treeline.trace.waiting
package treeline.trace.path;
