/// Ranks that talk over MPI, through the foreign function interface: no native code of ours, no
/// compiler on the machine. One binding serves Open MPI, the MPICH family and the standard ABI
/// ([treeline.record.mpi.Flavour]); all calls of a process pass one [treeline.record.mpi.Funnel].
///
/// Imports: treeline.record.ranks
package treeline.record.mpi;
