/// Writer of HPCToolkit databases: `meta.db`, both value files and the metric taxonomy.
package treeline.formats.hpctoolkit.write;
