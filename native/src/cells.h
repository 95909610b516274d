/* Measurements of call paths: times, iterations and numbers. */
#ifndef TREELINE_CELLS_H
#define TREELINE_CELLS_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

tl_cell *tl_cell_of(tl_thread *thread, tl_node *node, int32_t repetition);
void tl_add_iteration(tl_thread *thread, const tl_frame *frame, uint64_t nanos);
void tl_add_number(tl_thread *thread, const tl_frame *frame, int metric, double value);

#pragma GCC visibility pop

#endif
