#include "ending.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collective-write.h"
#include "end-signals.h"
#include "files.h"
#include "folder.h"
#include "guard.h"
#include "misuse.h"
#include "options.h"
#include "own-part.h"
#include "problems.h"
#include "recording.h"
#include "snapshot-thread.h"
#include "state.h"
#include "threads.h"
#include "trace-clock.h"
#include "trace-file.h"
#include "treeline.h"

/* A handler that has interrupted the recorder may call exit. The lock is then free or lost. */
static int lock_recording(int is_interrupted) {
    if (is_interrupted) return pthread_mutex_trylock(&tl_recording.lock);
    return pthread_mutex_lock(&tl_recording.lock);
}

/* Stops recording. Returns whether a recording of this process was under way. */
static int stop(int is_interrupted) {
    int was_on;
    if (lock_recording(is_interrupted) != 0) return 0;
    was_on = tl_get_state() == TL_ON && tl_recording.process == getpid();
    if (was_on) tl_delay_signals();
    tl_set_state(TL_OFF);
    tl_next_generation();
    (void)pthread_mutex_unlock(&tl_recording.lock);
    return was_on;
}

static void clean_up(void) {
    tl_unlock_folder();
    tl_print_problems();
    tl_release_threads();
    tl_release_signals();
}

/* The interrupted thread may hold the lock of malloc. The program ends anyway. */
static void clean_up_after_signal(void) {
    tl_unlock_folder();
    tl_print_problems();
    tl_abandon_threads();
    tl_release_signals();
}

static void close_together(void) {
    tl_stop_snapshots();
    tl_count_untraced();
    if (tl_option.trace) tl_measure_last_clock();
    tl_write_trace();
    tl_write_recording(tl_open_events_of_all());
    clean_up();
}

void treeline_close(void) {
    uint32_t open;
    if (!tl_enter_guard()) return;
    if (stop(0)) {
        open = tl_open_events_of_all();
        if (open > 0) tl_count_misuse(TL_LEFT_OPEN, open, "at the end");
        close_together();
    }
    tl_leave_guard();
}

void treeline_close_at_end(void) {
    if (!tl_enter_guard()) return;
    if (stop(0)) close_together();
    tl_leave_guard();
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
    tl_write_trace();
    (void)tl_sync(folder);
    (void)tl_close(folder);
}

static void close_alone(const char *reason) {
    (void)snprintf(tl_recording.ended_by, sizeof tl_recording.ended_by, "%s", reason);
    tl_stop_snapshots();
    tl_count_untraced();
    if (tl_recording.ranks == NULL) {
        tl_write_trace();
        tl_write_recording(tl_open_events_of_all());
    } else write_alone();
}

static void report_end(const char *reason) {
    if (tl_recording.ranks == NULL)
        tl_problem("recording into %s ended by %s", tl_folder_path(), reason);
    else tl_problem("rank %d ended by %s", tl_recording.rank, reason);
}

void treeline_close_alone(const char *reason) {
    if (!tl_enter_guard()) return;
    if (reason == NULL || *reason == '\0') reason = "treeline_close_alone";
    if (stop(0)) {
        report_end(reason);
        close_alone(reason);
        clean_up();
    }
    tl_leave_guard();
}

static int has_all_parts(void) {
    int folder = tl_open_directory(tl_folder_path());
    int parts = folder < 0 ? 0 : tl_count_parts(folder);
    if (folder >= 0 && tl_option.trace && tl_count_traces(folder) < tl_recording.size) parts = 0;
    if (folder >= 0) (void)tl_close(folder);
    return parts >= tl_recording.size;
}

/* Open MPI kills all ranks as soon as one has ended, so a rank waits for the parts of the others.
 * Few looks at the folder, because there may be thousands of ranks. */
static void await_other_parts(void) {
    struct timespec time = {0, 8000000};
    for (int look = 0; look < 7 && !has_all_parts(); look++, time.tv_nsec *= 2)
        (void)nanosleep(&time, NULL);
}

/* Launchers pass a signal on to all ranks, so rank 0 reports it for all. */
void tl_close_by_signal(const char *signal) {
    if (!stop(0)) return;
    if (tl_recording.ranks == NULL) report_end(signal);
    else if (tl_recording.rank == 0)
        tl_problem("recording into %s ended by %s; each rank writes its own part", tl_folder_path(),
                   signal);
    close_alone(signal);
    clean_up_after_signal();
    if (tl_recording.ranks != NULL) await_other_parts();
}

/* A rank that exits before MPI_Finalize cannot communicate, so it writes its own part. */
void tl_close_at_exit(void) {
    int is_interrupted = !tl_enter_guard();
    if (tl_get_state() == TL_ON && stop(is_interrupted)) {
        if (tl_recording.ranks == NULL) close_together();
        else {
            report_end("exit before MPI_Finalize");
            close_alone("exit before MPI_Finalize");
            clean_up();
        }
    } else if (!is_interrupted) tl_await_close();
    tl_leave_guard();
}
