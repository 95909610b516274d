package treeline.archive;

import treeline.table.Table;

/// The rows that an SQL query found.
///
/// @param isCut whether there are more rows than the limit
public record QueryResult(Table rows, boolean isCut) {}
