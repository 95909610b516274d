#include "arena.h"

#include <stdlib.h>

struct tl_chunk {
    struct tl_chunk *next;
    uint64_t unused; /* aligns the memory after the header to 16 bytes */
};

enum { MIN_CHUNK = 1 << 13, MAX_CHUNK = 1 << 20, ALIGNMENT = 16 };

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
    size_t bytes = arena->next_chunk == 0 ? MIN_CHUNK : arena->next_chunk;
    arena->next_chunk = bytes < MAX_CHUNK ? 2 * bytes : bytes;
    return add_chunk(arena, wanted > bytes ? wanted : bytes);
}

void *tl_alloc(tl_arena *arena, size_t bytes) {
    size_t wanted = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    void *memory;
    if (wanted > arena->left && grow(arena, wanted) != 0) return NULL;
    memory = arena->free;
    arena->free += wanted;
    arena->left -= wanted;
    return memory;
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
