#include <treeline.h> /* before mpi.h, so that the communication is registered once */

#include "requests.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "operations.h"

/* A hash table with linear probing and backward-shift deletion (Knuth, volume 3, algorithm 6.4R).
 * Programs create persistent requests rarely and start them often.
 *
 * MPI libraries return one constant request for all sends that are complete at once. */

typedef struct {
    MPI_Request request; /* MPI_REQUEST_NULL if the slot is free */
    tlm_traffic traffic;
    tlm_operation operation;
    int is_persistent;
    uint32_t number; /* of the posted message in the trace; 0 if there is none */
    const tlm_group *group;
} slot;

enum { INITIAL_SLOTS = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static slot *slots;
static size_t capacity; /* a power of two */
static size_t used;
static int followed; /* posted messages */
static uint32_t last_number;

static size_t home(MPI_Request request) {
    uint64_t bits = 0;
    memcpy(&bits, &request, sizeof request);
    return (size_t)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (capacity - 1);
}

/* The slot of a request, or the free slot in which it belongs. */
static size_t find(MPI_Request request) {
    size_t at = home(request);
    while (slots[at].request != MPI_REQUEST_NULL && slots[at].request != request)
        at = (at + 1) & (capacity - 1);
    return at;
}

static void put(slot entry) {
    size_t at = find(entry.request);
    if (slots[at].request == MPI_REQUEST_NULL) used++;
    slots[at] = entry;
}

static int grow(void) {
    slot *old = slots;
    size_t old_capacity = capacity;
    size_t wanted = capacity == 0 ? INITIAL_SLOTS : 2 * capacity;
    slot *made = malloc(wanted * sizeof *made);
    if (made == NULL) return -1;
    for (size_t i = 0; i < wanted; i++) made[i].request = MPI_REQUEST_NULL;
    slots = made;
    capacity = wanted;
    used = 0;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].request != MPI_REQUEST_NULL) put(old[i]);
    free(old);
    return 0;
}

void tlm_remember(MPI_Request request, tlm_traffic traffic) {
    tlm_operation operation = tlm_this_operation;
    tlm_this_operation.shape = 0;
    if (request == MPI_REQUEST_NULL) return;
    (void)pthread_mutex_lock(&lock);
    if (2 * (used + 1) <= capacity || grow() == 0)
        put((slot){request, traffic, operation, 1, 0, NULL});
    (void)pthread_mutex_unlock(&lock);
}

/* Moves later entries of the same cluster forward, so that no search ends too early. */
static void remove_slot(size_t hole) {
    for (size_t at = (hole + 1) & (capacity - 1); slots[at].request != MPI_REQUEST_NULL;
         at = (at + 1) & (capacity - 1)) {
        size_t wanted = home(slots[at].request);
        int stays = hole < at ? wanted > hole && wanted <= at : wanted > hole || wanted <= at;
        if (stays) continue;
        slots[hole] = slots[at];
        hole = at;
    }
    slots[hole].request = MPI_REQUEST_NULL;
    used--;
}

static void stop_following(slot *of) {
    if (of->number == 0) return;
    of->number = 0;
    __atomic_sub_fetch(&followed, 1, __ATOMIC_RELAXED);
}

/* The slot of a request, NULL if it has none. */
static slot *known(MPI_Request request) {
    size_t at = capacity == 0 ? 0 : find(request);
    return capacity > 0 && slots[at].request == request ? &slots[at] : NULL;
}

void tlm_forget(MPI_Request request) {
    slot *found;
    if (request == MPI_REQUEST_NULL) return;
    (void)pthread_mutex_lock(&lock);
    found = known(request);
    if (found != NULL) {
        stop_following(found);
        remove_slot((size_t)(found - slots));
    }
    (void)pthread_mutex_unlock(&lock);
}

static void add(tlm_traffic *sum, tlm_traffic traffic) {
    if (traffic.bytes >= 0) sum->bytes = traffic.bytes + (sum->bytes < 0 ? 0 : sum->bytes);
    sum->peers += traffic.peers;
}

static void post(tlm_operation operation, MPI_Request request) {
    if (operation.shape == 0) return;
    operation.shape |= TLM_POSTS;
    operation.request = request;
    tlm_trace_post(&operation);
}

tlm_traffic tlm_started(int count, const MPI_Request *requests) {
    tlm_traffic sum = tlm_no_traffic();
    for (int i = 0; i < count; i++) {
        tlm_traffic one = tlm_no_traffic();
        tlm_operation operation = {.shape = 0};
        const slot *found;
        (void)pthread_mutex_lock(&lock);
        found = requests[i] == MPI_REQUEST_NULL ? NULL : known(requests[i]);
        if (found != NULL) {
            one = found->traffic;
            operation = found->operation;
        }
        (void)pthread_mutex_unlock(&lock);
        add(&sum, one);
        if (treeline_trace_is_on()) post(operation, requests[i]);
    }
    return sum;
}

static int is_complete(MPI_Request request) {
    int flag = 0;
    return PMPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag;
}

/* A request that is followed and not complete was completed by a call that we did not see. */
uint32_t tlm_follow(const tlm_operation *operation, const tlm_group *group) {
    MPI_Request request = operation->request;
    slot *found;
    uint32_t number = 0;
    if (request == MPI_REQUEST_NULL) return 0;
    (void)pthread_mutex_lock(&lock);
    found = known(request);
    if (found != NULL && found->number != 0 && !found->is_persistent && is_complete(request)) {
        (void)pthread_mutex_unlock(&lock);
        return 0;
    }
    if (found == NULL && (2 * (used + 1) <= capacity || grow() == 0)) {
        put((slot){request, tlm_no_traffic(), *operation, 0, 0, NULL});
        found = known(request);
    }
    if (found != NULL) {
        stop_following(found);
        if (++last_number == 0) last_number = 1;
        number = last_number;
        found->number = number;
        found->group = group;
        found->operation.shape = operation->shape & ~TLM_POSTS;
        __atomic_add_fetch(&followed, 1, __ATOMIC_RELAXED);
    }
    (void)pthread_mutex_unlock(&lock);
    return number;
}

int tlm_follows_any(void) { return __atomic_load_n(&followed, __ATOMIC_RELAXED) > 0; }

void tlm_follow_none(void) {
    (void)pthread_mutex_lock(&lock);
    for (size_t i = 0; i < capacity; i++)
        if (slots[i].request != MPI_REQUEST_NULL) stop_following(&slots[i]);
    (void)pthread_mutex_unlock(&lock);
}

static uint64_t received_bytes(const MPI_Status *status) {
    MPI_Count bytes = 0;
    int result = PMPI_Get_elements_x((MPI_Status *)(uintptr_t)status, MPI_BYTE, &bytes);
    return result != MPI_SUCCESS || bytes == MPI_UNDEFINED ? 0 : (uint64_t)bytes;
}

static void trace_completion(const slot *of, const MPI_Status *status) {
    int is_cancelled = 0;
    if ((of->operation.shape & TLM_SENDS) != 0) {
        treeline_trace_operation(TREELINE_COMPLETE_SEND, -1, -1, 0, 0, of->number);
        return;
    }
    (void)PMPI_Test_cancelled((MPI_Status *)(uintptr_t)status, &is_cancelled);
    if (is_cancelled) treeline_trace_operation(TREELINE_CANCEL, -1, -1, 0, 0, of->number);
    else
        treeline_trace_operation(TREELINE_COMPLETE_RECEIVE, tlm_group_number(of->group),
                                 tlm_world_rank(of->group, status->MPI_SOURCE), status->MPI_TAG,
                                 received_bytes(status), of->number);
}

void tlm_complete(MPI_Request request, const MPI_Status *status, int is_recorded) {
    slot *found;
    slot completed;
    if (request == MPI_REQUEST_NULL) return;
    (void)pthread_mutex_lock(&lock);
    found = known(request);
    completed.number = 0;
    if (found != NULL) {
        completed = *found;
        stop_following(found);
        if (!found->is_persistent) remove_slot((size_t)(found - slots));
    }
    (void)pthread_mutex_unlock(&lock);
    if (completed.number != 0 && is_recorded) trace_completion(&completed, status);
}
