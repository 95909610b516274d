/// Wait states of a trace: who waited for whom, and whose work made them wait.
///
/// Imports: treeline.array, treeline.ledger, treeline.model, treeline.single,
/// treeline.source.trace, treeline.statement, treeline.table, treeline.trace.clock,
/// treeline.trace.communication, treeline.trace.device
package treeline.trace.waiting;
