#include <treeline.h> /* before mpi.h, so that the communication is registered once */

#include "operations.h"

#include <string.h>

#include "groups.h"
#include "requests.h"

static const struct {
    const char *name; /* without MPI_ */
    int kind;
} collectives[] = {{"Barrier", TREELINE_BARRIER},
                   {"Bcast", TREELINE_BROADCAST},
                   {"Gather", TREELINE_GATHER},
                   {"Gatherv", TREELINE_GATHERV},
                   {"Scatter", TREELINE_SCATTER},
                   {"Scatterv", TREELINE_SCATTERV},
                   {"Allgather", TREELINE_ALLGATHER},
                   {"Allgatherv", TREELINE_ALLGATHERV},
                   {"Alltoall", TREELINE_ALLTOALL},
                   {"Alltoallv", TREELINE_ALLTOALLV},
                   {"Alltoallw", TREELINE_ALLTOALLW},
                   {"Allreduce", TREELINE_ALLREDUCE},
                   {"Reduce", TREELINE_REDUCE},
                   {"Reduce_scatter", TREELINE_REDUCE_SCATTER},
                   {"Reduce_scatter_block", TREELINE_REDUCE_SCATTER_BLOCK},
                   {"Scan", TREELINE_SCAN},
                   {"Exscan", TREELINE_EXSCAN},
                   {"Finalize", TREELINE_FINALIZE}};

/* Also of the routine with large counts, such as Bcast_c. */
static int is_called(const char *name, const char *routine) {
    size_t length = strlen(routine);
    return strncmp(name, routine, length) == 0 &&
           (name[length] == '\0' || strcmp(name + length, "_c") == 0);
}

/* 0 for a non-blocking collective, which other calls complete: the trace has no operation for it. */
static int collective_kind(const char *name) {
    name += strlen("MPI_");
    if (name[0] == 'I' && strncmp(name, "Intercomm", 9) != 0) return 0;
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
        if (is_called(name, collectives[i].name)) return collectives[i].kind;
    return TREELINE_OTHER_COLLECTIVE;
}

static uint64_t whole(double bytes) { return bytes < 0 ? 0 : (uint64_t)bytes; }

static void trace_collective(const char *name, const tlm_group *group, const tlm_operation *operation) {
    int kind = collective_kind(name);
    if (kind == 0 || tlm_is_inter(group)) return;
    treeline_trace_operation(kind, tlm_group_number(group), tlm_world_rank(group, operation->root), 0,
                             whole(operation->sent.bytes), 0);
}

static void trace_end(int kind, const tlm_group *group, const tlm_end *end, uint32_t request) {
    treeline_trace_operation(kind, tlm_group_number(group), tlm_world_rank(group, end->peer),
                             end->tag, whole(end->bytes), request);
}

static void trace_post(const tlm_group *group, const tlm_operation *operation) {
    int is_send = (operation->shape & TLM_SENDS) != 0;
    uint32_t number = tlm_follow(operation, group);
    if (number == 0) {
        if (is_send) trace_end(TREELINE_SEND, group, &operation->sent, 0);
    } else if (is_send) trace_end(TREELINE_POST_SEND, group, &operation->sent, number);
    else
        treeline_trace_operation(TREELINE_POST_RECEIVE, tlm_group_number(group), -1, 0, 0, number);
}

void tlm_trace(const char *name, const tlm_operation *operation) {
    const tlm_group *group = operation->shape == 0 ? NULL : tlm_group_of(operation->comm);
    if (group == NULL) return;
    if ((operation->shape & TLM_COLLECTIVE) != 0) trace_collective(name, group, operation);
    else if ((operation->shape & TLM_POSTS) != 0) trace_post(group, operation);
    else {
        if ((operation->shape & TLM_SENDS) != 0) trace_end(TREELINE_SEND, group, &operation->sent, 0);
        if ((operation->shape & TLM_RECEIVES) != 0)
            trace_end(TREELINE_RECEIVE, group, &operation->received, 0);
    }
}

void tlm_trace_post(const tlm_operation *operation) {
    const tlm_group *group = operation->shape == 0 ? NULL : tlm_group_of(operation->comm);
    if (group != NULL) trace_post(group, operation);
}

tlm_traffic tlm_created(MPI_Comm made, MPI_Comm comm) {
    if (treeline_trace_is_on()) (void)tlm_group_of(made);
    return tlm_collective(comm);
}
