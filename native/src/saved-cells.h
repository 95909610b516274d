/* Cells as they were at the moment of a cut, saved by the thread that records. cut.h reads them. */
#ifndef TREELINE_SAVED_CELLS_H
#define TREELINE_SAVED_CELLS_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

enum { TL_PAGE_WORDS = 512 };

typedef struct {
    const tl_cell *cell;
    int64_t iteration; /* -1 if the time is not stored by iteration */
    uint64_t nanos;
} tl_open_event;

/* The iterations [first, end) of a series, and copies of the pages that have changed since. */
typedef struct {
    int64_t first;
    int64_t end;
    uint64_t **pages;
    uint64_t room; /* of pages */
} tl_saved_series;

typedef struct tl_saved_cell {
    uint32_t cut; /* of which cut */
    int has_numbers;
    int has_series;
    uint64_t nanos;
    uint64_t calls;
    uint64_t *numbers;
    tl_saved_series times;
    tl_saved_series *series;
} tl_saved_cell;

/* For the cut of a thread. */
typedef struct tl_cut_state {
    uint32_t version; /* of the thread at the moment of the cut */
    uint32_t open_count;
    uint32_t open_room;
    tl_open_event *open;
    uint64_t *free_pages; /* each has the address of the next in its first word */
} tl_cut_state;

/* The frames of a thread as open events, up to `room`; returns their number. */
uint32_t tl_list_open_events(const tl_thread *thread, tl_open_event *into, uint32_t room);

/* For the thread that records. Every change of cells is between start and end. All stores in between
 * are release stores, so that they follow the change of the version. The begin of an event changes
 * no cell; its last store makes it visible. */

void tl_take_cut(tl_thread *thread);
void tl_save_time(tl_thread *thread, tl_cell *cell, int64_t iteration);
void tl_save_number(tl_thread *thread, tl_cell *cell, int metric, int64_t iteration);

static inline int tl_is_saving(const tl_thread *thread) {
    return thread->cut_taken != 0;
}

/* The version during the change, for its end: to load it again would take longer. It is odd, also
 * if the program has left the change before by longjmp. */
static inline uint32_t tl_start_change(tl_thread *thread) {
    uint32_t version = (thread->version + 1) | 1;
    if (__atomic_load_n(&thread->cut_wanted, __ATOMIC_RELAXED) != thread->cut_taken)
        tl_take_cut(thread);
    __atomic_store_n(&thread->version, version, __ATOMIC_RELAXED);
    return version;
}

static inline void tl_end_change(tl_thread *thread, uint32_t version) {
    __atomic_store_n(&thread->version, version + 1, __ATOMIC_RELEASE);
}

#pragma GCC visibility pop

#endif
