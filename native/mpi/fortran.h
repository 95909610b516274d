/* CALL(Fortran name, C name, number of arguments, traffic). The arguments are a, b, c, ... in the
 * order of the standard; N converts a number, T a datatype, C a communicator, B a buffer. RECEIVE
 * also names the status argument. */

/* -- point to point, blocking -- */

CALL(send, Send, 7, tlm_message(N(b), T(c), N(d)))
CALL(bsend, Bsend, 7, tlm_message(N(b), T(c), N(d)))
CALL(ssend, Ssend, 7, tlm_message(N(b), T(c), N(d)))
CALL(rsend, Rsend, 7, tlm_message(N(b), T(c), N(d)))
RECEIVE(recv, Recv, 8, g, received(g, N(d)))
RECEIVE(mrecv, Mrecv, 6, e, received(e, 0))
RECEIVE(sendrecv, Sendrecv, 13, l, tlm_sum(tlm_message(N(b), T(c), N(d)), received(l, N(i))))
CALL(sendrecv_replace, Sendrecv_replace, 10,
     tlm_sum(tlm_message(N(b), T(c), N(d)), tlm_message(N(b), T(c), N(f))))
CALL(probe, Probe, 5, tlm_probed(N(a)))
CALL(iprobe, Iprobe, 6, tlm_probed(N(a)))
CALL(mprobe, Mprobe, 6, tlm_probed(N(a)))
CALL(improbe, Improbe, 7, tlm_probed(N(a)))

/* -- point to point, non-blocking -- */

CALL(isend, Isend, 8, tlm_message(N(b), T(c), N(d)))
CALL(ibsend, Ibsend, 8, tlm_message(N(b), T(c), N(d)))
CALL(issend, Issend, 8, tlm_message(N(b), T(c), N(d)))
CALL(irsend, Irsend, 8, tlm_message(N(b), T(c), N(d)))
CALL(irecv, Irecv, 8, tlm_message(N(b), T(c), N(d)))
CALL(imrecv, Imrecv, 6, tlm_message(N(b), T(c), 0))
CALL(start, Start, 2, tlm_no_traffic())
CALL(startall, Startall, 3, tlm_no_traffic())

/* -- completion -- */

CALL(wait, Wait, 3, tlm_no_traffic())
CALL(waitall, Waitall, 4, tlm_no_traffic())
CALL(waitany, Waitany, 5, tlm_no_traffic())
CALL(waitsome, Waitsome, 6, tlm_no_traffic())
CALL(test, Test, 4, tlm_no_traffic())
CALL(testall, Testall, 5, tlm_no_traffic())
CALL(testany, Testany, 6, tlm_no_traffic())
CALL(testsome, Testsome, 6, tlm_no_traffic())
CALL(request_free, Request_free, 2, tlm_no_traffic())
CALL(cancel, Cancel, 2, tlm_no_traffic())

/* -- collective -- */

CALL(barrier, Barrier, 2, tlm_collective(C(a)))
CALL(bcast, Bcast, 6, rooted(NULL, d, b, c, e))
CALL(gather, Gather, 9, rooted(a, g, b, c, h))
CALL(gatherv, Gatherv, 10, rooted(a, h, b, c, i))
CALL(scatter, Scatter, 9, rooted(d, g, e, f, h))
CALL(scatterv, Scatterv, 10, rooted(e, h, f, g, i))
CALL(allgather, Allgather, 8, in_place_or(a, b, c, N(e), f, g))
CALL(allgatherv, Allgatherv, 9, in_place_or(a, b, c, tlm_own_count(e, C(h)), g, h))
CALL(alltoall, Alltoall, 8, blocks(a, b, c, e, f, g))
CALL(alltoallv, Alltoallv, 10, vector(a, b, d, f, h, i))
CALL(alltoallw, Alltoallw, 10, typed_blocks(a, b, d, f, h, i))
CALL(reduce, Reduce, 8, rooted(NULL, f, c, d, g))
CALL(allreduce, Allreduce, 7, tlm_block(N(c), T(d), C(f)))
CALL(reduce_scatter, Reduce_scatter, 7, tlm_vector(c, T(d), C(f)))
CALL(reduce_scatter_block, Reduce_scatter_block, 7, tlm_blocks(N(c), T(d), C(f)))
CALL(scan, Scan, 7, tlm_block(N(c), T(d), C(f)))
CALL(exscan, Exscan, 7, tlm_block(N(c), T(d), C(f)))

/* -- collective, non-blocking -- */

CALL(ibarrier, Ibarrier, 3, tlm_collective(C(a)))
CALL(ibcast, Ibcast, 7, rooted(NULL, d, b, c, e))
CALL(igather, Igather, 10, rooted(a, g, b, c, h))
CALL(igatherv, Igatherv, 11, rooted(a, h, b, c, i))
CALL(iscatter, Iscatter, 10, rooted(d, g, e, f, h))
CALL(iscatterv, Iscatterv, 11, rooted(e, h, f, g, i))
CALL(iallgather, Iallgather, 9, in_place_or(a, b, c, N(e), f, g))
CALL(iallgatherv, Iallgatherv, 10, in_place_or(a, b, c, tlm_own_count(e, C(h)), g, h))
CALL(ialltoall, Ialltoall, 9, blocks(a, b, c, e, f, g))
CALL(ialltoallv, Ialltoallv, 11, vector(a, b, d, f, h, i))
CALL(ialltoallw, Ialltoallw, 11, typed_blocks(a, b, d, f, h, i))
CALL(ireduce, Ireduce, 9, rooted(NULL, f, c, d, g))
CALL(iallreduce, Iallreduce, 8, tlm_block(N(c), T(d), C(f)))
CALL(ireduce_scatter, Ireduce_scatter, 8, tlm_vector(c, T(d), C(f)))
CALL(ireduce_scatter_block, Ireduce_scatter_block, 8, tlm_blocks(N(c), T(d), C(f)))
CALL(iscan, Iscan, 8, tlm_block(N(c), T(d), C(f)))
CALL(iexscan, Iexscan, 8, tlm_block(N(c), T(d), C(f)))

/* -- communicators -- */

CALL(comm_dup, Comm_dup, 3, tlm_collective(C(a)))
CALL(comm_dup_with_info, Comm_dup_with_info, 4, tlm_collective(C(a)))
CALL(comm_idup, Comm_idup, 4, tlm_collective(C(a)))
CALL(comm_split, Comm_split, 5, tlm_collective(C(a)))
CALL(comm_split_type, Comm_split_type, 6, tlm_collective(C(a)))
CALL(comm_create, Comm_create, 4, tlm_collective(C(a)))
CALL(comm_create_group, Comm_create_group, 5, tlm_collective(C(d)))
CALL(cart_create, Cart_create, 7, tlm_collective(C(a)))
CALL(comm_free, Comm_free, 2, tlm_no_traffic())

/* -- one-sided -- */

CALL(put, Put, 9, tlm_message(N(b), T(c), N(d)))
CALL(get, Get, 9, tlm_message(N(b), T(c), N(d)))
CALL(accumulate, Accumulate, 10, tlm_message(N(b), T(c), N(d)))
CALL(win_fence, Win_fence, 3, tlm_no_traffic())
CALL(win_lock, Win_lock, 5, tlm_probed(N(b)))
CALL(win_unlock, Win_unlock, 3, tlm_probed(N(a)))
CALL(win_flush, Win_flush, 3, tlm_probed(N(a)))

/* -- files -- */

CALL(file_close, File_close, 2, tlm_no_traffic())
CALL(file_sync, File_sync, 2, tlm_no_traffic())
CALL(file_read, File_read, 6, tlm_file(N(c), T(d)))
CALL(file_read_all, File_read_all, 6, tlm_file(N(c), T(d)))
CALL(file_read_at, File_read_at, 7, tlm_file(N(d), T(e)))
CALL(file_read_at_all, File_read_at_all, 7, tlm_file(N(d), T(e)))
CALL(file_write, File_write, 6, tlm_file(N(c), T(d)))
CALL(file_write_all, File_write_all, 6, tlm_file(N(c), T(d)))
CALL(file_write_at, File_write_at, 7, tlm_file(N(d), T(e)))
CALL(file_write_at_all, File_write_at_all, 7, tlm_file(N(d), T(e)))
