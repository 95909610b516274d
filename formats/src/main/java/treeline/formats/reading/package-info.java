/// What the readers of several tools share: streams over mapped memory, cursors over XML and JSON
/// that fail with a place, and call graphs laid out as trees. Not exported.
///
/// Imports: treeline.array, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.trace, treeline.text
package treeline.formats.reading;
