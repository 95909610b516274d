/// What a run did over time: the call tree of a time window.
///
/// Imports: treeline.array, treeline.cores, treeline.ledger, treeline.model, treeline.single,
/// treeline.source, treeline.source.trace, treeline.table, treeline.transform
package treeline.trace;
