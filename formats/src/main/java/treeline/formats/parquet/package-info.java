/// Parquet: a profile as one table for data frames and databases.
package treeline.formats.parquet;
