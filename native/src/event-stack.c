#include "event-stack.h"

#include "arena.h"
#include "cells.h"
#include "clock.h"
#include "misuse.h"
#include "saved-cells.h"
#include "trace-buffer.h"

tl_frame *tl_new_frame(tl_thread *thread) {
    tl_frame *frame = tl_alloc(&thread->arena, sizeof *frame);
    if (frame == NULL) return NULL;
    frame->below = thread->top;
    frame->level = thread->top->level + 1;
    __atomic_store_n(&thread->top->above, frame, __ATOMIC_RELEASE);
    return frame;
}

static void end_recorded(tl_thread *thread, tl_frame *frame, uint64_t now) {
    uint64_t start = frame->start;
    tl_cell *cell = frame->cell;
    __atomic_store_n(&frame->start, 0, __ATOMIC_RELEASE);
    if (now < start) {
        tl_count_misuse(TL_CLOCK_BACK, 1, frame->node->name);
        now = start;
    }
    if (frame->is_traced) tl_trace_end(&thread->trace, now);
    if (tl_is_saving(thread)) tl_save_time(thread, cell, frame->iteration);
    if (frame->iteration >= 0) {
        tl_add_iteration(thread, frame, now - start);
        return;
    }
    __atomic_store_n(&cell->nanos, cell->nanos + (now - start), __ATOMIC_RELEASE);
    __atomic_store_n(&cell->calls, cell->calls + 1, __ATOMIC_RELEASE);
}

void tl_end_top_event(tl_thread *thread, uint64_t now) {
    tl_frame *frame = thread->top;
    uint32_t version = tl_start_change(thread);
    thread->top = frame->below;
    __atomic_store_n(&thread->current, frame->caller, __ATOMIC_RELEASE);
    /* 0: not recorded, or a handler has left its begin by longjmp */
    if (frame->start != 0) end_recorded(thread, frame, now);
    tl_end_change(thread, version);
}

uint32_t tl_end_all_events(tl_thread *thread) {
    uint64_t now = tl_now();
    uint32_t open = thread->top->level;
    while (thread->top->level > 0) tl_end_top_event(thread, now);
    return open;
}

uint32_t tl_count_open_events(const tl_thread *thread) {
    uint32_t open = 0;
    const tl_frame *frame = tl_frame_above(&thread->bottom);
    for (; frame != NULL; frame = tl_frame_above(frame))
        if (__atomic_load_n(&frame->start, __ATOMIC_ACQUIRE) != 0) open++;
    return open;
}
