/* Start and end of a recording. */
#ifndef TREELINE_RECORDER_H
#define TREELINE_RECORDER_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

/* The event map of this thread, or NULL if nothing is recorded. The first call decides whether the
 * environment starts a recording. */
tl_thread *tl_enter_recording(void);

#pragma GCC visibility pop

#endif
