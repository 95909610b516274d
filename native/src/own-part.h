/* A part with this rank only, written without communication. */
#ifndef TREELINE_OWN_PART_H
#define TREELINE_OWN_PART_H

#include "base.h"

#pragma GCC visibility push(hidden)

int tl_write_own_part(const char *folder, int snapshot, char *problem, size_t room);

#pragma GCC visibility pop

#endif
