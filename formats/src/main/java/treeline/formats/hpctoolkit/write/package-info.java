/// Writer of HPCToolkit databases: `meta.db`, both value files and the metric taxonomy.
///
/// Imports: treeline.bytes, treeline.formats.hpctoolkit.files, treeline.formats.hpctoolkit.tree,
/// treeline.formats.hpctoolkit.values, treeline.model, treeline.source.files
package treeline.formats.hpctoolkit.write;
