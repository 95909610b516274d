/* The host name. */
#ifndef TREELINE_HOST_H
#define TREELINE_HOST_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_host_name(char *into, size_t room);

#pragma GCC visibility pop

#endif
