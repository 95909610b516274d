/* A part with this rank only, written without communication. */
#ifndef TREELINE_OWN_PART_H
#define TREELINE_OWN_PART_H

#include "base.h"

#pragma GCC visibility push(hidden)

/* Into the directory of a snapshot, or of the recording if `snapshot` is 0. Returns 0, or -1 with
 * the problem, which names the file as `folder` and its name. */
int tl_write_own_part(int directory, const char *folder, int snapshot, char *problem, size_t room);

#pragma GCC visibility pop

#endif
