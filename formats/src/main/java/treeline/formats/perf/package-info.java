/// Samples of Linux perf, as `perf script` prints them.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.perf;
