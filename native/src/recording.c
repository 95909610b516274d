#include "recording.h"

tl_recorder tl_recording = {.lock = PTHREAD_MUTEX_INITIALIZER};

int treeline_use_ranks(const treeline_ranks *ranks) {
    if (tl_recording.given == NULL) tl_recording.given = ranks;
    return tl_recording.times_given++;
}

void treeline_before_start(void (*declare)(void)) { tl_recording.declare = declare; }

void treeline_pause(void) { __atomic_store_n(&tl_recording.records, 0, __ATOMIC_RELAXED); }

void treeline_resume(void) { __atomic_store_n(&tl_recording.records, 1, __ATOMIC_RELAXED); }
