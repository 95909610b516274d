#include "event-stack.h"

#include "arena.h"
#include "cells.h"
#include "clock.h"
#include "misuse.h"

tl_frame *tl_new_frame(tl_thread *thread) {
    tl_frame *frame = tl_alloc(&thread->arena, sizeof *frame);
    if (frame == NULL) return NULL;
    frame->below = thread->top;
    frame->level = thread->top->level + 1;
    __atomic_store_n(&thread->top->above, frame, __ATOMIC_RELEASE);
    return frame;
}

static void add_time(tl_thread *thread, tl_frame *frame, uint64_t nanos) {
    tl_cell *cell = frame->cell;
    if (frame->iteration < 0) __atomic_store_n(&cell->nanos, cell->nanos + nanos, __ATOMIC_RELAXED);
    else if (tl_add_iteration(thread, cell, frame->iteration, nanos) != 0) {
        tl_count_misuse(TL_FAR_ITERATION, 1, frame->node->name);
        return;
    }
    __atomic_store_n(&cell->calls, cell->calls + 1, __ATOMIC_RELEASE);
}

void tl_end_top_event(tl_thread *thread, uint64_t now) {
    tl_frame *frame = thread->top;
    uint64_t start = frame->start;
    thread->top = frame->below;
    __atomic_store_n(&thread->current, frame->caller, __ATOMIC_RELEASE);
    if (frame->node == NULL) return;
    __atomic_store_n(&frame->start, 0, __ATOMIC_RELEASE);
    if (now < start) {
        tl_count_misuse(TL_CLOCK_BACK, 1, frame->node->name);
        now = start;
    }
    add_time(thread, frame, now - start);
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
