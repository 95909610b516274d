/* Counters of API misuse and exceeded limits, reported when the recording ends. */
#ifndef TREELINE_MISUSE_H
#define TREELINE_MISUSE_H

#include "base.h"

#pragma GCC visibility push(hidden)

typedef enum {
    TL_OUT_OF_ORDER,
    TL_OTHER_THREAD,
    TL_TWICE,
    TL_NOT_OPEN,
    TL_LEFT_OPEN,
    TL_UNDECLARED_METRIC,
    TL_WRONG_KIND,
    TL_CHANGED_LABEL,
    TL_OTHER_LOOP,
    TL_FAR_ITERATION,
    TL_CLOCK_BACK,
    TL_REPETITION_LIMIT,
    TL_DEPTH_LIMIT,
    TL_PATH_LIMIT,
    TL_NO_NAME,
    TL_CUT_NAME,
    TL_NOT_A_NUMBER,
    TL_NO_MEMORY,
    TL_IN_HANDLER,
    TL_TRACE_FULL,
    TL_MISUSES
} tl_misuse;

enum { TL_PLACE_BYTES = 128 };

typedef struct {
    uint64_t counts[TL_MISUSES];
    char places[TL_MISUSES][TL_PLACE_BYTES]; /* of the first occurrence */
} tl_misuse_log;

void tl_count_misuse(tl_misuse kind, uint64_t times, const char *place);
void tl_copy_misuse(tl_misuse_log *into);
void tl_forget_misuse(void);
const char *tl_misuse_name(int kind);
const char *tl_misuse_text(int kind);

#pragma GCC visibility pop

#endif
