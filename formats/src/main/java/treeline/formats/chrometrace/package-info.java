/// Chrome trace events, the JSON of Chrome, Perfetto, PyTorch's profiler and JAX.
///
/// Imports: treeline.formats.reading, treeline.formats.slices, treeline.formats.writing,
/// treeline.model, treeline.source, treeline.source.files, treeline.source.join,
/// treeline.source.trace
package treeline.formats.chrometrace;
