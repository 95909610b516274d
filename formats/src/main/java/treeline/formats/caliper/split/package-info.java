/// Readers of Caliper JSON: json-split files and json records.
///
/// Imports: treeline.array, treeline.formats.caliper.cali, treeline.formats.caliper.records,
/// treeline.formats.reading, treeline.formats.writing, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.caliper.split;
