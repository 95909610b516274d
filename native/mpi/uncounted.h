/* Routines without a count of elements, which have no large-count variant. */

/* -- probes and persistent requests -- */

CALL(Probe, (int from, int tag, MPI_Comm c, MPI_Status *s), (from, tag, c, s), tlm_probed(from, c))
CALL(Iprobe, (int from, int tag, MPI_Comm c, int *is, MPI_Status *s), (from, tag, c, is, s),
     tlm_probed(from, c))
CALL(Mprobe, (int from, int tag, MPI_Comm c, MPI_Message *m, MPI_Status *s), (from, tag, c, m, s),
     tlm_probed(from, c))
CALL(Improbe, (int from, int tag, MPI_Comm c, int *is, MPI_Message *m, MPI_Status *s), (from, tag,
     c, is, m, s), tlm_probed(from, c))
CALL(Start, (MPI_Request * r), (r), tlm_started(1, r))
CALL(Startall, (int n, MPI_Request r[]), (n, r), tlm_started(n, r))
#if MPI_VERSION >= 4
PERSISTENT(Psend_init, (const void *b, int parts, MPI_Count n, MPI_Datatype t, int to, int tag,
           MPI_Comm c, MPI_Info i, MPI_Request *r), (b, parts, n, t, to, tag, c, i, r),
           tlm_untraced(tlm_message(parts * n, t, to, tag, c)))
PERSISTENT(Precv_init, (void *b, int parts, MPI_Count n, MPI_Datatype t, int from, int tag,
           MPI_Comm c, MPI_Info i, MPI_Request *r), (b, parts, n, t, from, tag, c, i, r),
           tlm_untraced(tlm_receiving(parts * n, t, from, c)))
CALL(Pready, (int part, MPI_Request r), (part, r), tlm_no_traffic())
CALL(Pready_range, (int first, int last, MPI_Request r), (first, last, r), tlm_no_traffic())
CALL(Parrived, (MPI_Request r, int part, int *is), (r, part, is), tlm_no_traffic())
#endif

/* -- completion; calls.c has the other routines -- */

CALL(Request_get_status, (MPI_Request r, int *is, MPI_Status *s), (r, is, s), tlm_no_traffic())
CALL(Cancel, (MPI_Request * r), (r), tlm_no_traffic())
CALL(Buffer_detach, (void *b, int *size), (b, size), tlm_no_traffic()) /* waits for the messages */
#if MPI_VERSION >= 4
CALL(Buffer_detach_c, (void *b, MPI_Count *size), (b, size), tlm_no_traffic())
#endif

/* -- communicators -- */

COLLECTIVE(Barrier, Ibarrier, (MPI_Comm c), (c), tlm_collective(c))
CALL(Comm_dup, (MPI_Comm c, MPI_Comm *made), (c, made), tlm_created(*made, c))
CALL(Comm_dup_with_info, (MPI_Comm c, MPI_Info i, MPI_Comm *made), (c, i, made), tlm_created(*made, c))
CALL(Comm_idup, (MPI_Comm c, MPI_Comm *made, MPI_Request *r), (c, made, r), tlm_collective(c))
CALL(Comm_split, (MPI_Comm c, int colour, int key, MPI_Comm *made), (c, colour, key, made),
     tlm_created(*made, c))
CALL(Comm_split_type, (MPI_Comm c, int kind, int key, MPI_Info i, MPI_Comm *made), (c, kind, key,
     i, made), tlm_created(*made, c))
CALL(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm *made), (c, g, made), tlm_created(*made, c))
CALL(Comm_create_group, (MPI_Comm c, MPI_Group g, int tag, MPI_Comm *made), (c, g, tag, made),
     tlm_collective(*made))
CALL(Comm_free, (MPI_Comm * c), (c), tlm_no_traffic())
CALL(Comm_disconnect, (MPI_Comm * c), (c), tlm_no_traffic())
CALL(Cart_create, (MPI_Comm c, int n, const int d[], const int p[], int order, MPI_Comm *made), (c,
     n, d, p, order, made), tlm_created(*made, c))
CALL(Cart_sub, (MPI_Comm c, const int remains[], MPI_Comm *made), (c, remains, made),
     tlm_created(*made, c))
CALL(Graph_create, (MPI_Comm c, int n, const int index[], const int edges[], int order,
     MPI_Comm *made), (c, n, index, edges, order, made), tlm_created(*made, c))
CALL(Dist_graph_create, (MPI_Comm c, int n, const int from[], const int degrees[], const int to[],
     const int weights[], MPI_Info i, int order, MPI_Comm *made), (c, n, from, degrees, to, weights,
     i, order, made), tlm_created(*made, c))
CALL(Dist_graph_create_adjacent, (MPI_Comm c, int n, const int from[], const int weights[], int m,
     const int to[], const int its[], MPI_Info i, int order, MPI_Comm *made), (c, n, from, weights,
     m, to, its, i, order, made), tlm_created(*made, c))
CALL(Intercomm_create, (MPI_Comm c, int leader, MPI_Comm peers, int other, int tag, MPI_Comm *made),
     (c, leader, peers, other, tag, made), tlm_created(*made, c))
CALL(Intercomm_merge, (MPI_Comm c, int high, MPI_Comm *made), (c, high, made), tlm_created(*made, c))
CALL(Comm_accept, (const char *port, MPI_Info i, int root, MPI_Comm c, MPI_Comm *made), (port, i,
     root, c, made), tlm_collective(c))
CALL(Comm_connect, (const char *port, MPI_Info i, int root, MPI_Comm c, MPI_Comm *made), (port, i,
     root, c, made), tlm_collective(c))
CALL(Comm_join, (int socket, MPI_Comm *made), (socket, made), tlm_no_traffic())
CALL(Comm_spawn, (const char *command, char *arguments[], int most, MPI_Info i, int root,
     MPI_Comm c, MPI_Comm *made, int errors[]), (command, arguments, most, i, root, c, made,
     errors), tlm_collective(c))
CALL(Comm_spawn_multiple, (int n, char *commands[], char **arguments[], const int most[],
     const MPI_Info i[], int root, MPI_Comm c, MPI_Comm *made, int errors[]), (n, commands,
     arguments, most, i, root, c, made, errors), tlm_collective(c))
#if MPI_VERSION >= 4
CALL(Comm_idup_with_info, (MPI_Comm c, MPI_Info i, MPI_Comm *made, MPI_Request *r), (c, i, made,
     r), tlm_collective(c))
CALL(Comm_create_from_group, (MPI_Group g, const char *tag, MPI_Info i, MPI_Errhandler e,
     MPI_Comm *made), (g, tag, i, e, made), tlm_collective(*made))
CALL(Intercomm_create_from_groups, (MPI_Group g, int leader, MPI_Group others, int other,
     const char *tag, MPI_Info i, MPI_Errhandler e, MPI_Comm *made), (g, leader, others, other, tag,
     i, e, made), tlm_collective(*made))
#endif

/* -- windows -- */

CALL(Win_create, (void *b, MPI_Aint size, int unit, MPI_Info i, MPI_Comm c, MPI_Win *w), (b, size,
     unit, i, c, w), tlm_collective(c))
CALL(Win_allocate, (MPI_Aint size, int unit, MPI_Info i, MPI_Comm c, void *b, MPI_Win *w), (size,
     unit, i, c, b, w), tlm_collective(c))
CALL(Win_allocate_shared, (MPI_Aint size, int unit, MPI_Info i, MPI_Comm c, void *b, MPI_Win *w),
     (size, unit, i, c, b, w), tlm_collective(c))
#if MPI_VERSION >= 4
CALL(Win_create_c, (void *b, MPI_Aint size, MPI_Aint unit, MPI_Info i, MPI_Comm c, MPI_Win *w), (b,
     size, unit, i, c, w), tlm_collective(c))
CALL(Win_allocate_c, (MPI_Aint size, MPI_Aint unit, MPI_Info i, MPI_Comm c, void *b, MPI_Win *w),
     (size, unit, i, c, b, w), tlm_collective(c))
CALL(Win_allocate_shared_c, (MPI_Aint size, MPI_Aint unit, MPI_Info i, MPI_Comm c, void *b,
     MPI_Win *w), (size, unit, i, c, b, w), tlm_collective(c))
#endif
CALL(Win_create_dynamic, (MPI_Info i, MPI_Comm c, MPI_Win *w), (i, c, w), tlm_collective(c))
CALL(Win_free, (MPI_Win * w), (w), tlm_no_traffic())
CALL(Fetch_and_op, (const void *b, void *got, MPI_Datatype t, int to, MPI_Aint at, MPI_Op o,
     MPI_Win w), (b, got, t, to, at, o, w), tlm_exchange(1, t, 1, t, to, w))
CALL(Compare_and_swap, (const void *b, const void *expected, void *got, MPI_Datatype t, int to,
     MPI_Aint at, MPI_Win w), (b, expected, got, t, to, at, w), tlm_exchange(2, t, 1, t, to, w))
CALL(Win_fence, (int how, MPI_Win w), (how, w), tlm_no_traffic())
CALL(Win_lock, (int kind, int rank, int how, MPI_Win w), (kind, rank, how, w),
     tlm_synchronised(rank, w))
CALL(Win_unlock, (int rank, MPI_Win w), (rank, w), tlm_synchronised(rank, w))
CALL(Win_lock_all, (int how, MPI_Win w), (how, w), tlm_no_traffic())
CALL(Win_unlock_all, (MPI_Win w), (w), tlm_no_traffic())
CALL(Win_flush, (int rank, MPI_Win w), (rank, w), tlm_synchronised(rank, w))
CALL(Win_flush_local, (int rank, MPI_Win w), (rank, w), tlm_synchronised(rank, w))
CALL(Win_flush_all, (MPI_Win w), (w), tlm_no_traffic())
CALL(Win_flush_local_all, (MPI_Win w), (w), tlm_no_traffic())
CALL(Win_sync, (MPI_Win w), (w), tlm_no_traffic())
CALL(Win_post, (MPI_Group g, int how, MPI_Win w), (g, how, w), tlm_no_traffic())
CALL(Win_start, (MPI_Group g, int how, MPI_Win w), (g, how, w), tlm_no_traffic())
CALL(Win_complete, (MPI_Win w), (w), tlm_no_traffic())
CALL(Win_wait, (MPI_Win w), (w), tlm_no_traffic())
CALL(Win_test, (MPI_Win w, int *is), (w, is), tlm_no_traffic())

/* -- files -- */

CALL(File_open, (MPI_Comm c, const char *name, int mode, MPI_Info i, MPI_File *f), (c, name, mode,
     i, f), tlm_collective(c))
CALL(File_close, (MPI_File * f), (f), tlm_no_traffic())
CALL(File_delete, (const char *name, MPI_Info i), (name, i), tlm_no_traffic())
CALL(File_sync, (MPI_File f), (f), tlm_no_traffic())
CALL(File_set_size, (MPI_File f, MPI_Offset size), (f, size), tlm_no_traffic())
CALL(File_preallocate, (MPI_File f, MPI_Offset size), (f, size), tlm_no_traffic())
CALL(File_set_view, (MPI_File f, MPI_Offset at, MPI_Datatype t, MPI_Datatype u, const char *form,
     MPI_Info i), (f, at, t, u, form, i), tlm_no_traffic())
CALL(File_seek_shared, (MPI_File f, MPI_Offset at, int from), (f, at, from), tlm_no_traffic())
CALL(File_read_all_end, (MPI_File f, void *b, MPI_Status *s), (f, b, s), tlm_no_traffic())
CALL(File_read_ordered_end, (MPI_File f, void *b, MPI_Status *s), (f, b, s), tlm_no_traffic())
CALL(File_read_at_all_end, (MPI_File f, void *b, MPI_Status *s), (f, b, s), tlm_no_traffic())
CALL(File_write_all_end, (MPI_File f, const void *b, MPI_Status *s), (f, b, s), tlm_no_traffic())
CALL(File_write_ordered_end, (MPI_File f, const void *b, MPI_Status *s), (f, b, s),
     tlm_no_traffic())
CALL(File_write_at_all_end, (MPI_File f, const void *b, MPI_Status *s), (f, b, s),
     tlm_no_traffic())
