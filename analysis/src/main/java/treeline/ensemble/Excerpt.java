package treeline.ensemble;

import treeline.table.Table;

/// A table without what a threshold leaves out, and how much that is: who reads it must not take it
/// for the whole.
///
/// @param hidden how many nodes or names are left out
public record ThresholdedTable(Table table, int hidden) {}
