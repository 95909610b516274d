/// Writer of HPCToolkit databases: `meta.db`, both value files and the metric taxonomy.
///
/// Imports: treeline.formats.hpctoolkit.files, treeline.formats.hpctoolkit.tree,
/// treeline.formats.hpctoolkit.values, treeline.formats.writing, treeline.model
package treeline.formats.hpctoolkit.write;
