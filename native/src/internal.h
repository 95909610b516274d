/* What happens while the program runs, and what the parts of that know of each other; output.h has
 * the end. Everything of a thread is written by
 * that thread alone, without locks; what other threads read while it goes on (snapshots, the end of
 * the recording) is published by atomic stores. */
#ifndef TREELINE_INTERNAL_H
#define TREELINE_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "treeline.h"

/* Nobody outside sees them, so they are reached directly. */
#pragma GCC visibility push(hidden)

/* -- memory.c: memory of one thread's event map, zeroed, given back all at once -- */

typedef struct tl_chunk tl_chunk;
typedef struct {
    tl_chunk *chunks;
    unsigned char *free;
    size_t left;
    size_t next_chunk;
} tl_arena;

void *tl_alloc(tl_arena *arena, size_t bytes);
void tl_free_arena(tl_arena *arena);

/* -- buffer.c: bytes that are written and read one after the other -- */

typedef struct {
    unsigned char *bytes;
    size_t size;
    size_t room;
    int failed; /* there was no memory: what it holds is not all */
} tl_buffer;

typedef struct {
    const unsigned char *at;
    const unsigned char *end;
    int failed; /* there was less than was asked for */
} tl_reader;

void tl_put_raw(tl_buffer *out, const void *bytes, size_t length);
void tl_put_varint(tl_buffer *out, uint64_t value);
void tl_put_u32(tl_buffer *out, uint32_t value);
void tl_put_u64(tl_buffer *out, uint64_t value);
void tl_put_bytes(tl_buffer *out, const void *bytes, size_t length); /* with the length before */
void tl_put_text(tl_buffer *out, const char *text);
void tl_put_stored(tl_buffer *out, uint64_t *before, uint64_t stored);
void tl_put_number(tl_buffer *out, double value);
void tl_free_buffer(tl_buffer *buffer);
uint64_t tl_zigzag(int64_t value);
uint64_t tl_get_varint(tl_reader *in);
uint64_t tl_get_u64(tl_reader *in);
const unsigned char *tl_get_bytes(tl_reader *in, size_t *length);
uint32_t tl_crc32c(uint32_t before, const unsigned char *bytes, size_t length);

/* -- names.c: names of events as texts that files can hold -- */

enum { TL_NAME_BYTES = 1000 };

/* A name as it came where it is plain, else a mended copy. */
typedef struct {
    const char *text;
    size_t length;
    int was_cut;
    char copy[TL_NAME_BYTES + 4];
} tl_name;

void tl_clean_name(tl_name *into, const char *name);
uint64_t tl_path_hash(uint64_t caller, const char *name, size_t length);
uint64_t tl_mixed(uint64_t hash);
void tl_put_clean_text(tl_buffer *out, const char *text);

/* -- misuse.c: what the program did wrong or limits kept away, counted and told at the end -- */

typedef enum {
    TL_OUT_OF_ORDER,
    TL_OTHER_THREAD,
    TL_TWICE,
    TL_NOT_OPEN,
    TL_LEFT_OPEN,
    TL_UNDECLARED_METRIC,
    TL_WRONG_KIND,
    TL_CHANGED_LABEL,
    TL_OTHER_LOOP,
    TL_FAR_ITERATION,
    TL_CLOCK_BACK,
    TL_REPETITION_LIMIT,
    TL_DEPTH_LIMIT,
    TL_PATH_LIMIT,
    TL_NO_NAME,
    TL_CUT_NAME,
    TL_NOT_A_NUMBER,
    TL_NO_MEMORY,
    TL_MISUSES
} tl_misuse;

enum { TL_PLACE_BYTES = 128 };

typedef struct {
    uint64_t counts[TL_MISUSES];
    char places[TL_MISUSES][TL_PLACE_BYTES]; /* where each happened first */
} tl_misuse_log;

void tl_count(tl_misuse kind, uint64_t times, const char *place);
void tl_copy_misuse(tl_misuse_log *into);
void tl_forget_misuse(void);
void tl_misuse_after_fork(void);
const char *tl_misuse_name(int kind);
const char *tl_misuse_text(int kind);

/* -- options.c -- */

enum { TL_MOST_METRICS = 16, TL_MOST_KEYS = 32, TL_TEXT_BYTES = 64, TL_PATH_BYTES = 4096 };

typedef struct {
    char name[TL_TEXT_BYTES];
    char unit[TL_TEXT_BYTES];
    char scope[TL_TEXT_BYTES];
} tl_metric;

typedef struct {
    char key[TL_TEXT_BYTES];
    char text[256];
} tl_key;

typedef struct {
    char output[TL_PATH_BYTES];
    int enabled;
    int replace;
    int command_line;
    int aggregators; /* 0: as the number of ranks and values suggests */
    int64_t repetition_limit;
    int64_t depth_limit;
    int64_t path_limit;
    int64_t iteration_limit;
    int64_t snapshot_nanos; /* 0: none */
    double snapshot_share;
    int numbers;
    int labels;
    int keys;
    tl_metric number[TL_MOST_METRICS];
    char label[TL_MOST_METRICS][TL_TEXT_BYTES];
    tl_key key[TL_MOST_KEYS];
} tl_options;

extern tl_options tl_option;

/* What the environment changes; problems go to tl_problem. */
void tl_read_environment(void);
int tl_number_of(const char *metric);
int tl_label_of(const char *label);

/* -- paths.c: the event map of a thread -- */

enum { TL_SEGMENTS = 26 };

/* Words by iteration number, 0 where there is none. Segment k has 8 << k of them; nothing is moved
 * when it grows, so others may read it. */
typedef struct {
    uint64_t *segments[TL_SEGMENTS];
} tl_series;

/* What one call path measured in one repetition. */
typedef struct tl_cell {
    struct tl_cell *earlier; /* of an earlier repetition */
    uint64_t nanos;
    uint64_t calls;
    tl_series *times;    /* of a loop whose iterations are kept: nanoseconds + 1 */
    uint64_t *numbers;   /* tl_word_of each number */
    tl_series **series;  /* the same by iteration */
    int32_t repetition;
} tl_cell;

/* A call path of one thread. */
typedef struct tl_node {
    struct tl_node *caller; /* NULL for the node above all roots */
    struct tl_node *next;   /* in the order in which they were met: callers come first */
    struct tl_node *recent; /* what was found below it by its text last */
    const char *name;
    size_t length;
    uint64_t hash; /* of the whole path, the same on every rank */
    tl_cell *cell; /* of the newest repetition */
    const char **labels;
    uint32_t index;
    uint32_t cells;
    int32_t times_as_root;
    uint8_t loop; /* 0, TREELINE_EACH or TREELINE_SUM */
    uint8_t common;
} tl_node;

/* An event between its begin and its end; one for each depth, used again and again. */
typedef struct tl_frame {
    struct tl_frame *below;
    struct tl_frame *above;
    tl_node *node;   /* NULL: it is left out */
    tl_node *caller; /* what was current before */
    tl_cell *cell;
    const char *address; /* of its name, where that is a literal */
    int64_t iteration;   /* -1 where the value is summed */
    uint64_t start;      /* 0 while it is not open */
    uint32_t level;
} tl_frame;

enum { TL_CACHE = 128 };

typedef struct {
    const tl_node *caller;
    const char *address;
    tl_node *node;
} tl_cached;

typedef struct tl_thread {
    struct tl_thread *next;     /* of the recording, by number */
    struct tl_thread *next_free; /* whose thread has ended */
    tl_arena arena;
    tl_node root;
    tl_node *base; /* what the outermost events hang below: the root, or a path of another thread */
    const tl_node *base_of; /* the node of the other thread */
    tl_node *current;
    tl_frame bottom;
    tl_frame *top;
    tl_node *last;  /* in the order of creation */
    tl_node **table; /* open addressing by hash */
    uint32_t table_size;
    uint32_t nodes;
    uint32_t number; /* 0 for the thread that started the recording */
    uint32_t generation;
    uint32_t unframed; /* open events for which there was no memory */
    int32_t repetition;
    int attached;
    int is_orphan; /* its recording has ended */
    tl_cached cache[TL_CACHE];
} tl_thread;

/* Where a literal below the current path is remembered. */
static inline tl_cached *tl_cached_at(tl_thread *thread, const char *name) {
    uintptr_t key = ((uintptr_t)name >> 2) ^ ((uintptr_t)thread->current >> 5);
    return &thread->cache[(key ^ (key >> 7)) & (TL_CACHE - 1)];
}

int tl_init_thread(tl_thread *thread);
void tl_free_thread(tl_thread *thread);
tl_node *tl_find_child(tl_thread *thread, const char *name, unsigned kind);
tl_node *tl_copied_path(tl_thread *thread, const tl_node *of);
tl_cell *tl_cell_of(tl_thread *thread, tl_node *node, int32_t repetition);
int tl_add_iteration(tl_thread *thread, tl_cell *cell, int64_t iteration, uint64_t nanos);
void tl_add_value(tl_thread *thread, const tl_frame *frame, int number, double value);
int tl_set_label(tl_thread *thread, tl_node *node, int label, const char *text);
tl_frame *tl_new_frame(tl_thread *thread);
int tl_reaches(const tl_cell *cell, int64_t iteration);
uint64_t tl_series_length(const tl_series *series);
uint64_t tl_series_at(const tl_series *series, uint64_t place);
double tl_value_of(uint64_t word); /* NaN where there is none */

/* -- events.c -- */

extern __thread tl_thread *tl_this_thread;

uint64_t tl_now(void);
uint32_t tl_finish_all(tl_thread *thread);

/* -- recorder.c -- */

typedef struct {
    pthread_mutex_t lock; /* of what follows, but not of events */
    uint32_t generation;
    int records; /* 0 while paused */
    int32_t repetition;
    pid_t process;
    tl_thread *first;
    tl_thread *last;
    tl_thread *ended;
    uint32_t threads;
    const treeline_ranks *given; /* by the program */
    int times_given;
    void (*declare)(void); /* before each start */
    const treeline_ranks *ranks; /* of this recording; NULL for one process */
    int rank;
    int size;
    int first_snapshot;
    uint64_t start_nanos;
    int64_t start_seconds;
    int32_t start_fraction;
    char name[40]; /* of the recording, the same in all its parts */
    char problems[2048];
} tl_recorder;

extern tl_recorder tl_recording;

tl_thread *tl_enrol(void);
void tl_problem(const char *format, ...) __attribute__((format(printf, 1, 2)));
int tl_in_parallel_region(void);

#pragma GCC visibility pop

#endif
