/* The state of a recording. */
#ifndef TREELINE_RECORDING_H
#define TREELINE_RECORDING_H

#include "base.h"

#include <pthread.h>
#include <sys/types.h>

#include "event-map.h"
#include "treeline.h"

#pragma GCC visibility push(hidden)

typedef struct {
    pthread_mutex_t lock; /* protects the fields below; recording an event takes no lock */
    uint32_t generation;  /* changes at every start and end */
    int records;          /* 0 while paused */
    int32_t repetition;
    pid_t process;
    tl_thread *first;
    tl_thread *last;
    tl_thread *exited; /* event maps to reuse, because their threads have exited */
    uint32_t threads;
    const treeline_ranks *given; /* by the program */
    int times_given;
    void (*declare)(void);       /* called before each start */
    const treeline_ranks *ranks; /* of this recording; NULL for one process */
    int rank;
    int size;
    int first_snapshot;
    uint64_t snapshot_key; /* random */
    uint64_t start_nanos;
    uint64_t zero_nanos; /* of the clock of rank 0, at the time of start_seconds */
    int64_t start_seconds;
    int32_t start_fraction; /* nanoseconds */
    char name[40];     /* a UUID, the same in all parts */
    char ended_by[64]; /* such as a signal or MPI_Abort; empty if the program ended as usual */
} tl_recorder;

extern tl_recorder tl_recording;

void tl_next_generation(void); /* needs the lock */

#pragma GCC visibility pop

#endif
