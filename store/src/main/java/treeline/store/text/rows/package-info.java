/// Rows of compact text, shared by both dialects: an index of row positions, SWAR number parsing,
/// and loading of slices.
///
/// Imports: treeline.array, treeline.cores, treeline.model, treeline.source, treeline.source.files
package treeline.store.text.rows;
