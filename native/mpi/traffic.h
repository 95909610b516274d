/* The traffic of an MPI call, and the event that records the call. Shared by the C and Fortran
 * interceptors. */
#ifndef TREELINE_TRAFFIC_H
#define TREELINE_TRAFFIC_H

#include <mpi.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The bytes of this rank, or -1 if a call carries no data, and the number of other ranks. */
typedef struct {
    double bytes;
    int peers;
} tlm_traffic;

/* Begins the event of an MPI call. 0 if nothing is recorded, or if another MPI call encloses this
 * one. */
uint64_t tlm_enter(const char *name);
void tlm_leave(uint64_t event, tlm_traffic traffic);

/* Start and end the recording; called after MPI_Init and before MPI_Finalize. */
void tlm_after_init(int result);
void tlm_before_finalize(void);

/* MPI_Pcontrol: level 0 pauses the recording, any other level resumes it. */
void tlm_control(int level);

tlm_traffic tlm_no_traffic(void);
tlm_traffic tlm_message(int count, MPI_Datatype type, int peer);
tlm_traffic tlm_received(const MPI_Status *status, int peer);
tlm_traffic tlm_sum(tlm_traffic one, tlm_traffic other);
tlm_traffic tlm_probed(int peer);
tlm_traffic tlm_file(int count, MPI_Datatype type);

/* Collective calls, by the data of this rank:
 *   collective    no data
 *   block         one block
 *   rooted        one block; none if the buffer is MPI_IN_PLACE, and none in the group of the root
 *                 of an intercommunicator
 *   blocks        one block per rank
 *   vector        one block per rank, of different lengths
 *   typed_blocks  one block per rank, of different lengths and types */
tlm_traffic tlm_collective(MPI_Comm comm);
tlm_traffic tlm_block(int count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_rooted(const void *buffer, int root, int count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_blocks(int count, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_vector(const int *counts, MPI_Datatype type, MPI_Comm comm);
tlm_traffic tlm_typed_blocks(const int *counts, const MPI_Datatype *types, MPI_Comm comm);

/* The ranks of a communicator, or of the remote group of an intercommunicator. */
int tlm_partners(MPI_Comm comm);

/* The element of this rank in an array with one count per rank. */
int tlm_own_count(const int *counts, MPI_Comm comm);

#pragma GCC visibility pop

#endif
