/// GPU streams of a trace: why they were idle, what overlapped, and how work was launched.
///
/// Imports: treeline.array, treeline.ledger, treeline.model, treeline.source.trace, treeline.table,
/// treeline.trace.communication
package treeline.trace.device;
