/// Fuzzing of the expression languages: queries, selectors, formulas, conditions and pruning rules.
@org.jspecify.annotations.NullMarked
package treeline.fuzz;
