/// Laws that the records of a run must satisfy, whatever the program does: of time, of GPU streams
/// and of messages.
///
/// Imports: treeline.array, treeline.ledger, treeline.model, treeline.source,
/// treeline.source.trace, treeline.statement, treeline.trace, treeline.trace.communication
package treeline.trace.laws;
