/* A direct-mapped cache from a caller and the address of a literal to the call path.
 *
 * It saves the hash table. The text must still be compared: a library may have been unloaded, and
 * another one loaded at its address. Each thread has one cache. */
#ifndef TREELINE_PATH_CACHE_H
#define TREELINE_PATH_CACHE_H

#include "base.h"

#pragma GCC visibility push(hidden)

struct tl_node;

enum { TL_PATH_CACHE_SIZE = 128 };

typedef struct {
    const struct tl_node *caller;
    const char *address;
    struct tl_node *node;
} tl_cached_path;

typedef struct {
    tl_cached_path slots[TL_PATH_CACHE_SIZE];
} tl_path_cache;

static inline size_t tl_path_cache_slot(const struct tl_node *caller, const char *address) {
    uintptr_t key = ((uintptr_t)address >> 2) ^ ((uintptr_t)caller >> 5);
    return (key ^ (key >> 7)) & (TL_PATH_CACHE_SIZE - 1);
}

/* NULL if the path is not in the cache. Its name may differ from the text at the address. */
static inline struct tl_node *tl_find_cached_path(const tl_path_cache *cache,
                                                  const struct tl_node *caller,
                                                  const char *address) {
    const tl_cached_path *slot = &cache->slots[tl_path_cache_slot(caller, address)];
    return slot->address == address && slot->caller == caller ? slot->node : NULL;
}

static inline void tl_cache_path(tl_path_cache *cache, const struct tl_node *caller,
                                 const char *address, struct tl_node *node) {
    tl_cached_path *slot = &cache->slots[tl_path_cache_slot(caller, address)];
    slot->address = address;
    slot->caller = caller;
    slot->node = node;
}

#pragma GCC visibility pop

#endif
