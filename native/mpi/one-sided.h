/* One-sided communication with counts: calls.c includes this file twice, with counts of type int
 * and, since MPI 4, of type MPI_Count. */

#define PUT(BUFFER)                                                                            \
    (BUFFER b, COUNT n, MPI_Datatype t, int to, MPI_Aint at, COUNT m, MPI_Datatype u, MPI_Win w)
#define PUT_REQUEST(BUFFER)                                                                    \
    (BUFFER b, COUNT n, MPI_Datatype t, int to, MPI_Aint at, COUNT m, MPI_Datatype u, MPI_Win w, \
     MPI_Request *r)
#define MOVED tlm_remote(n, t, to, w)

CALL(Put, PUT(const void *), (b, n, t, to, at, m, u, w), MOVED)
CALL(Get, PUT(void *), (b, n, t, to, at, m, u, w), MOVED)
CALL(Accumulate, (const void *b, COUNT n, MPI_Datatype t, int to, MPI_Aint at, COUNT m,
     MPI_Datatype u, MPI_Op o, MPI_Win w), (b, n, t, to, at, m, u, o, w), MOVED)
CALL(Get_accumulate, (const void *b, COUNT n, MPI_Datatype t, void *got, COUNT room,
     MPI_Datatype as, int to, MPI_Aint at, COUNT m, MPI_Datatype u, MPI_Op o, MPI_Win w),
     (b, n, t, got, room, as, to, at, m, u, o, w),
     tlm_exchange(n, t, room, as, to, w))
CALL(Rput, PUT_REQUEST(const void *), (b, n, t, to, at, m, u, w, r), MOVED)
CALL(Rget, PUT_REQUEST(void *), (b, n, t, to, at, m, u, w, r), MOVED)
CALL(Raccumulate, (const void *b, COUNT n, MPI_Datatype t, int to, MPI_Aint at, COUNT m,
     MPI_Datatype u, MPI_Op o, MPI_Win w, MPI_Request *r), (b, n, t, to, at, m, u, o, w, r), MOVED)
CALL(Rget_accumulate, (const void *b, COUNT n, MPI_Datatype t, void *got, COUNT room,
     MPI_Datatype as, int to, MPI_Aint at, COUNT m, MPI_Datatype u, MPI_Op o, MPI_Win w,
     MPI_Request *r), (b, n, t, got, room, as, to, at, m, u, o, w, r),
     tlm_exchange(n, t, room, as, to, w))

#undef PUT
#undef PUT_REQUEST
#undef MOVED
