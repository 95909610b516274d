/// Files of an HPCToolkit database: the layout of format 4, bounds-checked reads, and which file is
/// which.
///
/// Imports: treeline.bytes, treeline.formats.hpctoolkit.values, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.hpctoolkit.files;
