#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "series.h"
#include "treeline.h"

static uint64_t estimate_values(const tl_node *node) {
    uint64_t values = __atomic_load_n(&node->cells, __ATOMIC_RELAXED);
    if (node->loop != TREELINE_EACH) return values;
    for (const tl_cell *cell = tl_newest_cell(node); cell != NULL; cell = tl_earlier_cell(cell)) {
        const tl_series *times = __atomic_load_n(&cell->times, __ATOMIC_ACQUIRE);
        if (times != NULL) values += (uint64_t)(tl_series_end(times) - tl_series_first(times));
    }
    return values;
}

static void add_thread(tl_view *view, tl_thread *thread, uint32_t nodes) {
    const tl_node *node = &thread->root;
    view->threads[view->count].thread = thread;
    view->threads[view->count++].nodes = nodes;
    for (uint32_t i = 0; i < nodes; i++) {
        const tl_cell *newest;
        node = tl_next_node(node);
        newest = tl_newest_cell(node);
        if (newest != NULL && newest->repetition > view->last_repetition)
            view->last_repetition = newest->repetition;
        view->values += estimate_values(node);
    }
}

/* The first thread and all others with call paths. 0, or -1 if memory is exhausted. */
int tl_take_view(tl_view *view) {
    uint32_t threads = 0;
    tl_thread *thread;
    memset(view, 0, sizeof *view);
    view->last_repetition = -1;
    for (thread = tl_recording.first; thread != NULL; thread = tl_next_thread(thread)) threads++;
    view->threads = calloc(threads + 1u, sizeof *view->threads);
    if (view->threads == NULL) return -1;
    for (thread = tl_recording.first; thread != NULL && threads > 0;
         thread = tl_next_thread(thread), threads--) {
        uint32_t nodes = __atomic_load_n(&thread->nodes, __ATOMIC_ACQUIRE);
        if (nodes > 0 || thread->number == 0) add_thread(view, thread, nodes);
    }
    for (uint32_t i = 0; i < view->count; i++)
        view->threads[i].repetitions = (uint32_t)(view->last_repetition + 1);
    return 0;
}
