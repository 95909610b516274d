#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_TABLE = 64, FREE_ITERATIONS = 1 << 16, SPARSEST = 64 };

int tl_init_thread(tl_thread *thread) {
    thread->root.common = 1;
    thread->base = &thread->root;
    thread->current = &thread->root;
    thread->top = &thread->bottom;
    thread->last = &thread->root;
    thread->table = calloc(FIRST_TABLE, sizeof *thread->table);
    thread->table_size = FIRST_TABLE;
    return thread->table == NULL ? -1 : 0;
}

void tl_free_thread(tl_thread *thread) {
    tl_free_arena(&thread->arena);
    free(thread->table);
    free(thread);
}

/* The place of a path in the table, or the free one where it belongs. */
static uint32_t place_of(const tl_thread *thread, const tl_node *caller, const tl_name *name,
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

static const char *copied(tl_arena *arena, const char *text, size_t length) {
    char *copy = tl_alloc(arena, length + 1);
    if (copy != NULL) memcpy(copy, text, length);
    return copy;
}

static tl_node *new_node(tl_thread *thread, tl_node *caller, const tl_name *name, uint64_t hash,
                         unsigned kind) {
    tl_node *node = tl_alloc(&thread->arena, sizeof *node);
    if (node == NULL) return NULL;
    node->name = copied(&thread->arena, name->text, name->length);
    if (node->name == NULL) return NULL;
    node->length = name->length;
    node->hash = hash;
    node->caller = caller;
    node->index = thread->nodes;
    node->loop = (uint8_t)(kind & (TREELINE_EACH | TREELINE_SUM));
    node->common = (uint8_t)((kind & TREELINE_LOCAL) == 0 && caller->common);
    return node;
}

/* Others see a node when they see the count that includes it. */
static void adopt(tl_thread *thread, tl_node *node, uint32_t place) {
    thread->table[place] = node;
    __atomic_store_n(&thread->last->next, node, __ATOMIC_RELEASE);
    thread->last = node;
    __atomic_store_n(&thread->nodes, thread->nodes + 1, __ATOMIC_RELEASE);
}

static tl_node *added_child(tl_thread *thread, tl_node *caller, const tl_name *name, uint64_t hash,
                            unsigned kind) {
    tl_node *node;
    if ((int64_t)thread->nodes >= tl_option.path_limit) {
        tl_count(TL_PATH_LIMIT, 1, name->text);
        return NULL;
    }
    if (thread->nodes >= thread->table_size / 2 && grow_table(thread) != 0) node = NULL;
    else node = new_node(thread, caller, name, hash, kind);
    if (node == NULL) {
        tl_count(TL_NO_MEMORY, 1, name->text);
        return NULL;
    }
    adopt(thread, node, place_of(thread, caller, name, hash));
    if (name->was_cut) tl_count(TL_CUT_NAME, 1, name->text);
    return node;
}

static tl_node *child_of(tl_thread *thread, tl_node *caller, const tl_name *name, unsigned kind) {
    uint64_t hash = tl_path_hash(caller->hash, name->text, name->length);
    tl_node *known = thread->table[place_of(thread, caller, name, hash)];
    return known != NULL ? known : added_child(thread, caller, name, hash, kind);
}

static tl_node *searched_child(tl_thread *thread, const char *name, unsigned kind) {
    tl_node *caller = thread->current;
    tl_name clean;
    if (name == NULL || *name == '\0') {
        tl_count(TL_NO_NAME, 1, caller->name == NULL ? "" : caller->name);
        name = "(unnamed)";
    }
    if (caller->recent != NULL && strcmp(caller->recent->name, name) == 0) return caller->recent;
    tl_clean_name(&clean, name);
    caller->recent = child_of(thread, caller, &clean, kind);
    return caller->recent;
}

/* The path of a name below the current one, or NULL at a limit. Literals are remembered by their
 * address. */
tl_node *tl_find_child(tl_thread *thread, const char *name, unsigned kind) {
    tl_cached *cached = tl_cached_at(thread, name);
    tl_node *node;
    if (!(kind & TREELINE_LITERAL)) return searched_child(thread, name, kind);
    if (cached->address == name && cached->caller == thread->current) return cached->node;
    node = searched_child(thread, name, kind);
    if (node != NULL) {
        cached->address = name;
        cached->caller = thread->current;
        cached->node = node;
    }
    return node;
}

/* The same path in this thread's map; NULL at a limit. */
tl_node *tl_copied_path(tl_thread *thread, const tl_node *of) {
    tl_node *caller;
    tl_name name;
    if (of->caller == NULL) return &thread->root;
    caller = tl_copied_path(thread, of->caller);
    if (caller == NULL) return NULL;
    tl_clean_name(&name, of->name);
    return child_of(thread, caller, &name, of->loop | (of->common ? 0u : (unsigned)TREELINE_LOCAL));
}

/* Cells descend by repetition, which mostly ascend. */
tl_cell *tl_cell_of(tl_thread *thread, tl_node *node, int32_t repetition) {
    tl_cell **place = &node->cell;
    tl_cell *made;
    while (*place != NULL && (*place)->repetition > repetition) place = &(*place)->earlier;
    if (*place != NULL && (*place)->repetition == repetition) return *place;
    made = tl_alloc(&thread->arena, sizeof *made);
    if (made == NULL) return NULL;
    made->repetition = repetition;
    made->earlier = *place;
    __atomic_store_n(place, made, __ATOMIC_RELEASE);
    __atomic_store_n(&node->cells, node->cells + 1, __ATOMIC_RELAXED);
    return made;
}

tl_frame *tl_new_frame(tl_thread *thread) {
    tl_frame *frame = tl_alloc(&thread->arena, sizeof *frame);
    if (frame == NULL) return NULL;
    frame->below = thread->top;
    frame->level = thread->top->level + 1;
    __atomic_store_n(&thread->top->above, frame, __ATOMIC_RELEASE);
    return frame;
}

static unsigned segment_of(uint64_t place) {
    return 60u - (unsigned)__builtin_clzll(place + 8);
}

static uint64_t *word_at(tl_arena *arena, tl_series *series, uint64_t place) {
    unsigned k = segment_of(place);
    uint64_t *segment = series->segments[k];
    if (segment == NULL) {
        segment = tl_alloc(arena, sizeof *segment * ((size_t)8 << k));
        if (segment == NULL) return NULL;
        __atomic_store_n(&series->segments[k], segment, __ATOMIC_RELEASE);
    }
    return segment + (place + 8 - ((uint64_t)8 << k));
}

uint64_t tl_series_at(const tl_series *series, uint64_t place) {
    unsigned k = segment_of(place);
    const uint64_t *segment = __atomic_load_n(&series->segments[k], __ATOMIC_ACQUIRE);
    if (segment == NULL) return 0;
    return __atomic_load_n(segment + (place + 8 - ((uint64_t)8 << k)), __ATOMIC_RELAXED);
}

/* Up to the last that is there. */
uint64_t tl_series_length(const tl_series *series) {
    uint64_t length;
    int k = TL_SEGMENTS - 1;
    while (k >= 0 && __atomic_load_n(&series->segments[k], __ATOMIC_ACQUIRE) == NULL) k--;
    length = k < 0 ? 0 : ((uint64_t)8 << (k + 1)) - 8;
    while (length > 0 && tl_series_at(series, length - 1) == 0) length--;
    return length;
}

/* Up to a number all are taken as they come; beyond, at least one in 64 must have run, so that a
 * wild number cannot take the program's memory. */
int tl_reaches(const tl_cell *cell, int64_t iteration) {
    uint64_t calls = __atomic_load_n(&cell->calls, __ATOMIC_RELAXED);
    if (iteration < 0 || iteration >= tl_option.iteration_limit) return 0;
    return iteration < FREE_ITERATIONS || (uint64_t)iteration < (calls + 1) * SPARSEST;
}

/* 0 if it was added. */
int tl_add_iteration(tl_thread *thread, tl_cell *cell, int64_t iteration, uint64_t nanos) {
    uint64_t *word;
    if (!tl_reaches(cell, iteration)) return -1;
    if (cell->times == NULL) {
        tl_series *made = tl_alloc(&thread->arena, sizeof *made);
        if (made == NULL) return -1;
        __atomic_store_n(&cell->times, made, __ATOMIC_RELEASE);
    }
    word = word_at(&thread->arena, cell->times, (uint64_t)iteration);
    if (word == NULL) return -1;
    __atomic_store_n(word, *word == 0 ? nanos + 1 : *word + nanos, __ATOMIC_RELAXED);
    return 0;
}

/* 0 stands for "no value", so that memory that was never written says so. */
static const uint64_t ABSENT = 0x7ff8000000000000u; /* NaN */

double tl_value_of(uint64_t word) {
    double value;
    word ^= ABSENT;
    memcpy(&value, &word, sizeof value);
    return value;
}

static void add_to_word(uint64_t *word, double value) {
    double sum = *word == 0 ? value : tl_value_of(*word) + value;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    __atomic_store_n(word, bits ^ ABSENT, __ATOMIC_RELAXED);
}

static uint64_t *plain_word(tl_thread *thread, tl_cell *cell, int number) {
    if (cell->numbers == NULL) {
        size_t bytes = sizeof *cell->numbers * (size_t)tl_option.numbers;
        uint64_t *made = tl_alloc(&thread->arena, bytes);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->numbers, made, __ATOMIC_RELEASE);
    }
    return cell->numbers + number;
}

static uint64_t *iteration_word(tl_thread *thread, tl_cell *cell, int number, int64_t iteration) {
    if (cell->series == NULL) {
        size_t bytes = sizeof *cell->series * (size_t)tl_option.numbers;
        tl_series **made = tl_alloc(&thread->arena, bytes);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->series, made, __ATOMIC_RELEASE);
    }
    if (cell->series[number] == NULL) {
        tl_series *made = tl_alloc(&thread->arena, sizeof *made);
        if (made == NULL) return NULL;
        __atomic_store_n(&cell->series[number], made, __ATOMIC_RELEASE);
    }
    return word_at(&thread->arena, cell->series[number], (uint64_t)iteration);
}

void tl_add_value(tl_thread *thread, const tl_frame *frame, int number, double value) {
    uint64_t *word;
    if (frame->iteration >= 0 && !tl_reaches(frame->cell, frame->iteration)) {
        tl_count(TL_FAR_ITERATION, 1, frame->node->name);
        return;
    }
    word = frame->iteration < 0 ? plain_word(thread, frame->cell, number)
                                : iteration_word(thread, frame->cell, number, frame->iteration);
    if (word == NULL) tl_count(TL_NO_MEMORY, 1, frame->node->name);
    else add_to_word(word, value);
}

/* 0, or -1 if it had another text. */
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
    copy = copied(&thread->arena, clean.text, clean.length);
    if (copy != NULL) __atomic_store_n(&node->labels[label], copy, __ATOMIC_RELEASE);
    return 0;
}
