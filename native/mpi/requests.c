#include "requests.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A hash table with linear probing and backward-shift deletion (Knuth, volume 3, algorithm 6.4R).
 * Programs create persistent requests rarely and start them often. */

typedef struct {
    MPI_Request request; /* MPI_REQUEST_NULL if the slot is free */
    tlm_traffic traffic;
} slot;

enum { INITIAL_SLOTS = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static slot *slots;
static size_t capacity; /* a power of two */
static size_t used;

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
    if (request == MPI_REQUEST_NULL) return;
    (void)pthread_mutex_lock(&lock);
    if (2 * (used + 1) <= capacity || grow() == 0) put((slot){request, traffic});
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

void tlm_forget(MPI_Request request) {
    size_t at;
    if (request == MPI_REQUEST_NULL) return;
    (void)pthread_mutex_lock(&lock);
    at = capacity == 0 ? 0 : find(request);
    if (capacity > 0 && slots[at].request == request) remove_slot(at);
    (void)pthread_mutex_unlock(&lock);
}

static void add(tlm_traffic *sum, tlm_traffic traffic) {
    if (traffic.bytes >= 0) sum->bytes = traffic.bytes + (sum->bytes < 0 ? 0 : sum->bytes);
    sum->peers += traffic.peers;
}

tlm_traffic tlm_started(int count, const MPI_Request *requests) {
    tlm_traffic sum = tlm_no_traffic();
    (void)pthread_mutex_lock(&lock);
    for (int i = 0; i < count && capacity > 0; i++) {
        const slot *found = &slots[find(requests[i])];
        if (found->request == requests[i] && requests[i] != MPI_REQUEST_NULL)
            add(&sum, found->traffic);
    }
    (void)pthread_mutex_unlock(&lock);
    return sum;
}
