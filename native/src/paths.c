#include "paths.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "misuse.h"
#include "options.h"
#include "path-cache.h"
#include "treeline.h"
#include "utf8-names.h"

/* The slot of a path in the hash table, or the free slot for it. */
static uint32_t slot_of(const tl_thread *thread, const tl_node *caller, const tl_name *name,
                        uint64_t hash) {
    uint32_t mask = thread->table_size - 1;
    uint32_t place = (uint32_t)hash & mask;
    for (; thread->table[place] != NULL; place = (place + 1) & mask) {
        const tl_node *node = thread->table[place];
        if (node->hash == hash && node->caller == caller && node->length == name->length &&
            memcmp(node->name, name->text, name->length) == 0)
            break;
    }
    return place;
}

static int grow_table(tl_thread *thread) {
    uint32_t size = thread->table_size * 2;
    tl_node **grown = calloc(size, sizeof *grown);
    if (grown == NULL) return -1;
    for (uint32_t i = 0; i < thread->table_size; i++) {
        tl_node *node = thread->table[i];
        uint32_t place;
        if (node == NULL) continue;
        place = (uint32_t)node->hash & (size - 1);
        while (grown[place] != NULL) place = (place + 1) & (size - 1);
        grown[place] = node;
    }
    free(thread->table);
    thread->table = grown;
    thread->table_size = size;
    return 0;
}

/* The arena adds zeros up to a multiple of 16 bytes. */
static const char *copy_string(tl_arena *arena, const char *text, size_t length) {
    char *copy = tl_alloc(arena, length + 1);
    if (copy != NULL) memcpy(copy, text, length);
    return copy;
}

static tl_node *new_node(tl_thread *thread, tl_node *caller, const tl_name *name, uint64_t hash,
                         unsigned kind) {
    tl_node *node = tl_alloc(&thread->arena, sizeof *node);
    if (node == NULL) return NULL;
    node->name = copy_string(&thread->arena, name->text, name->length);
    if (node->name == NULL) return NULL;
    node->length = name->length;
    node->last_word = name->length & ~(sizeof node->last_mask - 1);
    memset(&node->last_mask, 0xff, name->length - node->last_word + 1);
    node->hash = hash;
    node->caller = caller;
    node->index = thread->nodes;
    node->loop = (uint8_t)(kind & (TREELINE_EACH | TREELINE_SUM));
    node->common = (uint8_t)((kind & TREELINE_LOCAL) == 0 && caller->common);
    node->team = UINT8_MAX;
    return node;
}

/* Publishes a node: other threads read the count of nodes before the nodes. */
static void publish(tl_thread *thread, tl_node *node, uint32_t place) {
    thread->table[place] = node;
    __atomic_store_n(&thread->last->next, node, __ATOMIC_RELEASE);
    thread->last = node;
    __atomic_store_n(&thread->nodes, thread->nodes + 1, __ATOMIC_RELEASE);
}

static tl_node *add_child(tl_thread *thread, tl_node *caller, const tl_name *name, uint64_t hash,
                          unsigned kind) {
    tl_node *node;
    if ((int64_t)thread->nodes >= tl_option.path_limit) {
        tl_count_misuse(TL_PATH_LIMIT, 1, name->text);
        return NULL;
    }
    if (thread->nodes >= thread->table_size / 2 && grow_table(thread) != 0) node = NULL;
    else node = new_node(thread, caller, name, hash, kind);
    if (node == NULL) {
        tl_count_misuse(TL_NO_MEMORY, 1, name->text);
        return NULL;
    }
    publish(thread, node, slot_of(thread, caller, name, hash));
    if (name->was_cut) tl_count_misuse(TL_CUT_NAME, 1, name->text);
    return node;
}

static tl_node *child_of(tl_thread *thread, tl_node *caller, const tl_name *name, unsigned kind) {
    uint64_t hash = tl_path_hash(caller->hash, name->text, name->length);
    tl_node *known = thread->table[slot_of(thread, caller, name, hash)];
    return known != NULL ? known : add_child(thread, caller, name, hash, kind);
}

static tl_node *search_child(tl_thread *thread, const char *name, unsigned kind) {
    tl_node *caller = thread->current;
    tl_name clean;
    if (name == NULL || *name == '\0') {
        tl_count_misuse(TL_NO_NAME, 1, caller->name == NULL ? "" : caller->name);
        name = "(unnamed)";
    }
    if (caller->recent != NULL && strcmp(caller->recent->name, name) == 0) return caller->recent;
    tl_clean_name(&clean, name);
    caller->recent = child_of(thread, caller, &clean, kind);
    return caller->recent;
}

/* The child of the current path with this name, created if necessary; NULL at a limit. */
tl_node *tl_find_child(tl_thread *thread, const char *name, unsigned kind) {
    tl_node *node;
    if (!(kind & TREELINE_LITERAL) || name == NULL) return search_child(thread, name, kind);
    node = tl_find_cached_path(&thread->cache, thread->current, name);
    if (node != NULL && tl_has_name(node, name)) return node;
    node = search_child(thread, name, kind);
    if (node != NULL) tl_cache_path(&thread->cache, thread->current, name, node);
    return node;
}

/* Copies a path of another thread into the map of this thread; NULL at a limit. */
tl_node *tl_copy_path(tl_thread *thread, const tl_node *path) {
    tl_node *caller;
    tl_name name;
    if (path->caller == NULL) return &thread->root;
    caller = tl_copy_path(thread, path->caller);
    if (caller == NULL) return NULL;
    tl_clean_name(&name, path->name);
    return child_of(thread, caller, &name,
                    path->loop | (path->common ? 0u : (unsigned)TREELINE_LOCAL));
}

/* 0, or -1 if the path already has another value of this label. */
int tl_set_label(tl_thread *thread, tl_node *node, int label, const char *text) {
    tl_name clean;
    const char *copy;
    if (node->labels != NULL && node->labels[label] != NULL) {
        if (strcmp(node->labels[label], text) == 0) return 0;
        tl_clean_name(&clean, text);
        return strcmp(node->labels[label], clean.text) == 0 ? 0 : -1;
    }
    if (node->labels == NULL) {
        size_t bytes = sizeof *node->labels * (size_t)tl_option.labels;
        const char **made = tl_alloc(&thread->arena, bytes);
        if (made == NULL) return 0;
        __atomic_store_n(&node->labels, made, __ATOMIC_RELEASE);
    }
    tl_clean_name(&clean, text);
    copy = copy_string(&thread->arena, clean.text, clean.length);
    if (copy != NULL) __atomic_store_n(&node->labels[label], copy, __ATOMIC_RELEASE);
    return 0;
}
