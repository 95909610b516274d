/// Parquet: a profile as one table, or any table, for data frames and databases.
package treeline.formats.parquet;
