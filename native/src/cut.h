/* A cut: the values of a thread at one moment, read by another thread while it records.
 *
 * Copy-on-write. The reader asks for a cut. The thread finds the request when it next ends
 * an event or adds to a metric, notes its open events, and from then on saves a cell before it first changes it.
 * The reader uses what was saved, and other cells as they are. A thread without events changes
 * nothing, so a version counter (seqlock) is enough to detect that. Rejected: a seqlock alone,
 * because a busy thread changes some cell during every copy; and copies of everything by the thread
 * itself, because a program must not stop for as long as that takes. */
#ifndef TREELINE_CUT_H
#define TREELINE_CUT_H

#include "base.h"

#include "event-map.h"
#include "saved-cells.h"

#pragma GCC visibility push(hidden)

typedef struct {
    tl_thread *thread;
    uint32_t number;
    uint32_t version;
    int is_taken;
    int tries;
    tl_open_event *open;
    uint32_t open_count;
    uint32_t open_room;
} tl_cut;

/* A copy of a series: words[0] is that of iteration `first`. */
typedef struct {
    int64_t first;
    uint64_t length;
    uint64_t *words;
    uint64_t room;
} tl_series_copy;

enum { TL_TIMES = -1 };

void tl_open_cut(tl_cut *cut, tl_thread *thread);
int tl_read_open_events(tl_cut *cut); /* first in each attempt; -1 if memory is exhausted */
int tl_is_at_once(tl_cut *cut);       /* 0: what was read since then must be read again */
void tl_close_cut(tl_cut *cut);

void tl_read_sums(const tl_cut *cut, const tl_cell *cell, uint64_t *calls, uint64_t *nanos);
uint64_t tl_read_number(const tl_cut *cut, const tl_cell *cell, int metric);
int tl_read_series(const tl_cut *cut, const tl_cell *cell, int metric, tl_series_copy *into);
int tl_reserve_words(tl_series_copy *copy, uint64_t words); /* -1 if memory is exhausted */

#pragma GCC visibility pop

#endif
