/// Performance models of all nodes of an ensemble: fitting, predictions with intervals, and curves
/// for plots.
///
/// Imports: treeline.cores, treeline.ensemble, treeline.ensemble.metadata, treeline.model,
/// treeline.scaling.search, treeline.table
package treeline.scaling.model;
