/* A view: the threads and call paths that exist at one moment, while the program continues. */
#ifndef TREELINE_VIEW_H
#define TREELINE_VIEW_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

typedef struct {
    tl_thread *thread;
    uint32_t nodes;
    uint32_t repetitions; /* later ones are not part of the view */
} tl_thread_view;

typedef struct {
    tl_thread_view *threads;
    uint32_t count;
    uint64_t values; /* estimate */
    int32_t last_repetition;
} tl_view;

int tl_take_view(tl_view *view);

#pragma GCC visibility pop

#endif
