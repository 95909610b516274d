/* Messages: calls.c includes this file twice, with counts of type int and, since MPI 4, of type
 * MPI_Count (MPI_Send_c). CALL(name, parameters, arguments, traffic) is one routine. RECEIVE needs
 * the status s, which has the length of the message. PERSISTENT has traffic when it is started. */

#define SEND (const void *b, COUNT n, MPI_Datatype t, int to, int tag, MPI_Comm c)
#define SEND_REQUEST \
    (const void *b, COUNT n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r)
#define SENT tlm_message(n, t, to, tag, c)
#define POSTED tlm_posted(SENT, *r)

/* -- blocking -- */

CALL(Send, SEND, (b, n, t, to, tag, c), SENT)
CALL(Bsend, SEND, (b, n, t, to, tag, c), SENT)
CALL(Ssend, SEND, (b, n, t, to, tag, c), SENT)
CALL(Rsend, SEND, (b, n, t, to, tag, c), SENT)
RECEIVE(Recv, (void *b, COUNT n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s),
        (b, n, t, from, tag, c, s), tlm_received(s, from, c))
/* the message handle is invalid after the call, and MPI_PROC_NULL sends 0 bytes */
RECEIVE(Mrecv, (void *b, COUNT n, MPI_Datatype t, MPI_Message *m, MPI_Status *s), (b, n, t, m, s),
        tlm_received(s, s->MPI_SOURCE, MPI_COMM_NULL))
RECEIVE(Sendrecv, (const void *b, COUNT n, MPI_Datatype t, int to, int tag, void *got, COUNT room,
        MPI_Datatype as, int from, int its, MPI_Comm c, MPI_Status *s), (b, n, t, to, tag, got,
        room, as, from, its, c, s), tlm_sum(SENT, tlm_received(s, from, c)))
RECEIVE(Sendrecv_replace, (void *b, COUNT n, MPI_Datatype t, int to, int tag, int from, int its,
        MPI_Comm c, MPI_Status *s), (b, n, t, to, tag, from, its, c, s),
        tlm_sum(SENT, tlm_received(s, from, c)))

/* -- non-blocking; a receive counts the size of its buffer -- */

CALL(Isend, SEND_REQUEST, (b, n, t, to, tag, c, r), POSTED)
CALL(Ibsend, SEND_REQUEST, (b, n, t, to, tag, c, r), POSTED)
CALL(Issend, SEND_REQUEST, (b, n, t, to, tag, c, r), POSTED)
CALL(Irsend, SEND_REQUEST, (b, n, t, to, tag, c, r), POSTED)
CALL(Irecv, (void *b, COUNT n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r), (b,
     n, t, from, tag, c, r), tlm_posted(tlm_receiving(n, t, from, c), *r))
CALL(Imrecv, (void *b, COUNT n, MPI_Datatype t, MPI_Message *m, MPI_Request *r), (b, n, t, m, r),
     tlm_untraced(tlm_receiving(n, t, 0, MPI_COMM_NULL)))
#if MPI_VERSION >= 4
CALL(Isendrecv, (const void *b, COUNT n, MPI_Datatype t, int to, int tag, void *got, COUNT room,
     MPI_Datatype as, int from, int its, MPI_Comm c, MPI_Request *r), (b, n, t, to, tag, got, room,
     as, from, its, c, r), tlm_untraced(tlm_sum(SENT, tlm_receiving(room, as, from, c))))
CALL(Isendrecv_replace, (void *b, COUNT n, MPI_Datatype t, int to, int tag, int from, int its,
     MPI_Comm c, MPI_Request *r), (b, n, t, to, tag, from, its, c, r),
     tlm_untraced(tlm_sum(SENT, tlm_receiving(n, t, from, c))))
#endif

/* -- persistent -- */

PERSISTENT(Send_init, SEND_REQUEST, (b, n, t, to, tag, c, r), SENT)
PERSISTENT(Bsend_init, SEND_REQUEST, (b, n, t, to, tag, c, r), SENT)
PERSISTENT(Ssend_init, SEND_REQUEST, (b, n, t, to, tag, c, r), SENT)
PERSISTENT(Rsend_init, SEND_REQUEST, (b, n, t, to, tag, c, r), SENT)
PERSISTENT(Recv_init, (void *b, COUNT n, MPI_Datatype t, int from, int tag, MPI_Comm c,
           MPI_Request *r), (b, n, t, from, tag, c, r), tlm_receiving(n, t, from, c))

#undef SEND
#undef SEND_REQUEST
#undef SENT
#undef POSTED
