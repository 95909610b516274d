/// From a profile to a simpler one: fewer nodes, fewer contexts, other metrics. Every operation is
/// pure, linear in what it reads, and free of recursion over the tree.
package treeline.transform;
