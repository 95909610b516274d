/// The JSON of speedscope, a viewer of flame graphs, both ways.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.formats.writing, treeline.model,
/// treeline.source, treeline.source.files
package treeline.formats.speedscope;
