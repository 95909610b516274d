/// Files of an HPCToolkit database: the layout of format 4, bounds-checked reads, and which file is
/// which.
package treeline.formats.hpctoolkit.files;
