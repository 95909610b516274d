/* The event map of a thread: its call paths, their measurements and the stack of open events.
 *
 * Only its own thread writes an event map, without locks. Snapshots and the end of the recording
 * read it from other threads meanwhile, so everything they read is published by atomic stores. */
#ifndef TREELINE_EVENT_MAP_H
#define TREELINE_EVENT_MAP_H

#include "base.h"

#include <string.h>

#include "arena.h"
#include "path-cache.h"
#include "series.h"
#include "trace-buffer.h"

#pragma GCC visibility push(hidden)

/* The measurements of one call path in one repetition. */
typedef struct tl_cell {
    struct tl_cell *earlier; /* of an earlier repetition */
    uint64_t nanos;     /* of calls that are not stored by iteration */
    uint64_t calls;
    tl_series *times;   /* if each iteration is stored: nanoseconds + 1 */
    uint64_t *numbers;  /* one encoded number per metric */
    tl_series **series; /* per metric: encoded numbers by iteration */
    struct tl_saved_cell *saved; /* at the moment of a cut, see cut.h */
    int32_t repetition;
} tl_cell;

/* A call path of one thread. */
typedef struct tl_node {
    struct tl_node *caller; /* NULL for the node above all roots */
    struct tl_node *next;   /* in order of creation, so callers precede callees */
    struct tl_node *recent; /* the child that was last found by its name */
    const char *name;   /* followed by zeros up to a multiple of 8 bytes */
    size_t length;
    size_t last_word;   /* the offset of the 8 bytes that contain the final zero */
    uint64_t last_mask; /* the bits of that word up to the zero */
    uint64_t hash; /* of the whole path, the same on every rank */
    tl_cell *cell; /* of the newest repetition */
    const char **labels;
    uint32_t index;
    uint32_t cells;
    int32_t times_as_root;
    uint8_t loop; /* 0, TREELINE_EACH or TREELINE_SUM */
    uint8_t common; /* 0 if only some ranks have it */
    uint8_t team;   /* first thread: the lowest OpenMP nesting level at which it began */
} tl_node;

/* An open event. Frames are reused: there is one per depth. */
typedef struct tl_frame {
    struct tl_frame *below;
    struct tl_frame *above;
    tl_node *node;   /* NULL: the event is not recorded */
    tl_node *caller; /* the current path before this event */
    tl_cell *cell;
    const char *address; /* of its name if that is a literal, else NULL; only to compare */
    uint64_t skipped;    /* the hash of its name if the event is not recorded */
    int64_t iteration;   /* -1 if iterations are summed */
    uint64_t start;      /* 0 while no event is open at this depth */
    uint32_t level;
    int is_traced; /* the trace contains its begin */
} tl_frame;

typedef struct tl_thread {
    struct tl_thread *next;      /* of the recording, by number */
    struct tl_thread *next_free; /* in the list of maps whose thread has exited */
    tl_arena arena;
    tl_node root;
    tl_node *base; /* the parent of outermost events: the root, or a path of another thread */
    const tl_node *base_of; /* the node of the other thread */
    tl_node *current;
    tl_frame bottom;
    tl_frame *top;
    tl_node *last;   /* in order of creation */
    tl_node **table; /* open addressing by hash */
    uint32_t table_size;
    uint32_t nodes;
    uint32_t number; /* 0 for the thread that started the recording */
    uint32_t generation;
    uint32_t unframed; /* open events without a frame, because memory was exhausted */
    int32_t repetition;
    int attached;
    int is_orphan; /* the recording has ended before the thread */
    uint32_t version;    /* odd while the thread changes events or cells */
    uint32_t cut_wanted; /* the number of the cut that another thread reads, or 0 */
    uint32_t cut_taken;  /* the number of the cut for which this thread saves cells, or 0 */
    struct tl_cut_state *cut; /* for the cut, see cut.h */
    tl_trace_buffer trace;
    tl_path_cache cache;
} tl_thread;

int tl_has_slow_name(const tl_node *node, const char *text);

/* Whether a call path has this name. Whole words are compared, so bytes after the string are read,
 * but none of the next page. Sanitizers do not know this. */
static inline int tl_has_name(const tl_node *node, const char *text) {
#if !defined(TL_SANITIZED)
    enum { PAGE = 4096, WORD = sizeof(uint64_t) }; /* the smallest page of any system */
    uint64_t mine;
    uint64_t other;
    if (((uintptr_t)text & (PAGE - 1)) + node->last_word + WORD <= PAGE) {
        for (size_t i = 0; i < node->last_word; i += WORD) {
            memcpy(&mine, node->name + i, WORD);
            memcpy(&other, text + i, WORD);
            if (mine != other) return 0;
        }
        memcpy(&mine, node->name + node->last_word, WORD);
        memcpy(&other, text + node->last_word, WORD);
        return ((mine ^ other) & node->last_mask) == 0;
    }
#endif
    return tl_has_slow_name(node, text);
}

/* Reads that are safe from other threads. */

static inline tl_thread *tl_next_thread(const tl_thread *thread) {
    return __atomic_load_n(&thread->next, __ATOMIC_ACQUIRE);
}

static inline const tl_node *tl_next_node(const tl_node *node) {
    return __atomic_load_n(&node->next, __ATOMIC_ACQUIRE);
}

static inline const tl_cell *tl_newest_cell(const tl_node *node) {
    return __atomic_load_n(&node->cell, __ATOMIC_ACQUIRE);
}

static inline const tl_cell *tl_earlier_cell(const tl_cell *cell) {
    return __atomic_load_n(&cell->earlier, __ATOMIC_ACQUIRE);
}

static inline const tl_frame *tl_frame_above(const tl_frame *frame) {
    return __atomic_load_n(&frame->above, __ATOMIC_ACQUIRE);
}

tl_thread *tl_new_event_map(void); /* NULL if memory is exhausted */
void tl_free_event_map(tl_thread *thread);

#pragma GCC visibility pop

#endif
