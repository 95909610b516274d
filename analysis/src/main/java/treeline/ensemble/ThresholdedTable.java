package treeline.ensemble;

import treeline.table.Table;

/// A table restricted by a threshold, with the number of omitted rows.
///
/// @param hidden how many nodes or names are left out
public record ThresholdedTable(Table table, int hidden) {}
