/// Reader of TinyProf files, in all three generations of their layout.
///
/// Imports: treeline.array, treeline.model, treeline.source, treeline.source.files,
/// treeline.store.text.rows
package treeline.store.text.tinyprof;
