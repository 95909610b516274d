/* The communicators of a trace, with their members. */
#ifndef TREELINE_TRACE_GROUPS_H
#define TREELINE_TRACE_GROUPS_H

#include "base.h"

#include "buffer.h"

#pragma GCC visibility push(hidden)

void tl_forget_trace_groups(void);
void tl_put_trace_groups(tl_buffer *out); /* those of now */

#pragma GCC visibility pop

#endif
