/// Values of `profile.db` and `cct.db` in profile-major and context-major order, and the traces of
/// `trace.db`.
///
/// Imports: treeline.formats.hpctoolkit.files, treeline.formats.hpctoolkit.metrics,
/// treeline.formats.hpctoolkit.tree, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.trace
package treeline.formats.hpctoolkit.values;
