/* Random bytes. */
#ifndef TREELINE_RANDOM_H
#define TREELINE_RANDOM_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_random_bytes(void *into, size_t length);
uint64_t tl_random_number(void);

#pragma GCC visibility pop

#endif
