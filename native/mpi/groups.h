/* Communicators in the trace. */
#ifndef TREELINE_GROUPS_H
#define TREELINE_GROUPS_H

#include <mpi.h>

#pragma GCC visibility push(hidden)

typedef struct tlm_group tlm_group;

/* The group of a communicator, defined at its first use; NULL if there is none. */
const tlm_group *tlm_group_of(MPI_Comm comm);

int tlm_group_number(const tlm_group *group);
int tlm_is_inter(const tlm_group *group);

/* The world rank of a rank of the communicator, or of the remote group of an intercommunicator; -1
 * if unknown. */
int tlm_world_rank(const tlm_group *group, int rank);

void tlm_forget_groups(void); /* before each start: their numbers are no longer valid */

#pragma GCC visibility pop

#endif
