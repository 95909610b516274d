/// Statistics over the runs of an ensemble: named statistics per node, normality tests, pivot
/// tables, run-to-run variability and top-down analysis.
package treeline.ensemble.statistics;
