/// Caliper records on the way to a profile: attributes, contexts, metadata, and the table of
/// records that every Caliper reader fills.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files, treeline.text
package treeline.formats.caliper.records;
