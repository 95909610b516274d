/// Which runs, nodes or values are alike: features of them, K-means, silhouettes, principal
/// components.
///
/// ```java
/// RankClusters alike = RankClusters.of(profile, profile.metric("time"), 0); // as many clusters as are clearly apart
/// ```
///
/// Imports: treeline.aggregate, treeline.array, treeline.cores, treeline.ensemble,
/// treeline.ensemble.metadata, treeline.ledger, treeline.model, treeline.numbers, treeline.single,
/// treeline.table, treeline.text
package treeline.cluster;
