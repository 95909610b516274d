#include "completion.h"

#include <stdlib.h>
#include <string.h>

#include "requests.h"

int tlm_prepare_batch(tlm_batch *batch, int count) {
    batch->count = 0;
    batch->is_recorded = 0;
    batch->requests = batch->few_requests;
    batch->statuses = NULL;
    if (count <= 0 || !tlm_follows_any()) return 0;
    if (count > TLM_FEW_REQUESTS) {
        batch->requests = malloc((size_t)count * sizeof *batch->requests);
        if (batch->requests == NULL) return 0;
    }
    batch->count = count;
    return 1;
}

MPI_Status *tlm_open_batch(tlm_batch *batch, int count, const MPI_Request *requests,
                           MPI_Status *statuses) {
    if (!tlm_prepare_batch(batch, count)) return statuses;
    memcpy(batch->requests, requests, (size_t)count * sizeof *requests);
    if (statuses != MPI_STATUS_IGNORE && statuses != MPI_STATUSES_IGNORE) return statuses;
    batch->statuses = batch->few_statuses;
    if (count > TLM_FEW_REQUESTS) batch->statuses = malloc((size_t)count * sizeof *statuses);
    if (batch->statuses != NULL) return batch->statuses;
    tlm_close_batch(batch);
    return statuses;
}

void tlm_close_batch(tlm_batch *batch) {
    if (batch->requests != batch->few_requests) free(batch->requests);
    if (batch->statuses != batch->few_statuses) free(batch->statuses);
    batch->requests = batch->few_requests;
    batch->statuses = NULL;
    batch->count = 0;
}

void tlm_add_completed(tlm_batch *batch, int index, const MPI_Status *status) {
    if (index < 0 || index >= batch->count) return; /* MPI_UNDEFINED */
    tlm_complete(batch->requests[index], status, batch->is_recorded);
}

void tlm_add_all_completed(tlm_batch *batch, const MPI_Status *statuses) {
    for (int i = 0; i < batch->count; i++) tlm_add_completed(batch, i, &statuses[i]);
}

void tlm_add_some_completed(tlm_batch *batch, int count, const int *indices,
                            const MPI_Status *statuses) {
    for (int i = 0; i < count; i++) tlm_add_completed(batch, indices[i], &statuses[i]);
}
