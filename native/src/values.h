/* The message of a rank: its contexts and values. */
#ifndef TREELINE_VALUES_H
#define TREELINE_VALUES_H

#include "base.h"

#include "buffer.h"
#include "path-table.h"
#include "view.h"

#pragma GCC visibility push(hidden)

/* `lengths` receives the length of each path entry without its number; NULL if not needed. */
void tl_put_values(tl_buffer *out, const tl_view *view, const tl_path_table *table,
                   tl_buffer *lengths);

#pragma GCC visibility pop

#endif
