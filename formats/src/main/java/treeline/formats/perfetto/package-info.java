/// Perfetto traces in protobuf, as Perfetto's SDK, rocprofv3 and rocprof-sys write them.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.formats.slices, treeline.model,
/// treeline.source, treeline.source.files, treeline.source.trace
package treeline.formats.perfetto;
