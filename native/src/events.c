#include "base.h"

#include <math.h>
#include <string.h>

#include "cells.h"
#include "clock.h"
#include "event-map.h"
#include "event-stack.h"
#include "guard.h"
#include "misuse.h"
#include "options.h"
#include "path-cache.h"
#include "paths.h"
#include "recorder.h"
#include "recording.h"
#include "state.h"
#include "threads.h"
#include "trace-buffer.h"
#include "treeline.h"
#include "utf8-names.h"

/* Begin and end of events: the part of the recorder whose overhead every event pays. */

enum { TOKEN_LEVEL_BITS = 24, TOKEN_THREAD_BITS = 24 };

static const int64_t INVALID_ITERATION = INT64_MAX; /* only summed, and counted as misuse */

extern int omp_get_level(void) __attribute__((weak));

static uint8_t openmp_level(void) {
    int level = omp_get_level == NULL ? 0 : omp_get_level();
    return (uint8_t)(level < UINT8_MAX ? level : UINT8_MAX);
}

/* A new path has the level UINT8_MAX. Paths outside parallel regions reach level 0 at once, so
 * that most events compare one byte. */
static inline void lower_team(const tl_thread *thread, tl_node *node) {
    uint8_t level;
    if (node->team == 0 || thread->number > 0) return;
    level = openmp_level();
    if (level < node->team) __atomic_store_n(&node->team, level, __ATOMIC_RELAXED);
}

/* The current path of the first thread without the events that it began in the parallel region of
 * the calling thread: a worker may arrive when the first thread is already inside one. */
static const tl_node *path_around_region(const tl_thread *first, uint8_t level) {
    const tl_node *node = __atomic_load_n(&first->current, __ATOMIC_ACQUIRE);
    while (node != NULL && node->caller != NULL &&
           __atomic_load_n(&node->team, __ATOMIC_RELAXED) >= level)
        node = node->caller;
    return node;
}

/* The event map of this thread, or NULL if nothing is recorded. */
static inline tl_thread *this_thread(void) {
    tl_thread *thread = tl_this_thread;
    if (thread != NULL &&
        thread->generation == __atomic_load_n(&tl_recording.generation, __ATOMIC_RELAXED))
        return thread;
    return tl_enter_recording();
}

static uint64_t token(const tl_thread *thread, const tl_frame *frame) {
    return (uint64_t)thread->generation << (TOKEN_LEVEL_BITS + TOKEN_THREAD_BITS) |
           (uint64_t)thread->number << TOKEN_LEVEL_BITS | frame->level;
}

static void set_base(tl_thread *thread, const tl_node *path) {
    tl_node *mine;
    if (path == NULL) path = &thread->root; /* the event of the other thread is beyond a limit */
    mine = path == thread->base_of ? thread->base : tl_copy_path(thread, path);
    if (mine == NULL) return; /* at a limit */
    thread->base = mine;
    thread->base_of = path;
    __atomic_store_n(&thread->current, mine, __ATOMIC_RELEASE);
}

/* Events of a worker thread belong to the current repetition of its rank. In an OpenMP parallel
 * region they become children of the path at which the thread that started the recording began
 * the region. */
static void enter_worker(tl_thread *thread) {
    const tl_thread *first = __atomic_load_n(&tl_recording.first, __ATOMIC_ACQUIRE);
    uint8_t level = openmp_level();
    thread->repetition = __atomic_load_n(&tl_recording.repetition, __ATOMIC_RELAXED);
    set_base(thread, first != NULL && level > 0 ? path_around_region(first, level) : &thread->root);
    thread->top->caller = thread->current;
}

/* Every outermost event starts a repetition. A line of a trace belongs to one context, so with a
 * trace repetitions are not separated. */
static void begin_repetition(tl_thread *thread, tl_node *root) {
    int32_t times = root->times_as_root;
    int64_t limit = tl_option.trace ? 1 : tl_option.repetition_limit;
    if (times < limit) root->times_as_root = times + 1;
    else {
        times = (int32_t)limit - 1;
        if (times > 0) tl_count_misuse(TL_REPETITION_LIMIT, 1, root->name);
    }
    thread->repetition = times;
    __atomic_store_n(&tl_recording.repetition, times, __ATOMIC_RELAXED);
}

static tl_node *outermost_node(tl_thread *thread, const char *name, unsigned kind) {
    tl_node *node;
    if (thread->number > 0 && !thread->attached) enter_worker(thread);
    node = tl_find_child(thread, name, kind);
    if (node != NULL && thread->number == 0 && !thread->attached && !(kind & TREELINE_BETWEEN))
        begin_repetition(thread, node);
    return node;
}

static tl_node *search_node(tl_thread *thread, const char *name, unsigned kind) {
    if (thread->current == NULL) return NULL; /* inside an event that is beyond a limit */
    if (thread->current == thread->base) return outermost_node(thread, name, kind);
    if ((int64_t)thread->top->level > tl_option.depth_limit) {
        tl_count_misuse(TL_DEPTH_LIMIT, 1, name == NULL ? "" : name);
        return NULL;
    }
    return tl_find_child(thread, name, kind);
}

/* Most names are literals that the cache contains. */
static inline tl_node *node_to_record(tl_thread *thread, const char *name, unsigned kind) {
    tl_node *cached = tl_find_cached_path(&thread->cache, thread->current, name);
    if (cached != NULL && (kind & TREELINE_LITERAL) && thread->current != thread->base &&
        tl_has_name(cached, name))
        return cached;
    return search_node(thread, name, kind);
}

static int64_t checked_iteration(const tl_node *node, unsigned kind, int64_t iteration) {
    if (node->loop != (kind & (TREELINE_EACH | TREELINE_SUM))) {
        tl_count_misuse(TL_OTHER_LOOP, 1, node->name);
        return -1;
    }
    if (node->loop != TREELINE_EACH) return -1;
    return iteration < 0 ? INVALID_ITERATION : iteration;
}

/* The start is stored last, so a thread that reads it also reads the other fields. */
static void open_frame(tl_frame *frame, tl_node *node, tl_cell *cell, int64_t iteration) {
    __atomic_store_n(&frame->node, node, __ATOMIC_RELEASE);
    __atomic_store_n(&frame->cell, cell, __ATOMIC_RELEASE);
    __atomic_store_n(&frame->iteration, iteration, __ATOMIC_RELEASE);
    __atomic_store_n(&frame->start, tl_now(), __ATOMIC_RELEASE);
}

static inline void trace_begin(tl_thread *thread, tl_frame *frame) {
    frame->is_traced = tl_is_traced(&thread->trace) &&
                       tl_trace_begin(&thread->trace, frame->start, frame->node->index);
}

static uint64_t name_hash(const char *name) {
    return name == NULL ? 0 : tl_hash_bytes(name, strlen(name));
}

/* An event that is not recorded needs a frame, too, because the program will end it. */
static void skip_event(tl_thread *thread, tl_frame *frame, const char *name, int with_nested) {
    __atomic_store_n(&frame->node, NULL, __ATOMIC_RELEASE);
    frame->skipped = name_hash(name);
    if (with_nested) __atomic_store_n(&thread->current, NULL, __ATOMIC_RELEASE);
}

static uint64_t without_frame(tl_thread *thread, const char *name) {
    thread->unframed++;
    tl_count_misuse(TL_NO_MEMORY, 1, name == NULL ? "" : name);
    return 0;
}

static inline uint64_t begin_event(const char *name, unsigned kind, int64_t iteration) {
    tl_thread *thread = this_thread();
    tl_frame *frame;
    tl_node *node;
    tl_cell *cell;
    if (thread == NULL) return 0;
    frame = thread->top->above != NULL ? thread->top->above : tl_new_frame(thread);
    if (frame == NULL) return without_frame(thread, name);
    frame->caller = thread->current;
    frame->address = kind & TREELINE_LITERAL ? name : NULL;
    thread->top = frame;
    if (!__atomic_load_n(&tl_recording.records, __ATOMIC_RELAXED)) {
        skip_event(thread, frame, name, 0);
        return token(thread, frame);
    }
    node = node_to_record(thread, name, kind);
    cell = node == NULL ? NULL : node->cell;
    if (node != NULL && (cell == NULL || cell->repetition != thread->repetition))
        cell = tl_cell_of(thread, node, thread->repetition);
    if (node != NULL && cell == NULL) tl_count_misuse(TL_NO_MEMORY, 1, node->name);
    if (cell == NULL) {
        skip_event(thread, frame, name, 1);
        return token(thread, frame);
    }
    lower_team(thread, node);
    __atomic_store_n(&thread->current, node, __ATOMIC_RELEASE);
    open_frame(frame, node, cell, checked_iteration(node, kind, iteration));
    trace_begin(thread, frame);
    return token(thread, frame);
}

uint64_t treeline_begin_event(const char *name, unsigned kind, int64_t iteration) {
    uint64_t event;
    if (!tl_enter_guard()) {
        tl_reject_begin(name);
        return TL_REJECTED;
    }
    event = begin_event(name, kind, iteration);
    tl_leave_guard();
    return event;
}

static const char *frame_name(const tl_frame *frame) {
    return frame->node != NULL ? frame->node->name : "an event that is not recorded";
}

static int is_called(const tl_frame *frame, const char *name) {
    tl_name clean;
    if (frame->node == NULL) return frame->skipped == name_hash(name);
    if (strcmp(frame->node->name, name) == 0) return 1;
    tl_clean_name(&clean, *name == '\0' ? "(unnamed)" : name);
    return strcmp(frame->node->name, clean.text) == 0;
}

/* The innermost event has another name. */
static void end_misnamed(tl_thread *thread, const char *name, uint64_t now) {
    tl_frame *wanted = thread->top;
    if (!is_called(wanted, name) && tl_this_guard.open > 0 && tl_ends_rejected(name, 0)) return;
    while (wanted->level > 0 && !is_called(wanted, name)) wanted = wanted->below;
    if (wanted->level == 0) {
        tl_count_misuse(TL_NOT_OPEN, 1, name);
        return;
    }
    if (wanted != thread->top) tl_count_misuse(TL_OUT_OF_ORDER, 1, frame_name(thread->top));
    while (thread->top != wanted) tl_end_top_event(thread, now);
    tl_end_top_event(thread, now);
}

/* Whether the name is the literal with which the frame was opened. */
static inline int has_literal(const tl_frame *frame, const char *name) {
    return frame->address == name && frame->node != NULL && tl_has_name(frame->node, name);
}

static inline void end_named(const char *name, uint64_t now) {
    tl_thread *thread = this_thread();
    const tl_frame *frame;
    if (thread == NULL) return;
    frame = thread->top;
    if (tl_this_guard.open > 0 && tl_ends_rejected(name, frame->start)) return;
    if (thread->unframed > 0) thread->unframed--;
    else if (frame->level == 0) tl_count_misuse(TL_NOT_OPEN, 1, name == NULL ? "" : name);
    else if (name == NULL || has_literal(frame, name)) tl_end_top_event(thread, now);
    else end_misnamed(thread, name, now);
}

void treeline_end_named(const char *name) {
    uint64_t now = tl_now();
    if (!tl_enter_guard()) {
        tl_reject_end(name);
        return;
    }
    end_named(name, now);
    tl_leave_guard();
}

static void end_event(uint64_t event, uint64_t now) {
    tl_thread *thread = this_thread();
    uint32_t level = (uint32_t)event & ((1u << TOKEN_LEVEL_BITS) - 1);
    if (thread == NULL) return;
    if ((uint16_t)(event >> (TOKEN_LEVEL_BITS + TOKEN_THREAD_BITS)) != (uint16_t)thread->generation)
        return; /* the recording of this event has ended */
    if (((event >> TOKEN_LEVEL_BITS) & ((1u << TOKEN_THREAD_BITS) - 1)) != thread->number)
        tl_count_misuse(TL_OTHER_THREAD, 1, "");
    else if (thread->top->level < level) tl_count_misuse(TL_TWICE, 1, "");
    else {
        if (thread->top->level > level)
            tl_count_misuse(TL_OUT_OF_ORDER, 1, frame_name(thread->top));
        while (thread->top->level >= level) tl_end_top_event(thread, now);
    }
}

void treeline_end_event(uint64_t event) {
    uint64_t now = tl_now();
    if (event == TL_REJECTED) tl_reject_end(NULL);
    if (event == 0 || event == TL_REJECTED || !tl_enter_guard()) return;
    end_event(event, now);
    tl_leave_guard();
}

/* The frame of the innermost event; NULL if it is not recorded or no event is open. */
static tl_frame *innermost_frame(tl_thread *thread, const char *wanted) {
    if (thread == NULL) return NULL;
    if (thread->top->level == 0) tl_count_misuse(TL_NOT_OPEN, 1, wanted);
    return thread->top->level == 0 || thread->top->node == NULL ? NULL : thread->top;
}

static inline void add_number(int metric, double value) {
    tl_thread *thread = this_thread();
    tl_frame *frame = innermost_frame(thread, "a value");
    if (frame == NULL) return;
    if (metric < 0 || metric >= tl_option.metrics)
        tl_count_misuse(TL_UNDECLARED_METRIC, 1, frame->node->name);
    else if (!isfinite(value)) tl_count_misuse(TL_NOT_A_NUMBER, 1, frame->node->name);
    else tl_add_number(thread, frame, metric, value);
}

void treeline_add_number(int metric, double value) {
    if (!tl_enter_guard()) {
        tl_reject_value("a value");
        return;
    }
    add_number(metric, value);
    tl_leave_guard();
}

int treeline_metric_number(const char *metric) { return tl_metric_index(metric); }

static inline void add_named(const char *metric, double value) {
    int number;
    if (this_thread() == NULL) return;
    number = tl_metric_index(metric);
    if (number < 0 && tl_label_index(metric) >= 0) tl_count_misuse(TL_WRONG_KIND, 1, metric);
    else if (number < 0) tl_count_misuse(TL_UNDECLARED_METRIC, 1, metric);
    else add_number(number, value);
}

void treeline_add(const char *metric, double value) {
    if (!tl_enter_guard()) {
        tl_reject_value(metric);
        return;
    }
    add_named(metric, value);
    tl_leave_guard();
}

static void put_label(const char *label, const char *text) {
    tl_thread *thread = this_thread();
    tl_frame *frame = innermost_frame(thread, label);
    int number;
    if (frame == NULL || text == NULL) return;
    number = tl_label_index(label);
    if (number < 0)
        tl_count_misuse(tl_metric_index(label) >= 0 ? TL_WRONG_KIND : TL_UNDECLARED_METRIC, 1,
                        label);
    else if (tl_set_label(thread, frame->node, number, text) != 0)
        tl_count_misuse(TL_CHANGED_LABEL, 1, frame->node->name);
}

void treeline_put(const char *label, const char *text) {
    if (!tl_enter_guard()) {
        tl_reject_value(label);
        return;
    }
    put_label(label, text);
    tl_leave_guard();
}

const void *treeline_here(void) {
    const tl_thread *thread;
    const void *here;
    if (!treeline_is_on() || !tl_enter_guard()) return NULL;
    thread = this_thread();
    here = thread == NULL ? NULL : thread->current;
    tl_leave_guard();
    return here;
}

static void attach(tl_thread *thread, const void *path) {
    if (thread == NULL) return;
    if (thread->top->level > 0) {
        tl_count_misuse(TL_OUT_OF_ORDER, 1, "treeline_attach inside an event");
        return;
    }
    thread->repetition = __atomic_load_n(&tl_recording.repetition, __ATOMIC_RELAXED);
    set_base(thread, path);
    thread->attached = 1;
}

void treeline_attach(const void *path) {
    if (path == NULL || !treeline_is_on() || !tl_enter_guard()) return;
    attach(this_thread(), path);
    tl_leave_guard();
}

static void detach(tl_thread *thread) {
    if (thread == NULL || !thread->attached || thread->top->level > 0) return;
    set_base(thread, &thread->root);
    thread->attached = 0;
}

void treeline_detach(void) {
    if (!tl_enter_guard()) return;
    detach(tl_this_thread);
    tl_leave_guard();
}

int treeline_trace_is_on(void) { return tl_get_state() == TL_ON && tl_option.trace; }

static void trace_operation(const tl_trace_operation *operation) {
    tl_thread *thread = this_thread();
    if (thread != NULL && thread->top->level > 0 && thread->top->node != NULL &&
        thread->top->is_traced)
        tl_add_trace_operation(&thread->trace, operation);
}

void treeline_trace_operation(int kind, int group, int peer, int tag, uint64_t bytes,
                              uint32_t request) {
    tl_trace_operation operation = {kind, group, peer, tag, bytes, request};
    if (!treeline_trace_is_on() || !tl_enter_guard()) return;
    trace_operation(&operation);
    tl_leave_guard();
}
