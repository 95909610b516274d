/* CALL(name, parameters, arguments, traffic), one per routine. */

/* -- point to point, blocking -- */

CALL(Send, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag,
     c), tlm_message(n, t, to))
CALL(Bsend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag,
     c), tlm_message(n, t, to))
CALL(Ssend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag,
     c), tlm_message(n, t, to))
CALL(Rsend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag,
     c), tlm_message(n, t, to))
CALL(Sendrecv_replace, (void *b, int n, MPI_Datatype t, int to, int tag, int from, int its,
     MPI_Comm c, MPI_Status *s), (b, n, t, to, tag, from, its, c, s), tlm_sum(tlm_message(n, t,
     to), tlm_message(n, t, from)))
CALL(Probe, (int from, int tag, MPI_Comm c, MPI_Status *s), (from, tag, c, s), tlm_probed(from))
CALL(Iprobe, (int from, int tag, MPI_Comm c, int *is, MPI_Status *s), (from, tag, c, is, s),
     tlm_probed(from))
CALL(Mprobe, (int from, int tag, MPI_Comm c, MPI_Message *m, MPI_Status *s), (from, tag, c, m, s),
     tlm_probed(from))
CALL(Improbe, (int from, int tag, MPI_Comm c, int *is, MPI_Message *m, MPI_Status *s), (from, tag,
     c, is, m, s), tlm_probed(from))

/* -- point to point, non-blocking; a receive counts the size of its buffer -- */

CALL(Isend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, to, tag, c, r), tlm_message(n, t, to))
CALL(Ibsend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, to, tag, c, r), tlm_message(n, t, to))
CALL(Issend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, to, tag, c, r), tlm_message(n, t, to))
CALL(Irsend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
     (b, n, t, to, tag, c, r), tlm_message(n, t, to))
CALL(Irecv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r), (b, n,
     t, from, tag, c, r), tlm_message(n, t, from))
CALL(Imrecv, (void *b, int n, MPI_Datatype t, MPI_Message *m, MPI_Request *r), (b, n, t, m, r),
     tlm_message(n, t, 0))
CALL(Start, (MPI_Request * r), (r), tlm_no_traffic())
CALL(Startall, (int n, MPI_Request r[]), (n, r), tlm_no_traffic())

/* -- completion -- */

CALL(Wait, (MPI_Request * r, MPI_Status *s), (r, s), tlm_no_traffic())
CALL(Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s), tlm_no_traffic())
CALL(Waitany, (int n, MPI_Request r[], int *i, MPI_Status *s), (n, r, i, s), tlm_no_traffic())
CALL(Waitsome, (int n, MPI_Request r[], int *m, int i[], MPI_Status s[]), (n, r, m, i, s),
     tlm_no_traffic())
CALL(Test, (MPI_Request * r, int *is, MPI_Status *s), (r, is, s), tlm_no_traffic())
CALL(Testall, (int n, MPI_Request r[], int *is, MPI_Status s[]), (n, r, is, s), tlm_no_traffic())
CALL(Testany, (int n, MPI_Request r[], int *i, int *is, MPI_Status *s), (n, r, i, is, s),
     tlm_no_traffic())
CALL(Testsome, (int n, MPI_Request r[], int *m, int i[], MPI_Status s[]), (n, r, m, i, s),
     tlm_no_traffic())
CALL(Request_free, (MPI_Request * r), (r), tlm_no_traffic())
CALL(Cancel, (MPI_Request * r), (r), tlm_no_traffic())

/* -- collective -- */

CALL(Barrier, (MPI_Comm c), (c), tlm_collective(c))
CALL(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c),
     tlm_rooted(NULL, root, n, t, c))
CALL(Gather, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, int root,
     MPI_Comm c), (b, n, t, to, m, u, root, c), tlm_rooted(b, root, n, t, c))
CALL(Gatherv, (const void *b, int n, MPI_Datatype t, void *to, const int m[], const int at[],
     MPI_Datatype u, int root, MPI_Comm c), (b, n, t, to, m, at, u, root, c),
     tlm_rooted(b, root, n, t, c))
CALL(Scatter, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, int root,
     MPI_Comm c), (b, n, t, to, m, u, root, c), tlm_rooted(to, root, m, u, c))
CALL(Scatterv, (const void *b, const int n[], const int at[], MPI_Datatype t, void *to, int m,
     MPI_Datatype u, int root, MPI_Comm c), (b, n, at, t, to, m, u, root, c),
     tlm_rooted(to, root, m, u, c))
CALL(Allgather, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u,
     MPI_Comm c), (b, n, t, to, m, u, c), b == MPI_IN_PLACE ? tlm_block(m, u, c) : tlm_block(n,
     t, c))
CALL(Allgatherv, (const void *b, int n, MPI_Datatype t, void *to, const int m[], const int at[],
     MPI_Datatype u, MPI_Comm c), (b, n, t, to, m, at, u, c), b == MPI_IN_PLACE
     ? tlm_block(tlm_own_count(m, c), u, c) : tlm_block(n, t, c))
CALL(Alltoall, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, MPI_Comm c),
     (b, n, t, to, m, u, c), b == MPI_IN_PLACE ? tlm_blocks(m, u, c) : tlm_blocks(n, t, c))
CALL(Alltoallv, (const void *b, const int n[], const int at[], MPI_Datatype t, void *to,
     const int m[], const int as[], MPI_Datatype u, MPI_Comm c), (b, n, at, t, to, m, as, u, c),
     b == MPI_IN_PLACE ? tlm_vector(m, u, c) : tlm_vector(n, t, c))
CALL(Alltoallw, (const void *b, const int n[], const int at[], const MPI_Datatype t[], void *to,
     const int m[], const int as[], const MPI_Datatype u[], MPI_Comm c), (b, n, at, t, to, m, as,
     u, c), b == MPI_IN_PLACE ? tlm_typed_blocks(m, u, c) : tlm_typed_blocks(n, t, c))
CALL(Reduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c), (b,
     to, n, t, o, root, c), tlm_rooted(NULL, root, n, t, c))
CALL(Allreduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (b, to, n,
     t, o, c), tlm_block(n, t, c))
CALL(Reduce_scatter, (const void *b, void *to, const int n[], MPI_Datatype t, MPI_Op o,
     MPI_Comm c), (b, to, n, t, o, c), tlm_vector(n, t, c))
CALL(Reduce_scatter_block, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
     (b, to, n, t, o, c), tlm_blocks(n, t, c))
CALL(Scan, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (b, to, n, t, o,
     c), tlm_block(n, t, c))
CALL(Exscan, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (b, to, n, t,
     o, c), tlm_block(n, t, c))

/* -- collective, non-blocking -- */

CALL(Ibarrier, (MPI_Comm c, MPI_Request *r), (c, r), tlm_collective(c))
CALL(Ibcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request *r), (b, n, t,
     root, c, r), tlm_rooted(NULL, root, n, t, c))
CALL(Igather, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, int root,
     MPI_Comm c, MPI_Request *r), (b, n, t, to, m, u, root, c, r), tlm_rooted(b, root, n, t, c))
CALL(Igatherv, (const void *b, int n, MPI_Datatype t, void *to, const int m[], const int at[],
     MPI_Datatype u, int root, MPI_Comm c, MPI_Request *r), (b, n, t, to, m, at, u, root, c, r),
     tlm_rooted(b, root, n, t, c))
CALL(Iscatter, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, int root,
     MPI_Comm c, MPI_Request *r), (b, n, t, to, m, u, root, c, r), tlm_rooted(to, root, m, u, c))
CALL(Iscatterv, (const void *b, const int n[], const int at[], MPI_Datatype t, void *to, int m,
     MPI_Datatype u, int root, MPI_Comm c, MPI_Request *r), (b, n, at, t, to, m, u, root, c, r),
     tlm_rooted(to, root, m, u, c))
CALL(Iallgather, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u,
     MPI_Comm c, MPI_Request *r), (b, n, t, to, m, u, c, r), b == MPI_IN_PLACE ? tlm_block(m, u,
     c) : tlm_block(n, t, c))
CALL(Iallgatherv, (const void *b, int n, MPI_Datatype t, void *to, const int m[], const int at[],
     MPI_Datatype u, MPI_Comm c, MPI_Request *r), (b, n, t, to, m, at, u, c, r),
     b == MPI_IN_PLACE ? tlm_block(tlm_own_count(m, c), u, c) : tlm_block(n, t, c))
CALL(Ialltoall, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, MPI_Comm c,
     MPI_Request *r), (b, n, t, to, m, u, c, r), b == MPI_IN_PLACE ? tlm_blocks(m, u,
     c) : tlm_blocks(n, t, c))
CALL(Ialltoallv, (const void *b, const int n[], const int at[], MPI_Datatype t, void *to,
     const int m[], const int as[], MPI_Datatype u, MPI_Comm c, MPI_Request *r), (b, n, at, t, to,
     m, as, u, c, r), b == MPI_IN_PLACE ? tlm_vector(m, u, c) : tlm_vector(n, t, c))
CALL(Ialltoallw, (const void *b, const int n[], const int at[], const MPI_Datatype t[], void *to,
     const int m[], const int as[], const MPI_Datatype u[], MPI_Comm c, MPI_Request *r), (b, n, at,
     t, to, m, as, u, c, r), b == MPI_IN_PLACE ? tlm_typed_blocks(m, u, c) : tlm_typed_blocks(n, t,
     c))
CALL(Ireduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c,
     MPI_Request *r), (b, to, n, t, o, root, c, r), tlm_rooted(NULL, root, n, t, c))
CALL(Iallreduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c,
     MPI_Request *r), (b, to, n, t, o, c, r), tlm_block(n, t, c))
CALL(Ireduce_scatter, (const void *b, void *to, const int n[], MPI_Datatype t, MPI_Op o,
     MPI_Comm c, MPI_Request *r), (b, to, n, t, o, c, r), tlm_vector(n, t, c))
CALL(Ireduce_scatter_block, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c,
     MPI_Request *r), (b, to, n, t, o, c, r), tlm_blocks(n, t, c))
CALL(Iscan, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c, MPI_Request *r),
     (b, to, n, t, o, c, r), tlm_block(n, t, c))
CALL(Iexscan, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c,
     MPI_Request *r), (b, to, n, t, o, c, r), tlm_block(n, t, c))

/* -- communicators -- */

CALL(Comm_dup, (MPI_Comm c, MPI_Comm *made), (c, made), tlm_collective(c))
CALL(Comm_dup_with_info, (MPI_Comm c, MPI_Info i, MPI_Comm *made), (c, i, made), tlm_collective(c))
CALL(Comm_idup, (MPI_Comm c, MPI_Comm *made, MPI_Request *r), (c, made, r), tlm_collective(c))
CALL(Comm_split, (MPI_Comm c, int colour, int key, MPI_Comm *made), (c, colour, key, made),
     tlm_collective(c))
CALL(Comm_split_type, (MPI_Comm c, int kind, int key, MPI_Info i, MPI_Comm *made), (c, kind, key,
     i, made), tlm_collective(c))
CALL(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm *made), (c, g, made), tlm_collective(c))
CALL(Comm_create_group, (MPI_Comm c, MPI_Group g, int tag, MPI_Comm *made), (c, g, tag, made),
     tlm_collective(*made))
CALL(Cart_create, (MPI_Comm c, int n, const int d[], const int p[], int order, MPI_Comm *made), (c,
     n, d, p, order, made), tlm_collective(c))
CALL(Comm_free, (MPI_Comm *c), (c), tlm_no_traffic())

/* -- one-sided -- */

CALL(Put, (const void *b, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u,
     MPI_Win w), (b, n, t, to, at, m, u, w), tlm_message(n, t, to))
CALL(Get, (void *b, int n, MPI_Datatype t, int from, MPI_Aint at, int m, MPI_Datatype u,
     MPI_Win w), (b, n, t, from, at, m, u, w), tlm_message(n, t, from))
CALL(Accumulate, (const void *b, int n, MPI_Datatype t, int to, MPI_Aint at, int m, MPI_Datatype u,
     MPI_Op o, MPI_Win w), (b, n, t, to, at, m, u, o, w), tlm_message(n, t, to))
CALL(Win_fence, (int how, MPI_Win w), (how, w), tlm_no_traffic())
CALL(Win_lock, (int kind, int rank, int how, MPI_Win w), (kind, rank, how, w), tlm_probed(rank))
CALL(Win_unlock, (int rank, MPI_Win w), (rank, w), tlm_probed(rank))
CALL(Win_flush, (int rank, MPI_Win w), (rank, w), tlm_probed(rank))

/* -- files; the bytes are those of the buffer -- */

CALL(File_open, (MPI_Comm c, const char *name, int mode, MPI_Info i, MPI_File *f), (c, name,
     mode, i,
   f), tlm_collective(c))
CALL(File_close, (MPI_File *f), (f), tlm_no_traffic())
CALL(File_sync, (MPI_File f), (f), tlm_no_traffic())
CALL(File_read, (MPI_File f, void *b, int n, MPI_Datatype t, MPI_Status *s), (f, b, n, t, s),
   tlm_file(n, t))
CALL(File_read_all, (MPI_File f, void *b, int n, MPI_Datatype t, MPI_Status *s), (f, b, n, t, s),
   tlm_file(n, t))
CALL(File_read_at, (MPI_File f, MPI_Offset at, void *b, int n, MPI_Datatype t, MPI_Status *s), (f,
   at, b, n, t, s), tlm_file(n, t))
CALL(File_read_at_all, (MPI_File f, MPI_Offset at, void *b, int n, MPI_Datatype t, MPI_Status *s),
   (f, at, b, n, t, s), tlm_file(n, t))
CALL(File_write, (MPI_File f, const void *b, int n, MPI_Datatype t, MPI_Status *s), (f, b, n, t,
     s),
   tlm_file(n, t))
CALL(File_write_all, (MPI_File f, const void *b, int n, MPI_Datatype t, MPI_Status *s), (f, b, n,
     t,
   s), tlm_file(n, t))
CALL(File_write_at, (MPI_File f, MPI_Offset at, const void *b, int n, MPI_Datatype t,
     MPI_Status *s),
   (f, at, b, n, t, s), tlm_file(n, t))
CALL(File_write_at_all, (MPI_File f, MPI_Offset at, const void *b, int n, MPI_Datatype t,
   MPI_Status *s), (f, at, b, n, t, s), tlm_file(n, t))
