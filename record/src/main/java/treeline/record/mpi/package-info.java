/// MPI communicator through the foreign function interface, without native code or a compiler. One
/// binding supports Open MPI, the MPICH family and the MPI 5 ABI ([treeline.record.mpi.Flavour]);
/// all calls of a process pass through one [treeline.record.mpi.Funnel].
///
/// Imports: treeline.record.ranks
package treeline.record.mpi;
