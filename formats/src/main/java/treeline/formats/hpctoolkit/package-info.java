/// HPCToolkit databases of major version 4: a call tree in `meta.db` and the same sparse values
/// twice, by profile in `profile.db` and by calling context in `cct.db`.
package treeline.formats.hpctoolkit;
