package treeline.ensemble;

import treeline.table.Table;

/// A table restricted by a threshold, with the number of omitted rows.
///
/// @param hidden the number of omitted nodes or names
public record ThresholdedTable(Table table, int hidden) {}
