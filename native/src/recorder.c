#include "recorder.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "end-signals.h"
#include "ending.h"
#include "folder.h"
#include "guard.h"
#include "misuse.h"
#include "options.h"
#include "pin.h"
#include "problems.h"
#include "recording.h"
#include "snapshot-thread.h"
#include "start-agreement.h"
#include "state.h"
#include "threads.h"
#include "trace-clock.h"
#include "trace-groups.h"
#include "treeline.h"

/* A handler that has interrupted the recorder may fork, with or without the lock. */
static void before_fork(void) {
    tl_this_guard.holds_lock_in_fork = tl_enter_guard();
    if (tl_this_guard.holds_lock_in_fork) (void)pthread_mutex_lock(&tl_recording.lock);
}

static void in_parent(void) {
    if (!tl_this_guard.holds_lock_in_fork) return;
    tl_this_guard.holds_lock_in_fork = 0;
    (void)pthread_mutex_unlock(&tl_recording.lock);
    tl_leave_guard();
}

/* The recording stays with the parent. The child records only if it starts its own recording. */
static void in_child(void) {
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    if (tl_get_state() == TL_ON) {
        tl_set_state(TL_OFF);
        tl_next_generation();
    }
    tl_forget_threads();
    tl_recording.ranks = NULL;
    tl_forget_problems();
    tl_this_thread = NULL;
    tl_folder_after_fork();
    tl_snapshots_after_fork();
    tl_signals_after_fork();
    if (!tl_this_guard.holds_lock_in_fork) tl_recording.lock = fresh;
    in_parent(); /* of its own copy */
}

static void prepare_process(void) {
    tl_prepare_threads();
    (void)pthread_atfork(before_fork, in_parent, in_child);
    (void)atexit(tl_close_at_exit);
    (void)at_quick_exit(tl_close_at_exit);
}

static void begin_recording(void) {
    tl_next_generation();
    tl_forget_threads();
    tl_recording.threads = 0;
    __atomic_store_n(&tl_recording.repetition, 0, __ATOMIC_RELAXED);
    tl_recording.start_nanos = tl_now();
    tl_recording.process = getpid();
    tl_recording.ended_by[0] = '\0';
    tl_this_thread = NULL;
    __atomic_store_n(&tl_recording.records, 1, __ATOMIC_RELAXED);
}

static void start_trace(void) {
    if (!tl_option.trace) return;
    tl_forget_trace_groups();
    tl_measure_first_clock();
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
    start_trace();
    begin_recording();
    tl_set_state(tl_register_thread() == NULL ? TL_OFF : TL_ON);
    if (tl_get_state() == TL_OFF) return -1;
    tl_start_snapshots();
    tl_watch_signals(tl_close_by_signal);
    return 0;
}

int treeline_start(const char *output) {
    int result = -1;
    tl_pin_recorder();
    if (!tl_enter_guard()) return -1;
    (void)pthread_mutex_lock(&tl_recording.lock);
    if (tl_get_state() == TL_ON) tl_problem("a recording was started while another was running");
    else {
        tl_drop_orphan();
        if (output != NULL && treeline_option("output", output) != 0)
            tl_problem("the output name is empty or too long");
        result = start();
    }
    (void)pthread_mutex_unlock(&tl_recording.lock);
    tl_leave_guard();
    return result;
}

/* A program that is not to be recorded pays for one look at the environment. Under MPI ranks start
 * together, so the first event of a rank does not start a recording. */
static int is_requested(void) {
    return getenv("TREELINE_RECORD_OUTPUT") != NULL && tl_recording.given == NULL;
}

tl_thread *tl_enter_recording(void) {
    tl_thread *thread = NULL;
    if (tl_get_state() == TL_OFF) return NULL;
    if (tl_get_state() == TL_UNDECIDED && is_requested()) tl_pin_recorder();
    (void)pthread_mutex_lock(&tl_recording.lock);
    if (tl_get_state() != TL_UNDECIDED) tl_drop_orphan();
    else if (is_requested()) (void)start();
    else tl_set_state(TL_OFF);
    if (tl_get_state() == TL_ON)
        thread = tl_this_thread != NULL ? tl_this_thread : tl_register_thread();
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return thread;
}
