#include "values.h"

#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "clock.h"
#include "event-map.h"
#include "options.h"
#include "series.h"
#include "treeline.h"

/* The contexts of a rank, then the values by call path, as specified in docs/formats/snapshot.md.
 * Threads may record meanwhile: events that start later are omitted, and open events count with
 * their time up to now. */

typedef struct {
    const tl_node *node;
    const tl_cell *cell;
    int64_t iteration;
    uint64_t nanos;
} open_event;

/* A copy of the sums of a cell. */
typedef struct {
    const tl_cell *cell;
    uint64_t calls;
    uint64_t nanos;
} cell_copy;

/* The values of one thread, copied before they are written. */
typedef struct {
    open_event *open;
    uint32_t open_count;
    cell_copy *cells;     /* by path, each from the newest to the oldest repetition */
    uint32_t *first;      /* per path: index of its first cell; one more at the end */
    uint32_t *context_of; /* per repetition: 1 + its context number, or 0 without a context */
    uint32_t repetitions;
    uint32_t contexts;
} thread_values;

typedef struct {
    uint64_t contexts;
    uint64_t cells;
    uint64_t iterations;
} totals;

/* Reads an open event; 0 if there is none or it starts or ends meanwhile. */
static int read_open(open_event *into, const tl_frame *frame, uint64_t now) {
    uint64_t start = __atomic_load_n(&frame->start, __ATOMIC_ACQUIRE);
    if (start == 0) return 0;
    into->node = __atomic_load_n(&frame->node, __ATOMIC_ACQUIRE);
    into->cell = __atomic_load_n(&frame->cell, __ATOMIC_ACQUIRE);
    into->iteration = __atomic_load_n(&frame->iteration, __ATOMIC_ACQUIRE);
    into->nanos = now > start ? now - start : 0;
    return __atomic_load_n(&frame->start, __ATOMIC_ACQUIRE) == start && into->node != NULL &&
           (into->iteration < 0 || tl_accepts_iteration(into->cell, into->iteration));
}

static int collect_open(thread_values *values, const tl_thread *thread) {
    uint32_t frames = 0;
    uint64_t now = tl_now();
    const tl_frame *frame = tl_frame_above(&thread->bottom);
    for (const tl_frame *at = frame; at != NULL; at = tl_frame_above(at)) frames++;
    values->open = calloc(frames + 1u, sizeof *values->open);
    if (values->open == NULL) return -1;
    for (; frame != NULL && frames > 0; frame = tl_frame_above(frame), frames--)
        values->open_count += (uint32_t)read_open(&values->open[values->open_count], frame, now);
    return 0;
}

static int is_open(const thread_values *values, const tl_node *node) {
    for (uint32_t i = 0; i < values->open_count; i++)
        if (values->open[i].node == node) return 1;
    return 0;
}

static void add_open(const thread_values *values, cell_copy *copy) {
    for (uint32_t i = 0; i < values->open_count; i++)
        if (values->open[i].cell == copy->cell) {
            copy->calls++;
            copy->nanos += values->open[i].nanos;
        }
}

static uint32_t count_cells(const tl_thread *thread, uint32_t nodes, uint32_t *repetitions) {
    const tl_node *node = &thread->root;
    uint32_t cells = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        node = tl_next_node(node);
        for (const tl_cell *cell = tl_newest_cell(node); cell != NULL;
             cell = tl_earlier_cell(cell)) {
            cells++;
            if ((uint32_t)cell->repetition >= *repetitions)
                *repetitions = (uint32_t)cell->repetition + 1;
        }
    }
    return cells;
}

/* Reads the sums of each cell once, so that all output is based on the same values. */
static void collect_node(thread_values *values, const tl_node *node, uint32_t *count,
                         uint32_t room) {
    int open = is_open(values, node);
    for (const tl_cell *cell = tl_newest_cell(node); cell != NULL && *count < room;
         cell = tl_earlier_cell(cell)) {
        cell_copy *copy = &values->cells[*count];
        if ((uint32_t)cell->repetition >= values->repetitions) continue;
        copy->cell = cell;
        copy->calls = __atomic_load_n(&cell->calls, __ATOMIC_ACQUIRE);
        copy->nanos = __atomic_load_n(&cell->nanos, __ATOMIC_RELAXED);
        if (open) add_open(values, copy);
        if (copy->calls == 0) continue;
        values->context_of[cell->repetition] = 1;
        ++*count;
    }
}

static int collect_cells(thread_values *values, const tl_thread *thread, uint32_t nodes) {
    const tl_node *node = &thread->root;
    uint32_t room = count_cells(thread, nodes, &values->repetitions);
    uint32_t count = 0;
    values->cells = calloc(room + 1u, sizeof *values->cells);
    values->first = calloc(nodes + 1u, sizeof *values->first);
    values->context_of = calloc(values->repetitions + 1u, sizeof *values->context_of);
    if (values->cells == NULL || values->first == NULL || values->context_of == NULL) return -1;
    for (uint32_t i = 0; i < nodes; i++) {
        node = tl_next_node(node);
        values->first[i] = count;
        collect_node(values, node, &count, room);
    }
    values->first[nodes] = count;
    for (uint32_t i = 0; i < values->repetitions; i++)
        if (values->context_of[i] != 0) values->context_of[i] = ++values->contexts;
    return 0;
}

static void free_values(thread_values *values) {
    free(values->open);
    free(values->cells);
    free(values->first);
    free(values->context_of);
}

/* Run-length encoding of the repetitions that have a context. */
static void put_runs(tl_buffer *out, const thread_values *values) {
    tl_buffer runs = {0};
    uint64_t number = 0;
    uint32_t end = 0;
    for (uint32_t from = 0; from < values->repetitions; from = end) {
        uint32_t before = end;
        while (from < values->repetitions && values->context_of[from] == 0) from++;
        if (from == values->repetitions) break;
        for (end = from; end < values->repetitions && values->context_of[end] != 0;) end++;
        tl_put_varint(&runs, from - before);
        tl_put_varint(&runs, end - from);
        number++;
    }
    tl_put_varint(out, number);
    tl_put_raw(out, runs.bytes, runs.size);
    if (runs.failed) out->failed = 1;
    tl_free_buffer(&runs);
}

static void put_contexts(tl_buffer *out, const thread_values *values, const cell_copy *cells,
                         uint32_t count) {
    uint32_t before = 0;
    tl_put_varint(out, count == values->contexts ? 0 : 1);
    if (count == values->contexts) return;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t context = values->context_of[cells[i].cell->repetition];
        tl_put_varint(out, context - before - 1);
        before = context;
    }
}

static void put_calls(tl_buffer *out, const cell_copy *cells, uint32_t count) {
    int same = 1;
    for (uint32_t i = 1; i < count; i++) same &= cells[i].calls == cells[0].calls;
    tl_put_varint(out, same ? 1 + cells[0].calls : 0);
    for (uint32_t i = count; i-- > 0 && !same;) tl_put_varint(out, cells[i].calls);
}

static void put_times(tl_buffer *out, const cell_copy *cells, uint32_t count) {
    uint64_t before = 0;
    tl_put_varint(out, 0);
    for (uint32_t i = count; i-- > 0;) tl_put_delta(out, &before, 1 + cells[i].nanos);
}

/* Adds the time of open events to the word of an iteration. */
static uint64_t add_open_iteration(const thread_values *values, const tl_cell *cell, uint64_t place,
                                   uint64_t stored) {
    for (uint32_t i = 0; i < values->open_count; i++) {
        const open_event *open = &values->open[i];
        if (open->cell == cell && open->iteration == (int64_t)place)
            stored = (stored == 0 ? 1 : stored) + open->nanos;
    }
    return stored;
}

static uint64_t series_length(const thread_values *values, const tl_cell *cell) {
    const tl_series *times = __atomic_load_n(&cell->times, __ATOMIC_ACQUIRE);
    uint64_t length = times == NULL ? 0 : tl_series_length(times);
    for (uint32_t i = 0; i < values->open_count; i++) {
        const open_event *open = &values->open[i];
        if (open->cell == cell && open->iteration >= (int64_t)length)
            length = (uint64_t)open->iteration + 1;
    }
    return length;
}

static void put_series(tl_buffer *out, const thread_values *values, const cell_copy *copy,
                       totals *sums) {
    const tl_series *times = __atomic_load_n(&copy->cell->times, __ATOMIC_ACQUIRE);
    uint64_t length = series_length(values, copy->cell);
    uint64_t before = 0;
    if (length == 0) {
        tl_put_varint(out, 0);
        tl_put_varint(out, copy->nanos);
        return;
    }
    tl_put_varint(out, 1);
    tl_put_varint(out, 0); /* skipped iterations */
    tl_put_varint(out, length);
    for (uint64_t i = 0; i < length; i++) {
        uint64_t stored = times == NULL ? 0 : tl_series_at(times, i);
        if (values->open_count > 0) stored = add_open_iteration(values, copy->cell, i, stored);
        tl_put_delta(out, &before, stored);
    }
    sums->iterations += length;
}

static uint64_t number_word(const tl_cell *cell, int number) {
    const uint64_t *words = __atomic_load_n(&cell->numbers, __ATOMIC_ACQUIRE);
    return words == NULL ? 0 : __atomic_load_n(&words[number], __ATOMIC_RELAXED);
}

static const tl_series *number_series(const tl_cell *cell, int number) {
    tl_series **all = __atomic_load_n(&cell->series, __ATOMIC_ACQUIRE);
    return all == NULL ? NULL : __atomic_load_n(&all[number], __ATOMIC_ACQUIRE);
}

static void put_number_series(tl_buffer *out, const tl_cell *cell, int number) {
    const tl_series *series = number_series(cell, number);
    uint64_t length = series == NULL ? 0 : tl_series_length(series);
    uint64_t plain = number_word(cell, number);
    if (length > 0) {
        tl_put_varint(out, 2);
        tl_put_varint(out, 0);
        tl_put_varint(out, length);
        for (uint64_t i = 0; i < length; i++)
            tl_put_number(out, tl_decode_number(tl_series_at(series, i)));
    } else {
        tl_put_varint(out, plain == 0 ? 0 : 1);
        if (plain != 0) tl_put_number(out, tl_decode_number(plain));
    }
}

static void put_numbers(tl_buffer *out, const cell_copy *cells, uint32_t count, int number,
                        int is_each) {
    int is_there = 0;
    for (uint32_t i = 0; i < count && !is_there; i++)
        is_there = number_word(cells[i].cell, number) != 0 ||
                   (is_each && number_series(cells[i].cell, number) != NULL);
    tl_put_varint(out, !is_there ? 0 : is_each ? 2 : 1);
    for (uint32_t i = count; i-- > 0 && is_there;) {
        if (is_each) put_number_series(out, cells[i].cell, number);
        else tl_put_number(out, tl_decode_number(number_word(cells[i].cell, number)));
    }
}

static void put_path(tl_buffer *out, const thread_values *values, const tl_node *node,
                     const cell_copy *cells, uint32_t count, totals *sums) {
    int is_each = node->loop == TREELINE_EACH;
    tl_put_varint(out, count);
    put_contexts(out, values, cells, count);
    put_calls(out, cells, count);
    if (is_each) {
        tl_put_varint(out, 1);
        for (uint32_t i = count; i-- > 0;) put_series(out, values, &cells[i], sums);
    } else put_times(out, cells, count);
    for (int number = 0; number < tl_option.metrics; number++)
        put_numbers(out, cells, count, number, is_each);
    sums->cells += count;
}

typedef struct {
    int64_t number;
    uint32_t index;
    const tl_node *node;
} numbered_node;

static int by_number(const void *one, const void *other) {
    int64_t a = ((const numbered_node *)one)->number;
    int64_t b = ((const numbered_node *)other)->number;
    return a < b ? -1 : a > b;
}

static numbered_node *nodes_by_number(const tl_thread_view *view, const tl_path_table *table) {
    numbered_node *nodes = malloc((view->nodes + 1u) * sizeof *nodes);
    const tl_node *node = &view->thread->root;
    int ascend = 1;
    for (uint32_t i = 0; nodes != NULL && i < view->nodes; i++) {
        int64_t guess = i == 0 ? 0 : nodes[i - 1].number + 1;
        node = tl_next_node(node);
        nodes[i].node = node;
        nodes[i].index = i;
        nodes[i].number = tl_path_number(table, node->hash, guess);
        ascend &= i == 0 || nodes[i].number > nodes[i - 1].number;
    }
    if (nodes != NULL && !ascend) qsort(nodes, view->nodes, sizeof *nodes, by_number);
    return nodes;
}

static void put_paths(tl_buffer *body, const thread_values *values, const tl_thread_view *view,
                      const tl_path_table *table, totals *sums) {
    numbered_node *nodes = nodes_by_number(view, table);
    int64_t before = -1;
    if (nodes == NULL) body->failed = 1;
    for (uint32_t i = 0; nodes != NULL && i < view->nodes; i++) {
        uint32_t from = values->first[nodes[i].index];
        uint32_t count = values->first[nodes[i].index + 1] - from;
        if (count == 0 || nodes[i].number < 0) continue;
        tl_put_varint(body, (uint64_t)(nodes[i].number - before - 1));
        before = nodes[i].number;
        put_path(body, values, nodes[i].node, values->cells + from, count, sums);
    }
    free(nodes);
}

static void put_thread(tl_buffer *head, tl_buffer *body, const tl_thread_view *view,
                       const tl_path_table *table, totals *sums) {
    thread_values values = {0};
    size_t before = body->size;
    if (collect_open(&values, view->thread) != 0 ||
        collect_cells(&values, view->thread, view->nodes) != 0)
        body->failed = 1;
    else {
        put_paths(body, &values, view, table, sums);
        tl_put_varint(head, view->thread->number);
        tl_put_varint(head, body->size - before);
        put_runs(head, &values);
        sums->contexts += values.contexts;
    }
    free_values(&values);
}

void tl_put_values(tl_buffer *out, const tl_view *view, const tl_path_table *table) {
    tl_buffer head = {0};
    tl_buffer body = {0};
    totals sums = {0};
    for (uint32_t i = 0; i < view->count; i++)
        put_thread(&head, &body, &view->threads[i], table, &sums);
    if (head.failed || body.failed) {
        tl_put_varint(out, 1);
        tl_put_string(out, "out of memory");
    } else {
        tl_put_varint(out, 0);
        tl_put_varint(out, sums.contexts);
        tl_put_varint(out, sums.cells);
        tl_put_varint(out, sums.iterations);
        tl_put_varint(out, view->count);
        tl_put_raw(out, head.bytes, head.size);
        tl_put_raw(out, body.bytes, body.size);
    }
    tl_free_buffer(&head);
    tl_free_buffer(&body);
}
