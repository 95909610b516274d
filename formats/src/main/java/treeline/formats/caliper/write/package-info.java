/// Writers of `.cali` and json-split files.
///
/// Imports: treeline.formats.caliper.cali, treeline.formats.caliper.records,
/// treeline.formats.caliper.split, treeline.formats.writing, treeline.model
package treeline.formats.caliper.write;
