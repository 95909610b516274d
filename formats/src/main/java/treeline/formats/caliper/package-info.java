/// Caliper's files: `.cali`, json-split and json records.
///
/// Imports: treeline.formats.caliper.cali, treeline.formats.caliper.records,
/// treeline.formats.caliper.split, treeline.formats.caliper.spot, treeline.formats.caliper.write,
/// treeline.formats.reading, treeline.formats.writing, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.join, treeline.text
package treeline.formats.caliper;
