/// Where the time of a run went by kind of operation, what bounds it, and how busy its devices
/// were. Functions of one value per node, so that runs may be larger than memory.
///
/// Imports: treeline.aggregate, treeline.array, treeline.ledger, treeline.model, treeline.numbers,
/// treeline.pattern, treeline.single, treeline.source.trace, treeline.statement, treeline.table,
/// treeline.transform, treeline.view
package treeline.breakdown;
