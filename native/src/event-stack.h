/* The stack of open events. */
#ifndef TREELINE_EVENT_STACK_H
#define TREELINE_EVENT_STACK_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

tl_frame *tl_new_frame(tl_thread *thread);
void tl_end_top_event(tl_thread *thread, uint64_t now);
uint32_t tl_end_all_events(tl_thread *thread);         /* the number of open events */
uint32_t tl_count_open_events(const tl_thread *thread); /* from any thread */

#pragma GCC visibility pop

#endif
