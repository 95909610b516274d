/* The monotonic clock. */
#ifndef TREELINE_CLOCK_H
#define TREELINE_CLOCK_H

#include "base.h"

#include <time.h>

#pragma GCC visibility push(hidden)

static inline uint64_t tl_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#pragma GCC visibility pop

#endif
