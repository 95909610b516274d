#include "snapshot-thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "files.h"
#include "folder.h"
#include "options.h"
#include "own-part.h"
#include "problems.h"
#include "recording.h"
#include "snapshot-folders.h"

/* Every rank has one such thread. It only reads event maps and sends no messages, so it works at
 * every MPI thread level. Rank 0 creates the directory of a snapshot. The other ranks poll for it
 * and add their parts. The rank that adds the last part gives the directory its visible name. */

enum { PATIENCE = 10 }; /* intervals after which an incomplete snapshot is discarded */

static const uint64_t JOIN_NANOS = 1000000000; /* how long another rank waits for rank 0 */

static struct {
    pthread_mutex_t lock;
    pthread_mutex_t writing; /* held by whoever writes a snapshot */
    pthread_cond_t wake;
    pthread_t thread;
    int is_running;
    int stops;
    int last; /* number of the last snapshot of this rank */
    int failed;
    char problem[TL_PATH_BYTES + 256];
} agent = {.lock = PTHREAD_MUTEX_INITIALIZER, .writing = PTHREAD_MUTEX_INITIALIZER};

static void note_failure(const char *problem) {
    if (agent.failed++ == 0) (void)snprintf(agent.problem, sizeof agent.problem, "%s", problem);
}

static void note_reason(int number, const char *what, int reason) {
    char folder[TL_PATH_BYTES] = "";
    char problem[TL_PATH_BYTES + 256];
    if (reason == 0 || tl_snapshot_path(number, folder) != 0) return;
    (void)snprintf(problem, sizeof problem, "%s was not %s: %s", folder, what, strerror(reason));
    note_failure(problem);
}

/* Waits for a time or for the end of the recording. Returns whether it ends. */
static int wait_or_stop(uint64_t nanos) {
    uint64_t until = tl_now() + nanos;
    struct timespec time = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
    int stops;
    (void)pthread_mutex_lock(&agent.lock);
    while (!agent.stops && pthread_cond_timedwait(&agent.wake, &agent.lock, &time) != ETIMEDOUT) {
    }
    stops = agent.stops;
    (void)pthread_mutex_unlock(&agent.lock);
    return stops;
}

/* Returns whether this rank has added its part. Rank 0 may have given up the snapshot. */
static int write_snapshot(int number) {
    char folder[TL_PATH_BYTES];
    char problem[TL_PATH_BYTES + 256] = "";
    int directory = tl_open_snapshot(number);
    int written;
    agent.last = number;
    if (directory < 0) {
        note_reason(number, "written", errno == ENOENT ? 0 : errno);
        return 0;
    }
    written = tl_snapshot_path(number, folder) == 0 &&
              tl_write_own_part(directory, folder, number, problem, sizeof problem) == 0;
    (void)tl_close(directory);
    if (written)
        note_reason(number, "completed", tl_publish_if_complete(number, tl_recording.size));
    else note_failure(problem);
    return written;
}

static void delete_hidden_snapshot(void) {
    if (agent.last >= tl_recording.first_snapshot)
        note_reason(agent.last, "deleted", tl_delete_hidden_snapshot(agent.last));
}

static void create_snapshot(int number) {
    int reason = tl_create_snapshot(number);
    note_reason(number, "created", reason);
    if (reason != 0) return;
    if (!write_snapshot(number)) delete_hidden_snapshot();
    reason = tl_delete_old_snapshots(tl_recording.first_snapshot, number);
    note_reason(number - 2, "deleted", reason);
}

static void create_next_snapshot(void) {
    (void)pthread_mutex_lock(&agent.writing);
    delete_hidden_snapshot();
    create_snapshot(agent.last + 1);
    (void)pthread_mutex_unlock(&agent.writing);
}

/* Returns whether rank 0 has created a snapshot since the last one. */
static int join_next_snapshot(void) {
    int number;
    (void)pthread_mutex_lock(&agent.writing);
    number = tl_newest_hidden_snapshot();
    if (number > agent.last) (void)write_snapshot(number);
    else number = 0;
    (void)pthread_mutex_unlock(&agent.writing);
    return number > 0;
}

/* Rank 0 waits until the last snapshot is complete, and as long as snapshot-share requires. */
static void create_snapshots(void) {
    uint64_t interval = (uint64_t)tl_option.snapshot_nanos;
    uint64_t rest = interval;
    int waited = 0;
    while (!wait_or_stop(rest > interval ? rest : interval)) {
        uint64_t before = tl_now();
        rest = interval;
        if (tl_is_hidden(agent.last) && waited++ < PATIENCE) continue;
        waited = 0;
        create_next_snapshot();
        rest = (uint64_t)((double)(tl_now() - before) / tl_option.snapshot_share);
    }
}

/* The other ranks poll for a snapshot that rank 0 has created. */
static void join_snapshots(void) {
    while (!wait_or_stop((uint64_t)tl_option.snapshot_nanos / 4)) (void)join_next_snapshot();
}

static void *run(void *unused) {
    if (tl_recording.rank == 0) create_snapshots();
    else join_snapshots();
    return unused;
}

void tl_take_snapshot(void) {
    uint64_t until = tl_now() + JOIN_NANOS;
    if (wait_or_stop(0)) return;
    if (tl_recording.rank == 0) create_next_snapshot();
    else
        while (!join_next_snapshot() && tl_now() < until && !wait_or_stop(JOIN_NANOS / 1000)) {
        }
}

/* The thread blocks all signals, so the program's handlers run on its own threads. */
void tl_start_snapshots(void) {
    sigset_t all;
    sigset_t before;
    pthread_condattr_t clock;
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&agent.wake, &clock);
    agent.stops = 0;
    agent.failed = 0;
    agent.last = tl_recording.first_snapshot - 1;
    if (tl_option.snapshot_nanos == 0) return;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    agent.is_running = pthread_create(&agent.thread, NULL, run, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!agent.is_running) tl_problem("no snapshots: their thread could not be started");
}

/* Waits for a snapshot that is being written. */
void tl_stop_snapshots(void) {
    (void)pthread_mutex_lock(&agent.lock);
    agent.stops = 1;
    (void)pthread_cond_broadcast(&agent.wake);
    (void)pthread_mutex_unlock(&agent.lock);
    if (agent.is_running) (void)pthread_join(agent.thread, NULL);
    agent.is_running = 0;
    (void)pthread_mutex_lock(&agent.writing);
    (void)pthread_mutex_unlock(&agent.writing);
    if (agent.failed > 0)
        tl_problem("%d snapshots failed, first: %s", agent.failed, agent.problem);
}

/* The complete recording makes the snapshots obsolete. */
void tl_discard_snapshots(int is_whole) {
    int reason;
    int others = 0;
    if (agent.last < tl_recording.first_snapshot) return;
    reason = tl_delete_hidden_snapshot(agent.last);
    if (is_whole) others = tl_delete_snapshots(tl_recording.first_snapshot, agent.last);
    if (reason == 0) reason = others;
    if (reason != 0)
        tl_problem("snapshots in %s were not deleted: %s", tl_folder_path(), strerror(reason));
}

void tl_snapshots_after_fork(void) {
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    agent.lock = fresh;
    agent.writing = fresh;
    agent.is_running = 0;
}
