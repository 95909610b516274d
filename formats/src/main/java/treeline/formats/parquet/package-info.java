/// Parquet: a profile as one table, or any table, for data frames and databases.
///
/// Imports: treeline.bytes, treeline.formats.writing, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.parquet;
