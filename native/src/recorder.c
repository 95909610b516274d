#include "output.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Start and end of a recording, and the threads that take part in it. */

enum { UNDECIDED = -1, OFF = 0, ON = 1 };

enum { TL_ENDED = 2 }; /* an orphan whose thread is gone */

int treeline_state = UNDECIDED;

tl_recorder tl_recording = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_key_t thread_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

extern int omp_get_level(void) __attribute__((weak));

int tl_in_parallel_region(void) { return omp_get_level != NULL && omp_get_level() > 0; }

static void set_state(int state) { __atomic_store_n(&treeline_state, state, __ATOMIC_RELEASE); }

static int get_state(void) { return __atomic_load_n(&treeline_state, __ATOMIC_ACQUIRE); }

int treeline_get_state(void) { return get_state(); }

/* Added to the one line at the end. */
void tl_problem(const char *format, ...) {
    size_t used = strlen(tl_recording.problems);
    va_list arguments;
    if (used + 4 > sizeof tl_recording.problems) return;
    if (used > 0) {
        memcpy(tl_recording.problems + used, "; ", 3);
        used += 2;
    }
    va_start(arguments, format);
    (void)vsnprintf(tl_recording.problems + used, sizeof tl_recording.problems - used, format,
                    arguments);
    va_end(arguments);
}

static void tell_problems(void) {
    if (tl_recording.problems[0] != '\0')
        (void)fprintf(stderr, "treeline: %s\n", tl_recording.problems);
    tl_recording.problems[0] = '\0';
}

int treeline_use_ranks(const treeline_ranks *ranks) {
    if (tl_recording.given == NULL) tl_recording.given = ranks;
    return tl_recording.times_given++;
}

void treeline_before_start(void (*declare)(void)) { tl_recording.declare = declare; }

/* The map of a thread that has ended serves the next one. */
static void thread_ends(void *ended) {
    tl_thread *thread = ended;
    uint32_t open;
    (void)pthread_mutex_lock(&tl_recording.lock);
    tl_this_thread = NULL;
    if (thread->is_orphan) tl_free_thread(thread);
    else if (thread->number > 0) {
        open = tl_finish_all(thread);
        if (open > 0) tl_count(TL_LEFT_OPEN, open, "of a thread that has ended");
        thread->attached = 0;
        thread->next_free = tl_recording.ended;
        tl_recording.ended = thread;
    } else thread->is_orphan = TL_ENDED;
    (void)pthread_mutex_unlock(&tl_recording.lock);
}

static void forget_threads(void) {
    __atomic_store_n(&tl_recording.first, NULL, __ATOMIC_RELEASE);
    tl_recording.last = NULL;
    tl_recording.ended = NULL;
}

static void before_fork(void) { (void)pthread_mutex_lock(&tl_recording.lock); }

static void in_parent(void) { (void)pthread_mutex_unlock(&tl_recording.lock); }

/* What was recorded is the parent's. The child records if it starts a recording of its own. */
static void in_child(void) {
    if (get_state() == ON) {
        set_state(OFF);
        __atomic_store_n(&tl_recording.generation, tl_recording.generation + 1, __ATOMIC_RELAXED);
    }
    forget_threads();
    tl_recording.ranks = NULL;
    tl_recording.problems[0] = '\0';
    tl_this_thread = NULL;
    tl_misuse_after_fork();
    tl_folder_after_fork();
    tl_snapshots_after_fork();
    (void)pthread_mutex_unlock(&tl_recording.lock);
}

static void at_exit(void);

static void prepare_process(void) {
    (void)pthread_key_create(&thread_key, thread_ends);
    (void)pthread_atfork(before_fork, in_parent, in_child);
    (void)atexit(at_exit);
}

static tl_thread *new_thread(void) {
    tl_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) return NULL;
    if (tl_init_thread(thread) != 0) {
        free(thread);
        return NULL;
    }
    thread->number = tl_recording.threads++;
    thread->generation = tl_recording.generation;
    if (tl_recording.first == NULL)
        __atomic_store_n(&tl_recording.first, thread, __ATOMIC_RELEASE);
    else __atomic_store_n(&tl_recording.last->next, thread, __ATOMIC_RELEASE);
    tl_recording.last = thread;
    return thread;
}

/* With the lock. */
static tl_thread *enrolled(void) {
    tl_thread *thread = tl_recording.ended;
    if (thread != NULL) tl_recording.ended = thread->next_free;
    else thread = new_thread();
    if (thread == NULL) {
        tl_count(TL_NO_MEMORY, 1, "a thread");
        return NULL;
    }
    (void)pthread_setspecific(thread_key, thread);
    tl_this_thread = thread;
    return thread;
}

static void begin_recording(void) {
    __atomic_store_n(&tl_recording.generation, tl_recording.generation + 1, __ATOMIC_RELAXED);
    forget_threads();
    tl_recording.threads = 0;
    __atomic_store_n(&tl_recording.repetition, 0, __ATOMIC_RELAXED);
    tl_recording.start_nanos = tl_now();
    tl_recording.process = getpid();
    tl_this_thread = NULL;
    __atomic_store_n(&tl_recording.records, 1, __ATOMIC_RELAXED);
}

/* With the lock. */
static int started(void) {
    (void)pthread_once(&once, prepare_process);
    tl_read_environment();
    if (tl_recording.declare != NULL) tl_recording.declare();
    tl_forget_misuse();
    if (tl_agree() != 1) {
        tell_problems();
        set_state(OFF);
        return -1;
    }
    begin_recording();
    set_state(enrolled() == NULL ? OFF : ON);
    if (get_state() == OFF) return -1;
    tl_start_snapshots();
    return 0;
}

static void drop_orphan(void) {
    tl_thread *mine = tl_this_thread;
    if (mine == NULL) return;
    tl_this_thread = NULL;
    if (!mine->is_orphan) return;
    (void)pthread_setspecific(thread_key, NULL);
    tl_free_thread(mine);
}

int treeline_start(const char *output) {
    int result = -1;
    (void)pthread_mutex_lock(&tl_recording.lock);
    if (get_state() == ON) tl_problem("a recording was started while one was under way");
    else {
        drop_orphan();
        if (output != NULL && treeline_option("output", output) != 0)
            tl_problem("the name of the output is empty or too long");
        result = started();
    }
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return result;
}

/* A program that nobody asked to record costs a look at the environment, once. Ranks start together
 * or not at all. */
static void decide(void) {
    if (getenv("TREELINE_RECORD_OUTPUT") != NULL && tl_recording.given == NULL) (void)started();
    else set_state(OFF);
}

tl_thread *tl_enrol(void) {
    tl_thread *thread = NULL;
    if (get_state() == OFF) return NULL;
    (void)pthread_mutex_lock(&tl_recording.lock);
    if (get_state() == UNDECIDED) decide();
    else drop_orphan();
    if (get_state() == ON) thread = tl_this_thread != NULL ? tl_this_thread : enrolled();
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return thread;
}

void treeline_pause(void) { __atomic_store_n(&tl_recording.records, 0, __ATOMIC_RELAXED); }

void treeline_resume(void) { __atomic_store_n(&tl_recording.records, 1, __ATOMIC_RELAXED); }

/* Others may just look where the first thread is, so its map goes with the next recording. */
static void free_later(tl_thread *thread) {
    static tl_thread *kept;
    if (kept != NULL) tl_free_thread(kept);
    kept = thread;
}

/* Frees the maps of threads that have ended and of this one. The others free theirs themselves: they
 * may be within an event. */
static void let_go(void) {
    tl_thread *next;
    (void)pthread_mutex_lock(&tl_recording.lock);
    for (tl_thread *each = tl_recording.ended; each != NULL; each = each->next_free)
        each->is_orphan = TL_ENDED;
    for (tl_thread *each = tl_recording.first; each != NULL; each = next) {
        next = each->next;
        if (each == tl_this_thread) {
            (void)pthread_setspecific(thread_key, NULL);
            tl_this_thread = NULL;
            if (each->number > 0) tl_free_thread(each);
            else free_later(each);
        } else if (each->is_orphan == TL_ENDED) tl_free_thread(each);
        else each->is_orphan = 1;
    }
    forget_threads();
    (void)pthread_mutex_unlock(&tl_recording.lock);
}

static uint32_t count_open(void) {
    uint32_t open = 0;
    for (const tl_thread *each = tl_recording.first; each != NULL;
         each = __atomic_load_n(&each->next, __ATOMIC_ACQUIRE)) {
        const tl_frame *frame = __atomic_load_n(&each->bottom.above, __ATOMIC_ACQUIRE);
        for (; frame != NULL; frame = __atomic_load_n(&frame->above, __ATOMIC_ACQUIRE))
            if (__atomic_load_n(&frame->start, __ATOMIC_ACQUIRE) != 0) open++;
    }
    return open;
}

/* Whether something is recorded, which is over now. */
static int ends_now(void) {
    int was_on;
    (void)pthread_mutex_lock(&tl_recording.lock);
    was_on = get_state() == ON && tl_recording.process == getpid();
    set_state(OFF);
    __atomic_store_n(&tl_recording.generation, tl_recording.generation + 1, __ATOMIC_RELAXED);
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return was_on;
}

static void after_end(void) {
    tl_unlock_folder();
    tell_problems();
    let_go();
}

void treeline_close(void) {
    uint32_t open;
    if (!ends_now()) return;
    open = count_open();
    if (open > 0) tl_count(TL_LEFT_OPEN, open, "at the end");
    tl_end_snapshots();
    tl_write_recording(open);
    after_end();
}

void treeline_close_at_end(void) {
    if (!ends_now()) return;
    tl_end_snapshots();
    tl_write_recording(count_open());
    after_end();
}

/* Ranks that have not come to MPI_Finalize cannot be waited for: each writes what it has. */
static void at_exit(void) {
    char problem[TL_PATH_BYTES + 128] = "";
    if (get_state() == ON && tl_recording.ranks == NULL) treeline_close_at_end();
    if (get_state() != ON || !ends_now()) return;
    tl_end_snapshots();
    tl_problem("rank %d ended before MPI_Finalize", tl_recording.rank);
    if (tl_write_alone(tl_folder_path(), 0, problem, sizeof problem) != 0)
        tl_problem("%s", problem);
    after_end();
}
