/* The recorder's state. Programs read it from treeline_state before every event. */
#ifndef TREELINE_STATE_H
#define TREELINE_STATE_H

#include "base.h"

#include "treeline.h"

#pragma GCC visibility push(hidden)

enum { TL_UNDECIDED = -1, TL_OFF = 0, TL_ON = 1 };

static inline int tl_get_state(void) { return __atomic_load_n(&treeline_state, __ATOMIC_ACQUIRE); }

void tl_set_state(int state);

#pragma GCC visibility pop

#endif
