/// What Nsight Systems exports to SQLite.
///
/// Imports: treeline.formats.reading, treeline.formats.slices, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.nsys;
