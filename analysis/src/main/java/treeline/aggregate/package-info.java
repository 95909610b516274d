/// Analyses of what does not fit into memory: sums to which one part of a run after the other is
/// added, and the engine that reads the parts.
package treeline.aggregate;
