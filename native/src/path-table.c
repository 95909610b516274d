#include "path-table.h"

#include <stdlib.h>
#include <string.h>

#include "event-map.h"
#include "treeline.h"
#include "utf8-names.h"

/* docs/formats/snapshot.md specifies the bytes. */

static int grow_slots(tl_path_set *set) {
    uint32_t count = set->slot_count == 0 ? 64 : set->slot_count * 2;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (slots == NULL) return -1;
    for (uint32_t i = 0; i < set->size; i++) {
        uint32_t place = (uint32_t)set->paths[i].hash & (count - 1);
        while (slots[place] != 0) place = (place + 1) & (count - 1);
        slots[place] = i + 1;
    }
    free(set->slots);
    set->slots = slots;
    set->slot_count = count;
    return 0;
}

static int grow_paths(tl_path_set *set) {
    uint32_t room = set->room == 0 ? 32 : set->room * 2;
    tl_path *grown = realloc(set->paths, room * sizeof *grown);
    if (grown == NULL) return -1;
    set->paths = grown;
    set->room = room;
    return 0;
}

/* Adds the labels and the loop mode of the same path on another rank. The first value wins. */
static void merge(tl_path *there, const tl_path *other) {
    for (int i = 0; i < tl_option.labels; i++) {
        if (there->label_length[i] > 0) continue;
        there->label[i] = other->label[i];
        there->label_length[i] = other->label_length[i];
    }
    if (there->loop != TREELINE_EACH && other->loop != 0) there->loop = other->loop;
    there->common = (uint8_t)(there->common && other->common);
}

static int is_same_path(const tl_path *one, const tl_path *other) {
    return one->parent == other->parent && one->length == other->length &&
           memcmp(one->name, other->name, one->length) == 0;
}

/* The index of a path, added if necessary; -1 if memory is exhausted or another path has the same
 * hash. */
static int32_t add_path(tl_path_set *set, const tl_path *path) {
    uint32_t place;
    if (2 * (set->size + 1) > set->slot_count && grow_slots(set) != 0) set->failed = 1;
    if (set->size == set->room && grow_paths(set) != 0) set->failed = 1;
    if (set->failed) return -1;
    place = (uint32_t)path->hash & (set->slot_count - 1);
    while (set->slots[place] != 0) {
        tl_path *there = &set->paths[set->slots[place] - 1];
        if (there->hash == path->hash) {
            if (!is_same_path(there, path)) break;
            merge(there, path);
            return (int32_t)(set->slots[place] - 1);
        }
        place = (place + 1) & (set->slot_count - 1);
    }
    if (set->slots[place] != 0) { /* a collision of 64-bit hashes */
        set->failed = 1;
        return -1;
    }
    set->paths[set->size] = *path;
    set->slots[place] = ++set->size;
    return (int32_t)set->size - 1;
}

static void read_labels(tl_path *path, const tl_node *node) {
    const char **labels = __atomic_load_n(&node->labels, __ATOMIC_ACQUIRE);
    for (int i = 0; i < tl_option.labels; i++) {
        const char *text = labels == NULL ? NULL : __atomic_load_n(&labels[i], __ATOMIC_ACQUIRE);
        path->label[i] = text == NULL ? "" : text;
        path->label_length[i] = (uint32_t)strlen(path->label[i]);
    }
}

/* Nodes are in order of creation, so callers precede callees. */
static void add_thread_paths(tl_path_set *set, const tl_thread *thread, uint32_t nodes) {
    int32_t *index_of = malloc(sizeof *index_of * (nodes + 1u));
    const tl_node *node = &thread->root;
    if (index_of == NULL) {
        set->failed = 1;
        return;
    }
    for (uint32_t i = 0; i < nodes && !set->failed; i++) {
        tl_path path = {0};
        node = tl_next_node(node);
        path.parent = node->caller == &thread->root ? -1 : index_of[node->caller->index];
        path.loop = node->loop;
        path.common = node->common;
        path.hash = node->hash;
        path.name = node->name;
        path.length = (uint32_t)node->length;
        read_labels(&path, node);
        index_of[i] = add_path(set, &path);
    }
    free(index_of);
}

void tl_add_view_paths(tl_path_set *set, const tl_view *view) {
    for (uint32_t i = 0; i < view->count; i++)
        add_thread_paths(set, view->threads[i].thread, view->threads[i].nodes);
}

void tl_put_paths(tl_buffer *out, const tl_path_set *set) {
    tl_put_varint(out, set->size);
    for (uint32_t i = 0; i < set->size; i++) {
        const tl_path *path = &set->paths[i];
        tl_put_varint(out, (uint64_t)(path->parent + 1));
        tl_put_bytes(out, path->name, path->length);
        tl_put_varint(out, path->loop);
        tl_put_varint(out, path->common);
        for (int label = 0; label < tl_option.labels; label++)
            tl_put_bytes(out, path->label[label], path->label_length[label]);
    }
}

static int read_path(tl_path *path, tl_reader *in) {
    size_t length;
    path->parent = (int32_t)tl_get_varint(in) - 1;
    path->name = (const char *)tl_get_bytes(in, &length);
    path->length = (uint32_t)length;
    path->loop = (uint8_t)tl_get_varint(in);
    path->common = (uint8_t)tl_get_varint(in);
    for (int label = 0; label < tl_option.labels; label++) {
        path->label[label] = (const char *)tl_get_bytes(in, &length);
        path->label_length[label] = (uint32_t)length;
    }
    return in->failed ? -1 : 0;
}

/* Adds the paths of another rank. The set points into the bytes, so they must outlive it. */
void tl_read_paths(tl_path_set *set, tl_reader *in) {
    uint64_t count = tl_get_varint(in);
    int32_t *index_of = count > (uint64_t)(in->end - in->at) ? NULL : calloc(count + 1, 4);
    if (index_of == NULL) set->failed = 1;
    for (uint64_t i = 0; i < count && !set->failed; i++) {
        tl_path path = {0};
        if (read_path(&path, in) != 0 || path.parent >= (int64_t)i) {
            set->failed = 1;
            break;
        }
        if (path.parent >= 0) path.parent = index_of[path.parent];
        path.hash = tl_path_hash(path.parent < 0 ? 0 : set->paths[path.parent].hash, path.name,
                                 path.length);
        index_of[i] = add_path(set, &path);
    }
    free(index_of);
}

/* Equal for ranks with the same paths, whatever the order in which they were created. */
uint64_t tl_path_set_hash(const tl_path_set *set) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < set->size; i++) {
        const tl_path *path = &set->paths[i];
        uint64_t hash = path->hash + path->loop + 4u * path->common;
        for (int label = 0; label < tl_option.labels; label++)
            hash = tl_path_hash(hash, path->label[label], path->label_length[label]);
        sum += tl_mix_hash(hash);
    }
    return sum;
}

void tl_free_paths(tl_path_set *set) {
    free(set->paths);
    free(set->slots);
    memset(set, 0, sizeof *set);
}

/* Numbers the paths depth-first; siblings keep the order of the set. `next` is scratch space: first
 * the number of descendants of a path, then the number of its next child. */
static void depth_first(const tl_path_set *set, uint32_t *places, uint32_t *next) {
    uint32_t next_root = 0;
    memset(next, 0, set->size * sizeof *next);
    for (uint32_t i = set->size; i-- > 0;) /* counts descendants */
        if (set->paths[i].parent >= 0) next[set->paths[i].parent] += 1 + next[i];
    for (uint32_t i = 0; i < set->size; i++) {
        int32_t parent = set->paths[i].parent;
        uint32_t below = next[i];
        uint32_t *from = parent < 0 ? &next_root : &next[parent];
        places[i] = *from;
        *from += 1 + below;
        next[i] = places[i] + 1;
    }
}

typedef struct {
    int64_t hash; /* signed, because Java sorts by it */
    uint32_t number;
} numbered;

static int by_hash(const void *one, const void *other) {
    int64_t a = ((const numbered *)one)->hash;
    int64_t b = ((const numbered *)other)->hash;
    return a < b ? -1 : a > b;
}

static void put_hashes(tl_buffer *out, const tl_path_set *set, numbered *by_number,
                       const uint32_t *places) {
    for (uint32_t i = 0; i < set->size; i++) {
        by_number[places[i]].hash = (int64_t)set->paths[i].hash;
        by_number[places[i]].number = places[i];
    }
    for (uint32_t i = 0; i < set->size; i++) tl_put_u64(out, (uint64_t)by_number[i].hash);
    qsort(by_number, set->size, sizeof *by_number, by_hash);
    for (uint32_t i = 0; i < set->size; i++) tl_put_u32(out, by_number[i].number);
}

void tl_put_table(tl_buffer *out, const tl_path_set *set, const tl_layout *layout) {
    uint32_t *places = malloc((2u * set->size + 1) * sizeof *places);
    numbered *by_number = malloc((set->size + 1u) * sizeof *by_number);
    tl_put_varint(out, layout->threads ? 1 : 0);
    tl_put_varint(out, layout->repetitions ? 1 : 0);
    tl_put_varint(out, 0); /* groups gather at the same time, not in turns */
    tl_put_varint(out, (uint64_t)layout->ranks_per_group);
    tl_put_varint(out, (uint64_t)layout->groups);
    tl_put_varint(out, set->size);
    if (places == NULL || by_number == NULL) out->failed = 1;
    else {
        depth_first(set, places, places + set->size);
        put_hashes(out, set, by_number, places);
    }
    tl_put_varint(out, (uint64_t)tl_option.labels);
    tl_put_paths(out, set);
    free(places);
    free(by_number);
}

int tl_read_table(tl_path_table *table, const unsigned char *bytes, size_t length) {
    tl_reader in = {bytes, bytes + length, 0};
    table->bytes = bytes;
    table->length = length;
    table->layout.threads = tl_get_varint(&in) != 0;
    table->layout.repetitions = tl_get_varint(&in) != 0;
    (void)tl_get_varint(&in);
    table->layout.ranks_per_group = (int)tl_get_varint(&in);
    table->layout.groups = (int)tl_get_varint(&in);
    table->paths = (uint32_t)tl_get_varint(&in);
    table->hashes = in.at;
    table->numbers = in.at + 8 * (size_t)table->paths;
    return in.failed || (size_t)(in.end - in.at) < 12 * (size_t)table->paths ? -1 : 0;
}

static int64_t hash_at(const tl_path_table *table, uint32_t number) {
    tl_reader in = {table->hashes + 8 * (size_t)number, table->numbers, 0};
    return (int64_t)tl_get_u64(&in);
}

static uint32_t number_at(const tl_path_table *table, uint32_t place) {
    const unsigned char *at = table->numbers + 4 * (size_t)place;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The number of a path, or -1 if the table lacks it. The guess is right in most cases; otherwise
 * binary search finds the path. */
int64_t tl_path_number(const tl_path_table *table, uint64_t hash, int64_t guess) {
    int64_t low = 0;
    int64_t high = (int64_t)table->paths - 1;
    if (guess < (int64_t)table->paths && hash_at(table, (uint32_t)guess) == (int64_t)hash)
        return guess;
    while (low <= high) {
        int64_t middle = (low + high) / 2;
        uint32_t number = number_at(table, (uint32_t)middle);
        int64_t there = hash_at(table, number);
        if (there == (int64_t)hash) return number;
        if (there < (int64_t)hash) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}
