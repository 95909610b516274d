package treeline.model;

/// What each node has in all contexts together. Some files tell it without their values being read:
/// a first look at a run takes as long for many ranks as for few.
///
/// @param sum one a node, NaN where nothing was measured
/// @param contexts how many contexts measured the node
public record NodeSums(Doubles sum, Ints contexts) {}
