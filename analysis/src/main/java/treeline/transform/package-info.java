/// From a profile to a simpler one: fewer nodes, fewer contexts, other metrics. Every operation is
/// pure, linear in what it reads, and free of recursion over the tree.
///
/// ```java
/// Profile withoutMpi = NodeMapping.hiding(profile.tree(), NodePredicates.named(profile.tree(), name -> name.startsWith("MPI_"))).of(profile);
/// Profile byRank = ContextGroups.of(profile, ContextGroups::rankOf).reduced(Reduction.SUM);
/// ```
///
/// Imports: treeline.array, treeline.cores, treeline.model, treeline.pattern
package treeline.transform;
