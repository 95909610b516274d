/* The difference between the clock of this rank and that of rank 0, for traces. */
#ifndef TREELINE_TRACE_CLOCK_H
#define TREELINE_TRACE_CLOCK_H

#include "base.h"

#include "buffer.h"

#pragma GCC visibility push(hidden)

/* Measures the offset at the start and at the end of a recording. All ranks take part. */
void tl_measure_first_clock(void);
void tl_measure_last_clock(void);

/* count (zigzag-at zigzag-shift error)*, in nanoseconds since the start of this rank */
void tl_put_trace_clock(tl_buffer *out);

/* On rank 0: the largest error of all ranks. */
uint64_t tl_trace_clock_error(void);

#pragma GCC visibility pop

#endif
