/// Performance models of all nodes of an ensemble: fitting, predictions with intervals, and curves
/// for plots.
package treeline.scaling.model;
