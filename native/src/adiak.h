/* Metadata that the program collects with Adiak (https://github.com/LLNL/Adiak). */
#ifndef TREELINE_ADIAK_H
#define TREELINE_ADIAK_H

#include "base.h"

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A consumer of name-value pairs. */
typedef struct {
    void *state;
    void (*add_string)(void *state, const char *name, const char *text);
    void (*add_integer)(void *state, const char *name, int64_t number);
    void (*add_real)(void *state, const char *name, double number);
} tl_adiak_consumer;

/* Passes all numbers, strings and times; nothing if the program does not use Adiak. Lists, sets,
 * ranges and tuples are omitted. The program must not add values meanwhile: Adiak has no lock. */
void tl_list_adiak(const tl_adiak_consumer *consumer);

#pragma GCC visibility pop

#endif
