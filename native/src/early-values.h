/* Early values: the values of a rank, encoded before all ranks have agreed on path numbers. Small
 * recordings travel to rank 0 in one message per rank this way. */
#ifndef TREELINE_EARLY_VALUES_H
#define TREELINE_EARLY_VALUES_H

#include "base.h"

#include "buffer.h"
#include "part-file.h"
#include "path-table.h"
#include "view.h"

#pragma GCC visibility push(hidden)

/* Writes the values of a view with the path numbers of its own paths. */
void tl_put_early_values(tl_buffer *out, const tl_view *view, const tl_path_set *own);

/* The message of a rank with the path numbers of the table. It is part of the early values if the
 * numbers are the same, and in `made` otherwise. Returns 0, or -1 if memory is exhausted or the
 * early values are invalid. */
int tl_renumber(tl_message *message, const tl_message *early, const tl_path_table *table,
                tl_buffer *made);

#pragma GCC visibility pop

#endif
