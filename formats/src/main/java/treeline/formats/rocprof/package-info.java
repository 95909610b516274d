/// Traces of rocprofv3 (AMD GPUs): CSV files and JSON.
///
/// Imports: treeline.formats.reading, treeline.formats.slices, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.trace
package treeline.formats.rocprof;
