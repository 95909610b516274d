/* How what was recorded becomes files, and what the parts of that know of each other. */
#ifndef TREELINE_OUTPUT_H
#define TREELINE_OUTPUT_H

#include "internal.h"

/* Nobody outside sees them, so they are reached directly. */
#pragma GCC visibility push(hidden)

/* -- folder.c: the directory of the recording -- */

int tl_choose_folder(void); /* made and locked; 0 if all went well */
const char *tl_folder_path(void);
void tl_set_folder_path(const char *path);
void tl_unlock_folder(void);
void tl_folder_after_fork(void);
void tl_delete_earlier_parts(void);
int tl_has_chosen_folder(void);
int tl_first_snapshot(void);
int tl_begin_snapshot(int number);
int tl_hidden_snapshot(int number, char *into);
int tl_is_hidden(int number);
int tl_newest_hidden_snapshot(void);
void tl_show_snapshot(int number, int wanted);
void tl_drop_snapshot(int number);
void tl_keep_newest_snapshots(int first, int last);
void tl_delete_snapshots(int first, int last);

/* -- table.c: the call paths that ranks agree on -- */

typedef struct {
    int32_t parent; /* -1 for a root */
    uint8_t loop;
    uint8_t common;
    uint32_t length;
    uint64_t hash;
    const char *name;
    const char *label[TL_MOST_METRICS];
    uint32_t label_length[TL_MOST_METRICS];
} tl_path;

typedef struct {
    tl_path *paths;
    uint32_t *slots; /* 1 + place, open addressing by hash */
    uint32_t size;
    uint32_t room;
    uint32_t slot_count;
    int failed;
} tl_path_set;

typedef struct {
    int threads;
    int repetitions;
    int ranks_per_group;
    int groups;
} tl_facts;

/* As it was broadcast, to be searched. */
typedef struct {
    const unsigned char *bytes;
    size_t length;
    const unsigned char *hashes;
    const unsigned char *numbers;
    uint32_t paths;
    tl_facts facts;
} tl_table;

int32_t tl_add_path(tl_path_set *set, const tl_path *path);
void tl_add_thread_paths(tl_path_set *set, const tl_thread *thread, uint32_t nodes);
void tl_put_paths(tl_buffer *out, const tl_path_set *set);
void tl_read_paths(tl_path_set *set, tl_reader *in);
uint64_t tl_facts_hash(const tl_path_set *set);
void tl_free_paths(tl_path_set *set);
void tl_put_table(tl_buffer *out, const tl_path_set *set, const tl_facts *facts);
int tl_read_table(tl_table *table, const unsigned char *bytes, size_t length);
int64_t tl_path_number(const tl_table *table, uint64_t hash, int64_t guess);

/* -- view.c -- */

/* A thread as it is at one moment. */
typedef struct {
    const tl_thread *thread;
    uint32_t nodes;
} tl_seen;

typedef struct {
    tl_seen *threads;
    uint32_t count;
    uint64_t values; /* about how many */
    int32_t last_repetition;
} tl_view;

/* What other threads see. */
static inline const tl_node *tl_next_node(const tl_node *node) {
    return __atomic_load_n(&node->next, __ATOMIC_ACQUIRE);
}

static inline const tl_cell *tl_newest_cell(const tl_node *node) {
    return __atomic_load_n(&node->cell, __ATOMIC_ACQUIRE);
}

static inline const tl_cell *tl_earlier_cell(const tl_cell *cell) {
    return __atomic_load_n(&cell->earlier, __ATOMIC_ACQUIRE);
}

int tl_look(tl_view *view);

/* -- values.c: the message of a rank -- */

void tl_put_values(tl_buffer *out, const tl_view *view, const tl_table *table);

/* -- facts.c: what a recording says of itself -- */

typedef struct {
    double sync_seconds;
    double gather_seconds;
    int snapshot; /* its number; 0 for the end of the recording */
    uint32_t open_events;
    const tl_misuse_log *misuse; /* of all ranks */
} tl_outcome;

void tl_put_description(tl_buffer *out, const tl_facts *facts, int part, int ranks,
                        const tl_outcome *outcome);
void tl_host(char *into, size_t room);

/* -- part.c: one file -- */

typedef struct {
    unsigned char *bytes;
    size_t length;
} tl_message;

int tl_write_part(const char *folder, int part, const tl_table *table, const tl_message *messages,
                  int count, const tl_buffer *description, char *problem, size_t room);

/* -- start.c: what rank 0 decides for all -- */

int tl_agree(void); /* 1 to record, 0 not to, -1 if that failed */

/* -- phases.c: agree on call paths, gather the values, write them -- */

void tl_write_recording(uint32_t open_events);

/* -- alone.c: this rank for itself, without a message to the others -- */

int tl_write_alone(const char *folder, int snapshot, char *problem, size_t room);

/* -- snapshots.c -- */

void tl_start_snapshots(void);
void tl_end_snapshots(void);
void tl_forget_snapshots(void);
void tl_snapshots_after_fork(void);

#pragma GCC visibility pop

#endif
