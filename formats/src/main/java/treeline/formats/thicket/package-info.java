/// Ensembles that Thicket wrote: many runs over one call graph.
///
/// Imports: treeline.formats.reading, treeline.formats.writing, treeline.model, treeline.runs,
/// treeline.source, treeline.source.files, treeline.text
package treeline.formats.thicket;
