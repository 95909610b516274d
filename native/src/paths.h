/* Call paths of an event map: lookup, creation, labels. */
#ifndef TREELINE_PATHS_H
#define TREELINE_PATHS_H

#include "base.h"

#include "event-map.h"

#pragma GCC visibility push(hidden)

tl_node *tl_find_child(tl_thread *thread, const char *name, unsigned kind);
tl_node *tl_copy_path(tl_thread *thread, const tl_node *path);
int tl_set_label(tl_thread *thread, tl_node *node, int label, const char *text);

#pragma GCC visibility pop

#endif
