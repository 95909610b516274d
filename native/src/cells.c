#include "cells.h"

#include "arena.h"
#include "misuse.h"
#include "options.h"
#include "saved-cells.h"
#include "series.h"

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

static uint64_t *time_word(tl_thread *thread, tl_cell *cell, int64_t iteration) {
    uint64_t *word = cell->times == NULL ? NULL : tl_used_word(cell->times, iteration);
    if (word != NULL) return word;
    if (!tl_accepts_iteration(cell->times, iteration)) return NULL;
    if (cell->times == NULL) {
        tl_series *made = tl_alloc(&thread->arena, sizeof *made);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->times, made, __ATOMIC_RELEASE);
    }
    return tl_series_word(&thread->arena, cell->times, iteration);
}

/* Adds the time of a call in a loop. What is not stored by iteration is part of the sum. */
void tl_add_iteration(tl_thread *thread, const tl_frame *frame, uint64_t nanos) {
    tl_cell *cell = frame->cell;
    uint64_t *word = time_word(thread, cell, frame->iteration);
    if (word == NULL) {
        tl_count_misuse(TL_FAR_ITERATION, 1, frame->node->name);
        __atomic_store_n(&cell->nanos, cell->nanos + nanos, __ATOMIC_RELEASE);
    } else if (*word == 0) {
        __atomic_store_n(&cell->times->ran, cell->times->ran + 1, __ATOMIC_RELEASE);
        __atomic_store_n(word, nanos + 1, __ATOMIC_RELEASE);
    } else __atomic_store_n(word, *word + nanos, __ATOMIC_RELEASE);
    __atomic_store_n(&cell->calls, cell->calls + 1, __ATOMIC_RELEASE);
}

static void add_to_word(uint64_t *word, double value) {
    double sum = *word == 0 ? value : tl_decode_number(*word) + value;
    __atomic_store_n(word, tl_encode_number(sum), __ATOMIC_RELEASE);
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
    return tl_series_word(&thread->arena, cell->series[metric], iteration);
}

void tl_add_number(tl_thread *thread, const tl_frame *frame, int metric, double value) {
    uint64_t *word = NULL;
    uint32_t version = tl_start_change(thread);
    if (tl_is_saving(thread)) tl_save_number(thread, frame->cell, metric, frame->iteration);
    if (tl_accepts_iteration(frame->cell->times, frame->iteration))
        word = iteration_word(thread, frame->cell, metric, frame->iteration);
    if (word == NULL) word = sum_word(thread, frame->cell, metric);
    if (word == NULL) tl_count_misuse(TL_NO_MEMORY, 1, frame->node->name);
    else add_to_word(word, value);
    tl_end_change(thread, version);
}
