/// Which picture shows what a run, many runs or their history say: pure functions from profiles,
/// ensembles and results to figures. [treeline.figure.Figures] has each with what is usual; the
/// class of a kind has its settings.
package treeline.figure;
