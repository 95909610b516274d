/// Calling context tree, frames and symbol tables of `meta.db`.
///
/// Imports: treeline.array, treeline.formats.hpctoolkit.files, treeline.model
package treeline.formats.hpctoolkit.tree;
