/* Recorder options, declared metrics, labels and metadata keys. */
#ifndef TREELINE_OPTIONS_H
#define TREELINE_OPTIONS_H

#include "base.h"

#pragma GCC visibility push(hidden)

enum { TL_MAX_METRICS = 16, TL_MAX_KEYS = 32, TL_TEXT_BYTES = 64, TL_PATH_BYTES = 4096 };

typedef struct {
    char name[TL_TEXT_BYTES];
    char unit[TL_TEXT_BYTES];
    char scope[TL_TEXT_BYTES];
} tl_metric;

typedef struct {
    char key[TL_TEXT_BYTES];
    char text[256];
} tl_key;

typedef struct {
    char output[TL_PATH_BYTES];
    int enabled;
    int replace;
    int command_line;
    int signals; /* whether they are handled */
    int trace;
    int64_t trace_events; /* maximum per thread */
    int aggregators; /* 0: chosen by the number of ranks and values */
    int64_t repetition_limit;
    int64_t depth_limit;
    int64_t path_limit;
    int64_t iteration_limit;
    int64_t snapshot_nanos; /* interval; 0: no snapshots */
    int64_t exit_nanos;     /* maximum delay of the end of the program by a signal */
    double snapshot_share;  /* maximum fraction of the run time spent writing snapshots */
    int metrics;
    int labels;
    int keys;
    tl_metric metric[TL_MAX_METRICS];
    char label[TL_MAX_METRICS][TL_TEXT_BYTES];
    tl_key key[TL_MAX_KEYS];
} tl_options;

extern tl_options tl_option;

void tl_read_environment(void); /* reports unknown options as problems */

/* The index of a declared metric or label, -1 if it is not declared. */
int tl_metric_index(const char *metric);
int tl_label_index(const char *label);

#pragma GCC visibility pop

#endif
