/* Collective calls with data: calls.c includes this file twice, with counts of type int and, since
 * MPI 4, of type MPI_Count. COLLECTIVE(name, non-blocking name, parameters, arguments, traffic) is
 * the blocking, the non-blocking and, since MPI 4, the persistent routine. V is an array of counts,
 * U an array of datatypes. */

#define OF_BUFFER                                                                           \
    (const void *b, COUNT n, MPI_Datatype t, void *to, COUNT m, MPI_Datatype u, MPI_Comm c)
#define OF_ROOT                                                                             \
    (const void *b, COUNT n, MPI_Datatype t, void *to, COUNT m, MPI_Datatype u, int root,   \
     MPI_Comm c)
#define OF_VECTOR                                                                           \
    (const void *b, COUNT n, MPI_Datatype t, void *to, const COUNT m[],                     \
     const DISPLACEMENT at[], MPI_Datatype u, MPI_Comm c)
#define OF_VECTORS                                                                          \
    (const void *b, const COUNT n[], const DISPLACEMENT at[], MPI_Datatype t, void *to,     \
     const COUNT m[], const DISPLACEMENT as[], MPI_Datatype u, MPI_Comm c)
#define OF_TYPES(DISTANCE)                                                                  \
    (const void *b, const COUNT n[], const DISTANCE at[], const MPI_Datatype t[], void *to, \
     const COUNT m[], const DISTANCE as[], const MPI_Datatype u[], MPI_Comm c)
#define REDUCTION (const void *b, void *to, COUNT n, MPI_Datatype t, MPI_Op o, MPI_Comm c)

COLLECTIVE(Bcast, Ibcast, (void *b, COUNT n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root,
           c), tlm_rooted(NULL, root, n, t, c))
COLLECTIVE(Gather, Igather, OF_ROOT, (b, n, t, to, m, u, root, c), tlm_rooted(b, root, n, t, c))
COLLECTIVE(Gatherv, Igatherv, (const void *b, COUNT n, MPI_Datatype t, void *to, const COUNT m[],
           const DISPLACEMENT at[], MPI_Datatype u, int root, MPI_Comm c), (b, n, t, to, m, at, u,
           root, c), tlm_rooted(b, root, n, t, c))
COLLECTIVE(Scatter, Iscatter, OF_ROOT, (b, n, t, to, m, u, root, c), tlm_rooted(to, root, m, u, c))
COLLECTIVE(Scatterv, Iscatterv, (const void *b, const COUNT n[], const DISPLACEMENT at[],
           MPI_Datatype t, void *to, COUNT m, MPI_Datatype u, int root, MPI_Comm c), (b, n, at, t,
           to, m, u, root, c), tlm_rooted(to, root, m, u, c))
COLLECTIVE(Allgather, Iallgather, OF_BUFFER, (b, n, t, to, m, u, c),
           b == MPI_IN_PLACE ? tlm_block(m, u, c) : tlm_block(n, t, c))
COLLECTIVE(Allgatherv, Iallgatherv, OF_VECTOR, (b, n, t, to, m, at, u, c),
           b == MPI_IN_PLACE ? tlm_block(tlm_own_count(V(m), c), u, c) : tlm_block(n, t, c))
COLLECTIVE(Alltoall, Ialltoall, OF_BUFFER, (b, n, t, to, m, u, c),
           b == MPI_IN_PLACE ? tlm_blocks(m, u, c) : tlm_blocks(n, t, c))
COLLECTIVE(Alltoallv, Ialltoallv, OF_VECTORS, (b, n, at, t, to, m, as, u, c),
           b == MPI_IN_PLACE ? tlm_vector(V(m), u, c) : tlm_vector(V(n), t, c))
COLLECTIVE(Alltoallw, Ialltoallw, OF_TYPES(DISPLACEMENT), (b, n, at, t, to, m, as, u, c),
           b == MPI_IN_PLACE ? tlm_typed_blocks(V(m), U(u), c) : tlm_typed_blocks(V(n), U(t), c))
COLLECTIVE(Reduce, Ireduce, (const void *b, void *to, COUNT n, MPI_Datatype t, MPI_Op o, int root,
           MPI_Comm c), (b, to, n, t, o, root, c), tlm_rooted(NULL, root, n, t, c))
COLLECTIVE(Allreduce, Iallreduce, REDUCTION, (b, to, n, t, o, c), tlm_block(n, t, c))
COLLECTIVE(Reduce_scatter, Ireduce_scatter, (const void *b, void *to, const COUNT n[],
           MPI_Datatype t, MPI_Op o, MPI_Comm c), (b, to, n, t, o, c), tlm_vector(V(n), t, c))
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, REDUCTION, (b, to, n, t, o, c),
           tlm_blocks(n, t, c))
COLLECTIVE(Scan, Iscan, REDUCTION, (b, to, n, t, o, c), tlm_block(n, t, c))
COLLECTIVE(Exscan, Iexscan, REDUCTION, (b, to, n, t, o, c), tlm_block(n, t, c))

/* -- neighbourhood collectives, which do not support MPI_IN_PLACE -- */

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, OF_BUFFER, (b, n, t, to, m, u, c),
           tlm_neighbour_block(n, t, c))
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, OF_VECTOR, (b, n, t, to, m, at, u, c),
           tlm_neighbour_block(n, t, c))
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, OF_BUFFER, (b, n, t, to, m, u, c),
           tlm_neighbour_blocks(n, t, c))
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, OF_VECTORS, (b, n, at, t, to, m, as, u, c),
           tlm_neighbour_vector(V(n), t, c))
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, OF_TYPES(MPI_Aint), (b, n, at, t, to, m, as, u,
           c), tlm_neighbour_typed_blocks(V(n), U(t), c))

#undef OF_BUFFER
#undef OF_ROOT
#undef OF_VECTOR
#undef OF_VECTORS
#undef OF_TYPES
#undef REDUCTION
