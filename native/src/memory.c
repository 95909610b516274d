#include "internal.h"

#include <stdlib.h>

struct tl_chunk {
    struct tl_chunk *next;
    uint64_t unused; /* keeps what follows aligned to 16 bytes */
};

enum { FIRST_CHUNK = 1 << 13, LARGEST_CHUNK = 1 << 20, ALIGNMENT = 16 };

static int add_chunk(tl_arena *arena, size_t bytes) {
    tl_chunk *chunk = calloc(1, sizeof *chunk + bytes);
    if (chunk == NULL) return -1;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->free = (unsigned char *)(chunk + 1);
    arena->left = bytes;
    return 0;
}

static int grow(tl_arena *arena, size_t wanted) {
    size_t bytes = arena->next_chunk == 0 ? FIRST_CHUNK : arena->next_chunk;
    arena->next_chunk = bytes < LARGEST_CHUNK ? 2 * bytes : bytes;
    return add_chunk(arena, wanted > bytes ? wanted : bytes);
}

void *tl_alloc(tl_arena *arena, size_t bytes) {
    size_t wanted = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    void *taken;
    if (wanted > arena->left && grow(arena, wanted) != 0) return NULL;
    taken = arena->free;
    arena->free += wanted;
    arena->left -= wanted;
    return taken;
}

void tl_free_arena(tl_arena *arena) {
    while (arena->chunks != NULL) {
        tl_chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
    arena->free = NULL;
    arena->left = 0;
    arena->next_chunk = 0;
}
