/// Trace files of our recorders: what each thread of a rank executed and the messages it exchanged,
/// next to the profile of the recording. Specified in `docs/formats/trace.md`. Lines of any trace
/// that is decoded by block.
///
/// Imports: treeline.array, treeline.bytes, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.join, treeline.source.trace
package treeline.store.trace;
