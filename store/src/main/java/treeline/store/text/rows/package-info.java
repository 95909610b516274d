/// Rows of compact text, shared by both dialects: an index of row positions, SWAR number parsing,
/// and loading of slices.
package treeline.store.text.rows;
