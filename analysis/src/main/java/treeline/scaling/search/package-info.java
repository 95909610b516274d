/// The model search, after Extra-P: candidate terms in performance model normal form, least
/// squares, goodness of fit and Bayesian model averaging for predictions.
///
/// Imports: treeline.model, treeline.numbers, treeline.scaling
package treeline.scaling.search;
