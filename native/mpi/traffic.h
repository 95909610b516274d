/* The traffic of an MPI call. Functions get the communicator or window and the peer if the call has
 * them, so that a trace can store them; a profile stores the sums only. */
#ifndef TREELINE_TRAFFIC_H
#define TREELINE_TRAFFIC_H

#include <mpi.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The content of a call for traces: a bitwise or. Calls of other kinds have no operation. */
enum { TLM_SENDS = 1, TLM_RECEIVES = 2, TLM_POSTS = 4, TLM_COLLECTIVE = 8 };

/* The other end of a message, as a rank of the communicator. */
typedef struct {
    int peer;
    int tag;
    double bytes;
} tlm_end;

/* The bytes of this rank, or -1 if a call carries no data, and the number of other ranks. */
typedef struct {
    double bytes;
    int peers;
} tlm_traffic;

/* The operation of a call. The functions below note it while they compute the traffic, if the
 * recording has a trace. */
typedef struct {
    int shape; /* 0: there is none, and the members below have no meaning */
    int root;  /* of a collective call; negative if it has none */
    MPI_Comm comm;
    MPI_Request request; /* of a call that posts a message */
    tlm_end sent;
    tlm_end received;
} tlm_operation;

extern __thread tlm_operation tlm_this_operation __attribute__((tls_model("initial-exec")));

/* An array of counts, of type int or MPI_Count. */
typedef struct {
    const void *counts;
    size_t width;
} tlm_counts;

/* An array of datatypes, as C or Fortran handles. */
typedef struct {
    const void *types;
    int is_fortran;
} tlm_types;

tlm_traffic tlm_no_traffic(void);
tlm_traffic tlm_message(MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm);
tlm_traffic tlm_receiving(MPI_Count count, MPI_Datatype type, int peer, MPI_Comm comm);
tlm_traffic tlm_received(const MPI_Status *status, int peer, MPI_Comm comm);
tlm_traffic tlm_posted(tlm_traffic message, MPI_Request request);
tlm_traffic tlm_untraced(tlm_traffic traffic);
tlm_traffic tlm_sum(tlm_traffic one, tlm_traffic other);
tlm_traffic tlm_probed(int peer, MPI_Comm comm);
tlm_traffic tlm_file(MPI_Count count, MPI_Datatype type);

/* One-sided calls: data in one direction, in both directions, or none. */
tlm_traffic tlm_remote(MPI_Count count, MPI_Datatype type, int peer, MPI_Win window);
tlm_traffic tlm_exchange(MPI_Count sent, MPI_Datatype type, MPI_Count fetched, MPI_Datatype as,
                         int peer, MPI_Win window);
tlm_traffic tlm_synchronised(int peer, MPI_Win window);

/* Collective calls, by the data of this rank:
 *   collective    no data
 *   block         one block
 *   rooted        one block; none if the buffer is MPI_IN_PLACE, and none in the group of the root
 *                 of an intercommunicator
 *   blocks        one block per rank
 *   vector        one block per rank, of different lengths
 *   typed_blocks  one block per rank, of different lengths and types */
tlm_traffic tlm_collective(MPI_Comm comm);
tlm_traffic tlm_block(MPI_Count count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_rooted(const void *buffer, int root, MPI_Count count, MPI_Datatype type,
                       MPI_Comm comm);
tlm_traffic tlm_blocks(MPI_Count count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_vector(tlm_counts counts, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_typed_blocks(tlm_counts counts, tlm_types types, MPI_Comm comm);

/* Neighbourhood collectives, the same by neighbour. The peers are the neighbours that this rank
 * sends to; MPI_PROC_NULL, beyond the edge of a grid, is not one of them. */
tlm_traffic tlm_neighbour_block(MPI_Count count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_neighbour_blocks(MPI_Count count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_neighbour_vector(tlm_counts counts, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_neighbour_typed_blocks(tlm_counts counts, tlm_types types, MPI_Comm comm);

/* The element of this rank in an array with one count per rank. */
MPI_Count tlm_own_count(tlm_counts counts, MPI_Comm comm);

#pragma GCC visibility pop

#endif
