/* What an MPI call moves between ranks, and how it is recorded as an event. Shared by the entry
 * points of C and of Fortran. */
#ifndef TREELINE_TRAFFIC_H
#define TREELINE_TRAFFIC_H

#include <mpi.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* bytes: of this rank, or -1 where a call carries no data. peers: ranks that it deals with. */
typedef struct {
    double bytes;
    int peers;
} tlm_traffic;

/* A call of MPI begins; 0 where it is not recorded: nothing is, or another call is around it. */
uint64_t tlm_enter(const char *name);
void tlm_leave(uint64_t event, tlm_traffic moved);

/* MPI has begun, and is about to end. */
void tlm_begun(int result);
void tlm_ending(void);
void tlm_control(int level);

tlm_traffic tlm_nothing(void);
tlm_traffic tlm_message(int count, MPI_Datatype type, int peer);
tlm_traffic tlm_arrived(const MPI_Status *status, int peer);
tlm_traffic tlm_both(tlm_traffic one, tlm_traffic other);
tlm_traffic tlm_probed(int peer);
tlm_traffic tlm_file(int count, MPI_Datatype type);

/* Collective calls: without data; with a block of this rank; with a block that the root may leave
 * where it is (buffer) or not have at all; with a block for each rank; with blocks of different
 * lengths, and of different types. */
tlm_traffic tlm_together(MPI_Comm comm);
tlm_traffic tlm_block(int count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_rooted(const void *buffer, int root, int count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_blocks(int count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_vector(const int *counts, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_mixed(const int *counts, const MPI_Datatype *types, MPI_Comm comm);

/* Ranks on the other side of a communicator: all, or of two groups the other group. */
int tlm_partners(MPI_Comm comm);

/* The count of this rank among those of all. */
int tlm_own(const int *counts, MPI_Comm comm);

#pragma GCC visibility pop

#endif
