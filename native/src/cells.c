#include "cells.h"

#include "arena.h"
#include "misuse.h"
#include "options.h"
#include "series.h"

/* An iteration number up to FREE_ITERATIONS is always accepted. Beyond, at least one iteration in
 * SPARSEST must have run, so that a wild number cannot exhaust the program's memory. */
enum { FREE_ITERATIONS = 1 << 16, SPARSEST = 64 };

int tl_accepts_iteration(const tl_cell *cell, int64_t iteration) {
    uint64_t calls = __atomic_load_n(&cell->calls, __ATOMIC_RELAXED);
    if (iteration < 0 || iteration >= tl_option.iteration_limit) return 0;
    return iteration < FREE_ITERATIONS || (uint64_t)iteration < (calls + 1) * SPARSEST;
}

/* The cell of a repetition; NULL if memory is exhausted. The list is in descending order, because
 * the newest repetition is wanted most often. */
tl_cell *tl_cell_of(tl_thread *thread, tl_node *node, int32_t repetition) {
    tl_cell **place = &node->cell;
    tl_cell *made;
    while (*place != NULL && (*place)->repetition > repetition) place = &(*place)->earlier;
    if (*place != NULL && (*place)->repetition == repetition) return *place;
    made = tl_alloc(&thread->arena, sizeof *made);
    if (made == NULL) return NULL;
    made->repetition = repetition;
    made->earlier = *place;
    __atomic_store_n(place, made, __ATOMIC_RELEASE);
    __atomic_store_n(&node->cells, node->cells + 1, __ATOMIC_RELAXED);
    return made;
}

/* 0, or -1 if the iteration is not accepted or memory is exhausted. */
int tl_add_iteration(tl_thread *thread, tl_cell *cell, int64_t iteration, uint64_t nanos) {
    uint64_t *word;
    if (!tl_accepts_iteration(cell, iteration)) return -1;
    if (cell->times == NULL) {
        tl_series *made = tl_alloc(&thread->arena, sizeof *made);
        if (made == NULL) return -1;
        __atomic_store_n(&cell->times, made, __ATOMIC_RELEASE);
    }
    word = tl_series_word(&thread->arena, cell->times, (uint64_t)iteration);
    if (word == NULL) return -1;
    __atomic_store_n(word, *word == 0 ? nanos + 1 : *word + nanos, __ATOMIC_RELAXED);
    return 0;
}

static void add_to_word(uint64_t *word, double value) {
    double sum = *word == 0 ? value : tl_decode_number(*word) + value;
    __atomic_store_n(word, tl_encode_number(sum), __ATOMIC_RELAXED);
}

static uint64_t *sum_word(tl_thread *thread, tl_cell *cell, int metric) {
    if (cell->numbers == NULL) {
        size_t bytes = sizeof *cell->numbers * (size_t)tl_option.metrics;
        uint64_t *made = tl_alloc(&thread->arena, bytes);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->numbers, made, __ATOMIC_RELEASE);
    }
    return cell->numbers + metric;
}

static uint64_t *iteration_word(tl_thread *thread, tl_cell *cell, int metric, int64_t iteration) {
    if (cell->series == NULL) {
        size_t bytes = sizeof *cell->series * (size_t)tl_option.metrics;
        tl_series **made = tl_alloc(&thread->arena, bytes);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->series, made, __ATOMIC_RELEASE);
    }
    if (cell->series[metric] == NULL) {
        tl_series *made = tl_alloc(&thread->arena, sizeof *made);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->series[metric], made, __ATOMIC_RELEASE);
    }
    return tl_series_word(&thread->arena, cell->series[metric], (uint64_t)iteration);
}

void tl_add_number(tl_thread *thread, const tl_frame *frame, int metric, double value) {
    uint64_t *word;
    if (frame->iteration >= 0 && !tl_accepts_iteration(frame->cell, frame->iteration)) {
        tl_count_misuse(TL_FAR_ITERATION, 1, frame->node->name);
        return;
    }
    word = frame->iteration < 0 ? sum_word(thread, frame->cell, metric)
                                : iteration_word(thread, frame->cell, metric, frame->iteration);
    if (word == NULL) tl_count_misuse(TL_NO_MEMORY, 1, frame->node->name);
    else add_to_word(word, value);
}
