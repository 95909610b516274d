#include "state.h"

int treeline_state = TL_UNDECIDED;

int treeline_get_state(void) { return tl_get_state(); }

void tl_set_state(int state) { __atomic_store_n(&treeline_state, state, __ATOMIC_RELEASE); }
