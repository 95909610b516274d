#include "values.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cut.h"
#include "event-map.h"
#include "options.h"
#include "saved-cells.h"
#include "series.h"
#include "treeline.h"

/* The contexts of a rank, then the values by call path, as specified in docs/formats/snapshot.md.
 * Threads may record meanwhile: each is read as of one moment, see cut.h, and open events count
 * with their time up to that moment. */

/* Tests define TL_STEP_NANOS to make reading take longer. */
static void between_steps(void) {
#ifdef TL_STEP_NANOS
    struct timespec pause = {0, TL_STEP_NANOS};
    (void)nanosleep(&pause, NULL);
#endif
}

/* A copy of the sums of a cell. */
typedef struct {
    const tl_cell *cell;
    uint64_t calls;
    uint64_t nanos;
} cell_copy;

/* The values of one thread, copied before they are written. */
typedef struct {
    const tl_cut *cut;
    cell_copy *cells;     /* by path, each from the newest to the oldest repetition */
    uint32_t *first;      /* per path: index of its first cell; one more at the end */
    uint32_t *context_of; /* per repetition: 1 + its context number, or 0 without a context */
    uint32_t repetitions;
    uint32_t contexts;
    tl_series_copy series; /* of the cell that is being written */
    int failed;            /* memory was exhausted */
} thread_values;

typedef struct {
    uint64_t contexts;
    uint64_t cells;
    uint64_t iterations;
    tl_buffer *lengths; /* of the path entries, without their numbers; may be NULL */
} totals;

static void add_open(const tl_cut *cut, cell_copy *copy) {
    for (uint32_t i = 0; i < cut->open_count; i++)
        if (cut->open[i].cell == copy->cell) {
            copy->calls++;
            if (cut->open[i].iteration < 0) copy->nanos += cut->open[i].nanos;
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
    for (const tl_cell *cell = tl_newest_cell(node); cell != NULL && *count < room;
         cell = tl_earlier_cell(cell)) {
        cell_copy *copy = &values->cells[*count];
        if ((uint32_t)cell->repetition >= values->repetitions) continue;
        copy->cell = cell;
        tl_read_sums(values->cut, cell, &copy->calls, &copy->nanos);
        add_open(values->cut, copy);
        if (copy->calls == 0) continue;
        values->context_of[cell->repetition] = 1;
        ++*count;
    }
}

static int collect_cells(thread_values *values, const tl_thread_view *view) {
    const tl_node *node = &view->thread->root;
    uint32_t nodes = view->nodes;
    uint32_t room = count_cells(view->thread, nodes, &values->repetitions);
    uint32_t count = 0;
    if (values->repetitions > view->repetitions) values->repetitions = view->repetitions;
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
    free(values->series.words);
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

/* Extends the copied series to an iteration. */
static int cover(tl_series_copy *copy, int64_t iteration) {
    uint64_t more;
    if (copy->length == 0) copy->first = iteration;
    more = iteration < copy->first ? (uint64_t)(copy->first - iteration)
           : iteration < copy->first + (int64_t)copy->length
               ? 0
               : (uint64_t)(iteration - copy->first) + 1 - copy->length;
    if (more == 0) return 0;
    if (tl_reserve_words(copy, copy->length + more) != 0) return -1;
    if (iteration < copy->first) {
        memmove(copy->words + more, copy->words, (size_t)copy->length * sizeof *copy->words);
        memset(copy->words, 0, (size_t)more * sizeof *copy->words);
        copy->first = iteration;
    } else memset(copy->words + copy->length, 0, (size_t)more * sizeof *copy->words);
    copy->length += more;
    return 0;
}

/* Adds the time of open events to their iterations. */
static int add_open_iterations(const tl_cut *cut, const tl_cell *cell, tl_series_copy *copy) {
    for (uint32_t i = 0; i < cut->open_count; i++) {
        const tl_open_event *open = &cut->open[i];
        uint64_t *word;
        if (open->cell != cell || open->iteration < 0) continue;
        if (cover(copy, open->iteration) != 0) return -1;
        word = copy->words + (open->iteration - copy->first);
        *word = (*word == 0 ? 1 : *word) + open->nanos;
    }
    return 0;
}

static void put_series(tl_buffer *out, thread_values *values, const cell_copy *copy,
                       totals *sums) {
    tl_series_copy *series = &values->series;
    uint64_t before = 0;
    if (tl_read_series(values->cut, copy->cell, TL_TIMES, series) != 0 ||
        add_open_iterations(values->cut, copy->cell, series) != 0)
        values->failed = 1;
    if (series->length == 0 || values->failed) {
        tl_put_varint(out, 0);
        tl_put_varint(out, copy->nanos);
        return;
    }
    tl_put_varint(out, copy->nanos == 0 ? 1 : 2);
    if (copy->nanos > 0) tl_put_varint(out, copy->nanos);
    tl_put_varint(out, (uint64_t)series->first);
    tl_put_varint(out, series->length);
    for (uint64_t i = 0; i < series->length; i++) tl_put_delta(out, &before, series->words[i]);
    sums->iterations += series->length;
}

static int has_number_series(const tl_cell *cell, int number) {
    tl_series **all = __atomic_load_n(&cell->series, __ATOMIC_ACQUIRE);
    return all != NULL && __atomic_load_n(&all[number], __ATOMIC_ACQUIRE) != NULL;
}

static void put_number_series(tl_buffer *out, thread_values *values, const tl_cell *cell,
                              int number) {
    tl_series_copy *series = &values->series;
    uint64_t plain = tl_read_number(values->cut, cell, number);
    if (tl_read_series(values->cut, cell, number, series) != 0) {
        values->failed = 1;
        series->length = 0;
    }
    tl_put_varint(out, (series->length > 0 ? 2u : 0u) + (plain != 0 ? 1u : 0u));
    if (plain != 0) tl_put_number(out, tl_decode_number(plain));
    if (series->length == 0) return;
    tl_put_varint(out, (uint64_t)series->first);
    tl_put_varint(out, series->length);
    for (uint64_t i = 0; i < series->length; i++)
        tl_put_number(out, tl_decode_number(series->words[i]));
}

static void put_numbers(tl_buffer *out, thread_values *values, const cell_copy *cells,
                        uint32_t count, int number, int is_each) {
    int is_there = 0;
    for (uint32_t i = 0; i < count && !is_there; i++)
        is_there = tl_read_number(values->cut, cells[i].cell, number) != 0 ||
                   (is_each && has_number_series(cells[i].cell, number));
    tl_put_varint(out, !is_there ? 0 : is_each ? 2 : 1);
    for (uint32_t i = count; i-- > 0 && is_there;) {
        if (is_each) put_number_series(out, values, cells[i].cell, number);
        else
            tl_put_number(out, tl_decode_number(
                                   tl_read_number(values->cut, cells[i].cell, number)));
    }
}

static void put_path(tl_buffer *out, thread_values *values, const tl_node *node,
                     const cell_copy *cells, uint32_t count, totals *sums) {
    int is_each = node->loop == TREELINE_EACH;
    tl_put_varint(out, count);
    put_contexts(out, values, cells, count);
    put_calls(out, cells, count);
    between_steps();
    if (is_each) {
        tl_put_varint(out, 1);
        for (uint32_t i = count; i-- > 0;) put_series(out, values, &cells[i], sums);
    } else put_times(out, cells, count);
    for (int number = 0; number < tl_option.metrics; number++)
        put_numbers(out, values, cells, count, number, is_each);
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

static void put_paths(tl_buffer *body, thread_values *values, const tl_thread_view *view,
                      const tl_path_table *table, totals *sums) {
    numbered_node *nodes = nodes_by_number(view, table);
    int64_t before = -1;
    size_t start;
    if (nodes == NULL) body->failed = 1;
    for (uint32_t i = 0; nodes != NULL && i < view->nodes; i++) {
        uint32_t from = values->first[nodes[i].index];
        uint32_t count = values->first[nodes[i].index + 1] - from;
        if (count == 0 || nodes[i].number < 0) continue;
        tl_put_varint(body, (uint64_t)(nodes[i].number - before - 1));
        before = nodes[i].number;
        start = body->size;
        put_path(body, values, nodes[i].node, values->cells + from, count, sums);
        if (sums->lengths != NULL) tl_put_varint(sums->lengths, body->size - start);
    }
    free(nodes);
}

/* One attempt to read a thread; 0 if memory is exhausted. */
static int put_thread_values(tl_buffer *body, thread_values *values, tl_cut *cut,
                             const tl_thread_view *view, const tl_path_table *table,
                             totals *sums) {
    values->cut = cut;
    if (tl_read_open_events(cut) != 0) return 0;
    between_steps();
    if (collect_cells(values, view) != 0) return 0;
    put_paths(body, values, view, table, sums);
    return !values->failed;
}

static void put_thread(tl_buffer *head, tl_buffer *body, const tl_thread_view *view,
                       const tl_path_table *table, totals *sums) {
    size_t before = body->size;
    size_t lengths_before = sums->lengths == NULL ? 0 : sums->lengths->size;
    totals earlier = *sums;
    thread_values values = {0};
    tl_cut cut;
    int is_read;
    tl_open_cut(&cut, view->thread);
    for (;;) {
        is_read = put_thread_values(body, &values, &cut, view, table, sums);
        if (!is_read || tl_is_at_once(&cut)) break;
        free_values(&values);
        memset(&values, 0, sizeof values);
        body->size = before;
        *sums = earlier;
        if (sums->lengths != NULL) sums->lengths->size = lengths_before;
    }
    tl_close_cut(&cut);
    if (is_read) {
        tl_put_varint(head, view->thread->number);
        tl_put_varint(head, body->size - before);
        put_runs(head, &values);
        sums->contexts += values.contexts;
    } else body->failed = 1;
    free_values(&values);
}

void tl_put_values(tl_buffer *out, const tl_view *view, const tl_path_table *table,
                   tl_buffer *lengths) {
    tl_buffer head = {0};
    tl_buffer body = {0};
    totals sums = {0, 0, 0, lengths};
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
