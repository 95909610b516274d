/// Hatchet's own JSON: nested literals, and graphs with a table.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.formats.writing, treeline.model,
/// treeline.source, treeline.source.files
package treeline.formats.hatchet;
