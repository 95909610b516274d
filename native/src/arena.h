/* An arena allocator: zeroed memory for the event map of one thread, freed all at once. */
#ifndef TREELINE_ARENA_H
#define TREELINE_ARENA_H

#include "base.h"

#pragma GCC visibility push(hidden)

typedef struct tl_chunk tl_chunk;
typedef struct {
    tl_chunk *chunks;
    unsigned char *free;
    size_t left;
    size_t next_chunk; /* bytes of the next chunk */
} tl_arena;

void *tl_alloc(tl_arena *arena, size_t bytes); /* NULL if memory is exhausted */
void tl_free_arena(tl_arena *arena);

#pragma GCC visibility pop

#endif
