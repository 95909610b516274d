/// Profiles of pprof: `profile.proto`, mostly gzipped, as Go, gperftools and many others write
/// them.
///
/// Imports: treeline.array, treeline.bytes, treeline.formats.reading, treeline.formats.writing,
/// treeline.model, treeline.source, treeline.source.files
package treeline.formats.pprof;
