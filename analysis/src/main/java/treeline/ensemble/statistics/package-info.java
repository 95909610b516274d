/// Statistics over the runs of an ensemble: named statistics per node, normality tests, pivot
/// tables, run-to-run variability and top-down analysis.
///
/// Imports: treeline.array, treeline.ensemble, treeline.ensemble.metadata, treeline.model,
/// treeline.numbers, treeline.single, treeline.table, treeline.text, treeline.transform
package treeline.ensemble.statistics;
