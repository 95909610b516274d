/* The end of a recording. */
#ifndef TREELINE_ENDING_H
#define TREELINE_ENDING_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_close_at_exit(void); /* by exit and quick_exit */
void tl_close_by_signal(const char *signal);

#pragma GCC visibility pop

#endif
