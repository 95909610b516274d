/// What recording an MPI program costs, beside Caliper.
package treeline.bench.record.mpi;
