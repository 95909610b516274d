/// Which picture shows what a run, many runs or their history say: pure functions from profiles,
/// ensembles and results to figures. [treeline.figure.Figures] has each with what is usual; the
/// class of a kind has its settings.
///
/// Imports: treeline.array, treeline.cluster, treeline.compare, treeline.ensemble,
/// treeline.ensemble.metadata, treeline.ensemble.statistics, treeline.ledger, treeline.model,
/// treeline.numbers, treeline.plot, treeline.plot.draw, treeline.scaling, treeline.scaling.model,
/// treeline.select, treeline.single, treeline.source, treeline.source.trace, treeline.statement,
/// treeline.table, treeline.text, treeline.trace, treeline.trace.timeline, treeline.transform,
/// treeline.view
package treeline.figure;
