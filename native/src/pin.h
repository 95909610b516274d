/* Keeps libraries in memory that the program may unload. */
#ifndef TREELINE_PIN_H
#define TREELINE_PIN_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_pin_object(const void *address); /* the library that contains this address */
void tl_pin_recorder(void);

#pragma GCC visibility pop

#endif
