/* The collective output at the end of a recording: all ranks take part. */
#ifndef TREELINE_COLLECTIVE_WRITE_H
#define TREELINE_COLLECTIVE_WRITE_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_write_recording(uint32_t open_events);

#pragma GCC visibility pop

#endif
