/* The requests of a call that completes some of them, for traces. */
#ifndef TREELINE_COMPLETION_H
#define TREELINE_COMPLETION_H

#include <mpi.h>

#pragma GCC visibility push(hidden)

enum { TLM_FEW_REQUESTS = 16 };

/* The handles before the call, which sets those of completed requests to MPI_REQUEST_NULL. */
typedef struct {
    int count; /* 0 if there is nothing to follow */
    int is_recorded;
    MPI_Request *requests;
    MPI_Status *statuses; /* in place of those that the program ignores; NULL if not needed */
    MPI_Request few_requests[TLM_FEW_REQUESTS];
    MPI_Status few_statuses[TLM_FEW_REQUESTS];
} tlm_batch;

/* Returns the statuses for the call. */
MPI_Status *tlm_open_batch(tlm_batch *batch, int count, const MPI_Request *requests,
                           MPI_Status *statuses);

/* The same without handles and statuses, for callers that fill them in. Returns whether any are
 * needed. */
int tlm_prepare_batch(tlm_batch *batch, int count);

void tlm_add_completed(tlm_batch *batch, int index, const MPI_Status *status);
void tlm_add_all_completed(tlm_batch *batch, const MPI_Status *statuses);
void tlm_add_some_completed(tlm_batch *batch, int count, const int *indices,
                            const MPI_Status *statuses);
void tlm_close_batch(tlm_batch *batch);

#pragma GCC visibility pop

#endif
