/// The compact text form of profiles: one row a call path, values by rank, execution and iteration.
/// Reads the three generations of TinyProf's files and our own dialect, writes the latter.
///
/// Imports: treeline.array, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.join, treeline.store.text.rows, treeline.store.text.tinyprof
package treeline.store.text;
