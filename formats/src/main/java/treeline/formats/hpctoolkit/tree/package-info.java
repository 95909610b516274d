/// Calling context tree, frames and symbol tables of `meta.db`.
package treeline.formats.hpctoolkit.tree;
