#include "recorder.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "collective-write.h"
#include "files.h"
#include "folder.h"
#include "misuse.h"
#include "options.h"
#include "own-part.h"
#include "problems.h"
#include "recording.h"
#include "snapshot-thread.h"
#include "start-agreement.h"
#include "state.h"
#include "threads.h"
#include "treeline.h"

static void before_fork(void) { (void)pthread_mutex_lock(&tl_recording.lock); }

static void in_parent(void) { (void)pthread_mutex_unlock(&tl_recording.lock); }

static void next_generation(void) {
    __atomic_store_n(&tl_recording.generation, tl_recording.generation + 1, __ATOMIC_RELAXED);
}

/* The recording stays with the parent. The child records only if it starts its own recording. */
static void in_child(void) {
    if (tl_get_state() == TL_ON) {
        tl_set_state(TL_OFF);
        next_generation();
    }
    tl_forget_threads();
    tl_recording.ranks = NULL;
    tl_forget_problems();
    tl_this_thread = NULL;
    tl_misuse_after_fork();
    tl_folder_after_fork();
    tl_snapshots_after_fork();
    (void)pthread_mutex_unlock(&tl_recording.lock);
}

static void at_exit(void);

static void prepare_process(void) {
    tl_prepare_threads();
    (void)pthread_atfork(before_fork, in_parent, in_child);
    (void)atexit(at_exit);
}

static void begin_recording(void) {
    next_generation();
    tl_forget_threads();
    tl_recording.threads = 0;
    __atomic_store_n(&tl_recording.repetition, 0, __ATOMIC_RELAXED);
    tl_recording.start_nanos = tl_now();
    tl_recording.process = getpid();
    tl_this_thread = NULL;
    __atomic_store_n(&tl_recording.records, 1, __ATOMIC_RELAXED);
}

/* Needs the lock. */
static int start(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, prepare_process);
    tl_read_environment();
    if (tl_recording.declare != NULL) tl_recording.declare();
    tl_forget_misuse();
    if (tl_agree_on_start() != 1) {
        tl_print_problems();
        tl_set_state(TL_OFF);
        return -1;
    }
    begin_recording();
    tl_set_state(tl_register_thread() == NULL ? TL_OFF : TL_ON);
    if (tl_get_state() == TL_OFF) return -1;
    tl_start_snapshots();
    return 0;
}

int treeline_start(const char *output) {
    int result = -1;
    (void)pthread_mutex_lock(&tl_recording.lock);
    if (tl_get_state() == TL_ON) tl_problem("a recording was started while another was running");
    else {
        tl_drop_orphan();
        if (output != NULL && treeline_option("output", output) != 0)
            tl_problem("the output name is empty or too long");
        result = start();
    }
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return result;
}

/* A program that is not to be recorded pays for one look at the environment. Under MPI ranks start
 * together, so the first event of a rank does not start a recording. */
static void start_if_requested(void) {
    if (getenv("TREELINE_RECORD_OUTPUT") != NULL && tl_recording.given == NULL) (void)start();
    else tl_set_state(TL_OFF);
}

tl_thread *tl_enter_recording(void) {
    tl_thread *thread = NULL;
    if (tl_get_state() == TL_OFF) return NULL;
    (void)pthread_mutex_lock(&tl_recording.lock);
    if (tl_get_state() == TL_UNDECIDED) start_if_requested();
    else tl_drop_orphan();
    if (tl_get_state() == TL_ON)
        thread = tl_this_thread != NULL ? tl_this_thread : tl_register_thread();
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return thread;
}

/* Stops recording. Returns whether a recording of this process was under way. */
static int stop(void) {
    int was_on;
    (void)pthread_mutex_lock(&tl_recording.lock);
    was_on = tl_get_state() == TL_ON && tl_recording.process == getpid();
    tl_set_state(TL_OFF);
    next_generation();
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return was_on;
}

static void clean_up(void) {
    tl_unlock_folder();
    tl_print_problems();
    tl_release_threads();
}

void treeline_close(void) {
    uint32_t open;
    if (!stop()) return;
    open = tl_open_events_of_all();
    if (open > 0) tl_count_misuse(TL_LEFT_OPEN, open, "at the end");
    tl_stop_snapshots();
    tl_write_recording(open);
    clean_up();
}

void treeline_close_at_end(void) {
    if (!stop()) return;
    tl_stop_snapshots();
    tl_write_recording(tl_open_events_of_all());
    clean_up();
}

/* Without the other ranks, an earlier recording cannot be replaced as a whole. */
static void write_alone(void) {
    char problem[TL_PATH_BYTES + 256] = "";
    int folder;
    if (tl_has_earlier_recording()) {
        tl_problem("the earlier recording in %s was kept", tl_folder_path());
        return;
    }
    folder = tl_open_directory(tl_folder_path());
    if (folder < 0) {
        tl_problem("%s could not be opened: %s", tl_folder_path(), strerror(errno));
        return;
    }
    if (tl_write_own_part(folder, tl_folder_path(), 0, problem, sizeof problem) != 0)
        tl_problem("%s", problem);
    (void)tl_sync(folder);
    (void)tl_close(folder);
}

/* A rank that exits before MPI_Finalize cannot communicate, so it writes its own part. */
static void at_exit(void) {
    if (tl_get_state() == TL_ON && tl_recording.ranks == NULL) treeline_close_at_end();
    if (tl_get_state() != TL_ON || !stop()) return;
    tl_stop_snapshots();
    tl_problem("rank %d exited before MPI_Finalize", tl_recording.rank);
    write_alone();
    clean_up();
}
