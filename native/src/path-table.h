/* The call paths of one rank as a set, and of all ranks as a table of path numbers. */
#ifndef TREELINE_PATH_TABLE_H
#define TREELINE_PATH_TABLE_H

#include "base.h"

#include "buffer.h"
#include "options.h"
#include "view.h"

#pragma GCC visibility push(hidden)

typedef struct {
    int32_t parent; /* -1 for a root */
    uint8_t loop;
    uint8_t common;
    uint32_t length;
    uint64_t hash;
    const char *name;
    const char *label[TL_MAX_METRICS];
    uint32_t label_length[TL_MAX_METRICS];
} tl_path;

typedef struct {
    tl_path *paths;
    uint32_t *slots; /* 1 + index, open addressing by hash */
    uint32_t size;
    uint32_t room;
    uint32_t slot_count;
    int failed;
} tl_path_set;

/* The dimensions of contexts and the grouping of ranks into parts. */
typedef struct {
    int threads;
    int repetitions;
    int ranks_per_group;
    int groups;
} tl_layout;

/* The table as it was broadcast; lookups search its bytes. */
typedef struct {
    const unsigned char *bytes;
    size_t length;
    const unsigned char *hashes;
    const unsigned char *numbers;
    uint32_t paths;
    tl_layout layout;
} tl_path_table;

void tl_add_view_paths(tl_path_set *set, const tl_view *view);
void tl_put_paths(tl_buffer *out, const tl_path_set *set);
void tl_read_paths(tl_path_set *set, tl_reader *in);
uint64_t tl_path_set_hash(const tl_path_set *set);
void tl_free_paths(tl_path_set *set);
void tl_put_table(tl_buffer *out, const tl_path_set *set, const tl_layout *layout);
int tl_read_table(tl_path_table *table, const unsigned char *bytes, size_t length);
int64_t tl_path_number(const tl_path_table *table, uint64_t hash, int64_t guess);

#pragma GCC visibility pop

#endif
