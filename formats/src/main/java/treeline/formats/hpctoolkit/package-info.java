/// HPCToolkit databases of major version 4: a call tree in `meta.db` and the same sparse values
/// twice, by profile in `profile.db` and by calling context in `cct.db`.
///
/// Imports: treeline.bytes, treeline.formats.hpctoolkit.files, treeline.formats.hpctoolkit.metrics,
/// treeline.formats.hpctoolkit.tree, treeline.formats.hpctoolkit.values,
/// treeline.formats.hpctoolkit.write, treeline.formats.writing, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.trace
package treeline.formats.hpctoolkit;
