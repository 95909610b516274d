/// Files of an HPCToolkit database: the layout of format 4, bounds-checked reads, and which file is
/// which.
///
/// Imports: treeline.formats.hpctoolkit.values, treeline.formats.writing, treeline.model,
/// treeline.source, treeline.source.files
package treeline.formats.hpctoolkit.files;
