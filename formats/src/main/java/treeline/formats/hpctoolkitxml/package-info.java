/// HPCToolkit databases before format 4: a call tree in `experiment.xml` and, where hpcprof-mpi
/// wrote them, one dense `metric-db` file a thread.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.hpctoolkitxml;
