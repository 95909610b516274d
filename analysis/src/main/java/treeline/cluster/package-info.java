/// Which runs, nodes or values are alike: features of them, K-means, silhouettes, principal
/// components.
package treeline.cluster;
