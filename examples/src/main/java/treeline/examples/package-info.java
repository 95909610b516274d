/// Parallel programs that record themselves, small enough to read: the case studies of TinyProf
/// (section VII), Jacobi's method and the program of its figure 2. Each runs under `mpirun` or with
/// all ranks in one JVM, checks its own result and can be made unbalanced.
///
/// Imports: treeline.record, treeline.record.mpi, treeline.record.ranks
package treeline.examples;
