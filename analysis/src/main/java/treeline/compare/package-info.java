/// Statistical comparison of builds: differences of two runs, tests of two builds node by node, and
/// change points in the history of nodes.
///
/// ```java
/// import treeline.compare.*;
/// Comparison comparison =
///         new ComparisonBuilder(Optional.of("time"))
///                 .add(ComparisonBuilder.Side.BASELINE, "before", before)
///                 .add(ComparisonBuilder.Side.CANDIDATE, "after", after)
///                 .compare(GatePolicy.DEFAULT);
/// Table nodes = comparison.table();
/// ```
///
/// Imports: treeline.array, treeline.model, treeline.numbers, treeline.single, treeline.table,
/// treeline.transform
package treeline.compare;
