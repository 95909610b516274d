#include "cut.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "saved-cells.h"
#include "series.h"
#include "threads.h"

/* The reading side of cuts. A thread that is interrupted in the middle of a change is waited for,
 * because on a busy machine that may take long. After MAX_TRIES naps (10 s at least) it is read as
 * it is. */
enum { MAX_TRIES = 200000, NAP_NANOS = 50000 };

static void nap(void) {
    struct timespec pause = {0, NAP_NANOS};
    (void)nanosleep(&pause, NULL);
}

void tl_open_cut(tl_cut *cut, tl_thread *thread) {
    static uint32_t last;
    memset(cut, 0, sizeof *cut);
    cut->thread = thread;
    if (thread == tl_this_thread) cut->tries = MAX_TRIES; /* in a handler: it does not go on */
    do cut->number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    while (cut->number == 0);
    __atomic_store_n(&thread->cut_wanted, cut->number, __ATOMIC_SEQ_CST);
}

void tl_close_cut(tl_cut *cut) {
    __atomic_store_n(&cut->thread->cut_wanted, 0, __ATOMIC_RELEASE);
    free(cut->open);
    cut->open = NULL;
}

static int is_taken(const tl_cut *cut) {
    return __atomic_load_n(&cut->thread->cut_taken, __ATOMIC_ACQUIRE) == cut->number;
}

static const tl_cut_state *state_of(const tl_cut *cut) {
    return __atomic_load_n(&cut->thread->cut, __ATOMIC_ACQUIRE);
}

static int reserve_open(tl_cut *cut, uint32_t events) {
    tl_open_event *more;
    if (cut->open != NULL && events <= cut->open_room) return 0;
    more = realloc(cut->open, (events + 1u) * sizeof *more);
    if (more == NULL) return -1;
    cut->open = more;
    cut->open_room = events;
    return 0;
}

static int read_frames(tl_cut *cut) {
    uint32_t frames = 0;
    const tl_frame *frame = tl_frame_above(&cut->thread->bottom);
    for (; frame != NULL; frame = tl_frame_above(frame)) frames++;
    if (reserve_open(cut, frames) != 0) return -1;
    cut->open_count = tl_list_open_events(cut->thread, cut->open, frames);
    return 0;
}

/* Differs if an event has begun meanwhile. */
static uint64_t fingerprint(const tl_thread *thread) {
    uint64_t sum = 0;
    const tl_frame *frame = tl_frame_above(&thread->bottom);
    for (; frame != NULL; frame = tl_frame_above(frame))
        sum = 31 * sum + __atomic_load_n(&frame->start, __ATOMIC_ACQUIRE);
    return sum;
}

/* Frames are not saved, so they are read at one version or taken from the state. */
int tl_read_open_events(tl_cut *cut) {
    uint64_t begun;
    for (;;) {
        cut->version = __atomic_load_n(&cut->thread->version, __ATOMIC_ACQUIRE);
        cut->is_taken = is_taken(cut);
        if (cut->is_taken) break;
        begun = fingerprint(cut->thread);
        if (read_frames(cut) != 0) return -1;
        if (cut->version % 2 == 0 && fingerprint(cut->thread) == begun &&
            __atomic_load_n(&cut->thread->version, __ATOMIC_ACQUIRE) == cut->version)
            return 0;
        if (cut->tries++ >= MAX_TRIES) return 0;
        nap();
    }
    if (reserve_open(cut, state_of(cut)->open_count) != 0) return -1;
    cut->open_count = state_of(cut)->open_count;
    memcpy(cut->open, state_of(cut)->open, cut->open_count * sizeof *cut->open);
    return 0;
}

int tl_is_at_once(tl_cut *cut) {
    uint32_t version = __atomic_load_n(&cut->thread->version, __ATOMIC_ACQUIRE);
    if (cut->is_taken) return 1;
    if (is_taken(cut)) version = state_of(cut)->version;
    return version == cut->version || cut->tries++ >= MAX_TRIES;
}

/* What was saved of a cell; NULL if it has not changed up to now. */
static const tl_saved_cell *saved_of(const tl_cut *cut, const tl_cell *cell) {
    const tl_saved_cell *saved = __atomic_load_n(&cell->saved, __ATOMIC_ACQUIRE);
    if (saved == NULL || __atomic_load_n(&saved->cut, __ATOMIC_ACQUIRE) != cut->number) return NULL;
    return saved;
}

void tl_read_sums(const tl_cut *cut, const tl_cell *cell, uint64_t *calls, uint64_t *nanos) {
    const tl_saved_cell *saved;
    *calls = __atomic_load_n(&cell->calls, __ATOMIC_ACQUIRE);
    *nanos = __atomic_load_n(&cell->nanos, __ATOMIC_ACQUIRE);
    saved = saved_of(cut, cell);
    if (saved == NULL) return;
    *calls = saved->calls;
    *nanos = saved->nanos;
}

uint64_t tl_read_number(const tl_cut *cut, const tl_cell *cell, int metric) {
    const uint64_t *words = __atomic_load_n(&cell->numbers, __ATOMIC_ACQUIRE);
    uint64_t word = words == NULL ? 0 : __atomic_load_n(&words[metric], __ATOMIC_ACQUIRE);
    const tl_saved_cell *saved = saved_of(cut, cell);
    if (saved == NULL) return word;
    return saved->has_numbers ? saved->numbers[metric] : 0;
}

int tl_reserve_words(tl_series_copy *copy, uint64_t words) {
    uint64_t *more;
    if (copy->words != NULL && words <= copy->room) return 0;
    more = realloc(copy->words, (size_t)(words + words / 2 + 8) * sizeof *more);
    if (more == NULL) return -1;
    copy->words = more;
    copy->room = words + words / 2 + 8;
    return 0;
}

static int copy_words(const tl_series *series, int64_t first, int64_t end, tl_series_copy *into) {
    into->first = first;
    into->length = (uint64_t)(end - first);
    if (tl_reserve_words(into, into->length) != 0) return -1;
    for (uint64_t i = 0; i < into->length; i++)
        into->words[i] = tl_series_at(series, first + (int64_t)i);
    return 0;
}

static void put_pages(const tl_saved_series *saved, tl_series_copy *into) {
    uint64_t **pages = __atomic_load_n(&saved->pages, __ATOMIC_ACQUIRE);
    for (uint64_t from = 0; pages != NULL && from < into->length; from += TL_PAGE_WORDS) {
        const uint64_t *page = __atomic_load_n(&pages[from / TL_PAGE_WORDS], __ATOMIC_ACQUIRE);
        uint64_t words = into->length - from < TL_PAGE_WORDS ? into->length - from : TL_PAGE_WORDS;
        if (page != NULL) memcpy(into->words + from, page, words * sizeof *page);
    }
}

/* Leaves out absent iterations at both ends. */
static void trim(tl_series_copy *copy) {
    uint64_t skipped = 0;
    while (copy->length > 0 && copy->words[copy->length - 1] == 0) copy->length--;
    while (skipped < copy->length && copy->words[skipped] == 0) skipped++;
    if (skipped == 0) return;
    copy->length -= skipped;
    copy->first += (int64_t)skipped;
    memmove(copy->words, copy->words + skipped, (size_t)copy->length * sizeof *copy->words);
}

static const tl_series *series_of(const tl_cell *cell, int metric) {
    tl_series **all;
    if (metric == TL_TIMES) return __atomic_load_n(&cell->times, __ATOMIC_ACQUIRE);
    all = __atomic_load_n(&cell->series, __ATOMIC_ACQUIRE);
    return all == NULL ? NULL : __atomic_load_n(&all[metric], __ATOMIC_ACQUIRE);
}

static int read_saved(const tl_saved_cell *saved, const tl_series *series, int metric,
                      tl_series_copy *into) {
    const tl_saved_series *range = &saved->times;
    if (metric != TL_TIMES && !saved->has_series) return 0;
    if (metric != TL_TIMES) range = &saved->series[metric];
    if (range->first == range->end) return 0;
    if (copy_words(series, range->first, range->end, into) != 0) return -1;
    put_pages(range, into);
    return 0;
}

int tl_read_series(const tl_cut *cut, const tl_cell *cell, int metric, tl_series_copy *into) {
    const tl_series *series = series_of(cell, metric);
    const tl_saved_cell *saved;
    int failed = 0;
    into->first = 0;
    into->length = 0;
    if (series == NULL) return 0;
    if (saved_of(cut, cell) == NULL)
        failed = copy_words(series, tl_series_first(series), tl_series_end(series), into);
    saved = saved_of(cut, cell);
    if (saved != NULL) {
        into->length = 0;
        failed = read_saved(saved, series, metric, into);
    }
    if (failed == 0) trim(into);
    return failed;
}
