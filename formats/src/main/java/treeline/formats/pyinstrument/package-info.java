/// Sampled Python profiles of pyinstrument.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.pyinstrument;
