#include "saved-cells.h"

#include <string.h>

#include "arena.h"
#include "clock.h"
#include "options.h"
#include "series.h"

/* If memory is exhausted, a cell is not saved, and the cut may have its later values. */

uint32_t tl_list_open_events(const tl_thread *thread, tl_open_event *into, uint32_t room) {
    uint64_t now = tl_now();
    uint32_t count = 0;
    const tl_frame *frame = tl_frame_above(&thread->bottom);
    for (; frame != NULL && count < room; frame = tl_frame_above(frame)) {
        uint64_t start = __atomic_load_n(&frame->start, __ATOMIC_ACQUIRE);
        int64_t iteration = __atomic_load_n(&frame->iteration, __ATOMIC_ACQUIRE);
        const tl_cell *cell = __atomic_load_n(&frame->cell, __ATOMIC_ACQUIRE);
        const tl_series *times;
        if (start == 0 || cell == NULL) continue;
        times = __atomic_load_n(&cell->times, __ATOMIC_ACQUIRE);
        into[count].cell = cell;
        into[count].iteration = tl_accepts_iteration(times, iteration) ? iteration : -1;
        into[count].nanos = now > start ? now - start : 0;
        count++;
    }
    return count;
}

static tl_cut_state *state_of(tl_thread *thread) {
    tl_cut_state *state = thread->cut;
    uint32_t depth = thread->top->level;
    if (state == NULL) state = tl_alloc(&thread->arena, sizeof *state);
    if (state == NULL) return NULL;
    if (state->open_room < depth || state->open == NULL) {
        uint32_t room = 2 * depth + 8;
        tl_open_event *more = tl_alloc(&thread->arena, room * sizeof *more);
        if (more == NULL) return NULL;
        state->open = more;
        state->open_room = room;
    }
    __atomic_store_n(&thread->cut, state, __ATOMIC_RELEASE);
    return state;
}

/* Called between changes. */
void tl_take_cut(tl_thread *thread) {
    uint32_t wanted = __atomic_load_n(&thread->cut_wanted, __ATOMIC_ACQUIRE);
    if (wanted != 0) {
        tl_cut_state *state = state_of(thread);
        if (state == NULL) return;
        state->open_count = tl_list_open_events(thread, state->open, state->open_room);
        state->version = thread->version;
    }
    __atomic_store_n(&thread->cut_taken, wanted, __ATOMIC_RELEASE);
}

static void give_page(tl_cut_state *state, uint64_t *page) {
    memcpy(page, &state->free_pages, sizeof state->free_pages);
    state->free_pages = page;
}

static uint64_t *new_page(tl_thread *thread) {
    uint64_t *page = thread->cut->free_pages;
    if (page == NULL) return tl_alloc(&thread->arena, TL_PAGE_WORDS * sizeof *page);
    memcpy(&thread->cut->free_pages, page, sizeof thread->cut->free_pages);
    return page;
}

static uint64_t pages_of(const tl_saved_series *saved) {
    return ((uint64_t)(saved->end - saved->first) + TL_PAGE_WORDS - 1) / TL_PAGE_WORDS;
}

static void save_range(tl_thread *thread, tl_saved_series *saved, const tl_series *series) {
    for (uint64_t i = 0; saved->pages != NULL && i < pages_of(saved); i++) {
        if (saved->pages[i] != NULL) give_page(thread->cut, saved->pages[i]);
        saved->pages[i] = NULL;
    }
    saved->first = series == NULL ? 0 : series->base - (int64_t)series->down_used;
    saved->end = series == NULL ? 0 : series->base + (int64_t)series->up_used;
    if (saved->room < pages_of(saved)) __atomic_store_n(&saved->pages, NULL, __ATOMIC_RELEASE);
}

static void save_numbers(tl_thread *thread, tl_saved_cell *saved, const tl_cell *cell) {
    size_t bytes = sizeof *saved->numbers * (size_t)tl_option.metrics;
    saved->has_numbers = cell->numbers != NULL;
    if (cell->numbers == NULL) return;
    if (saved->numbers == NULL) saved->numbers = tl_alloc(&thread->arena, bytes);
    if (saved->numbers == NULL) saved->has_numbers = 0;
    else memcpy(saved->numbers, cell->numbers, bytes);
}

static void save_series(tl_thread *thread, tl_saved_cell *saved, const tl_cell *cell) {
    size_t bytes = sizeof *saved->series * (size_t)tl_option.metrics;
    saved->has_series = cell->series != NULL;
    if (cell->series == NULL) return;
    if (saved->series == NULL) saved->series = tl_alloc(&thread->arena, bytes);
    if (saved->series == NULL) saved->has_series = 0;
    for (int i = 0; i < tl_option.metrics && saved->has_series; i++)
        save_range(thread, &saved->series[i], cell->series[i]);
}

static tl_saved_cell *save_cell(tl_thread *thread, tl_cell *cell) {
    tl_saved_cell *saved = cell->saved;
    if (saved == NULL) saved = tl_alloc(&thread->arena, sizeof *saved);
    if (saved == NULL || saved->cut == thread->cut_taken) return saved;
    saved->nanos = cell->nanos;
    saved->calls = cell->calls;
    save_numbers(thread, saved, cell);
    save_range(thread, &saved->times, cell->times);
    save_series(thread, saved, cell);
    __atomic_store_n(&saved->cut, thread->cut_taken, __ATOMIC_RELEASE);
    __atomic_store_n(&cell->saved, saved, __ATOMIC_RELEASE);
    return saved;
}

static uint64_t **page_table(tl_thread *thread, tl_saved_series *saved) {
    if (saved->pages == NULL) {
        uint64_t room = 2 * pages_of(saved);
        uint64_t **made = tl_alloc(&thread->arena, room * sizeof *made);
        if (made == NULL) return NULL;
        saved->room = room;
        __atomic_store_n(&saved->pages, made, __ATOMIC_RELEASE);
    }
    return saved->pages;
}

/* Saves the page with this iteration before the first change. */
static void save_page(tl_thread *thread, tl_saved_series *saved, const tl_series *series,
                      int64_t number) {
    uint64_t index = (uint64_t)(number - saved->first) / TL_PAGE_WORDS;
    int64_t first = saved->first + (int64_t)index * TL_PAGE_WORDS;
    uint64_t **pages;
    uint64_t *page;
    if (series == NULL || number < saved->first || number >= saved->end) return;
    pages = page_table(thread, saved);
    if (pages == NULL || pages[index] != NULL) return;
    page = new_page(thread);
    if (page == NULL) return;
    for (int i = 0; i < TL_PAGE_WORDS && first + i < saved->end; i++)
        page[i] = tl_series_at(series, first + i);
    __atomic_store_n(&pages[index], page, __ATOMIC_RELEASE);
}

void tl_save_time(tl_thread *thread, tl_cell *cell, int64_t iteration) {
    tl_saved_cell *saved = save_cell(thread, cell);
    if (saved != NULL && iteration >= 0) save_page(thread, &saved->times, cell->times, iteration);
}

void tl_save_number(tl_thread *thread, tl_cell *cell, int metric, int64_t iteration) {
    tl_saved_cell *saved = save_cell(thread, cell);
    if (saved != NULL && iteration >= 0 && saved->has_series)
        save_page(thread, &saved->series[metric], cell->series[metric], iteration);
}
