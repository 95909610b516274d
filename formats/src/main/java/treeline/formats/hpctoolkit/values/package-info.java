/// Values of `profile.db` and `cct.db` in profile-major and context-major order, and the traces of
/// `trace.db`.
package treeline.formats.hpctoolkit.values;
