/* Operations of MPI calls in the trace. */
#ifndef TREELINE_OPERATIONS_H
#define TREELINE_OPERATIONS_H

#include "traffic.h"

#pragma GCC visibility push(hidden)

/* Stores the operation of the innermost event, an MPI call of this name. */
void tlm_trace(const char *name, const tlm_operation *operation);

/* Stores a started persistent request as a message that MPI_Start posts. */
void tlm_trace_post(const tlm_operation *operation);

/* The traffic of a call on `comm` that creates a communicator: the trace defines it at once, so that
 * all members define communicators in the order of their creation. */
tlm_traffic tlm_created(MPI_Comm made, MPI_Comm comm);

#pragma GCC visibility pop

#endif
