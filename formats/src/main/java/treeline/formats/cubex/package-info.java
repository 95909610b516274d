/// Profiles of Score-P and Scalasca: Cube 4 archives.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.cubex;
