#include "output.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

/* Writes what was recorded so far, again and again, by a thread of its own on every rank: it only
 * reads the event maps and sends no message, so it works with every thread level of MPI. Rank 0
 * makes the directory of a snapshot; the others see it and add their files; whoever adds the last one
 * gives it its visible name. */

enum { PATIENCE = 10 }; /* intervals until a snapshot is given up that some rank does not add to */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    int is_running;
    int stops;
    int last; /* number of the last that this rank has written */
    int failed;
    char problem[TL_PATH_BYTES + 256];
} agent = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void failed(const char *problem) {
    if (agent.failed++ == 0) (void)snprintf(agent.problem, sizeof agent.problem, "%s", problem);
}

/* Waits so long, or until the end; whether the end has come. */
static int waits(uint64_t nanos) {
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

static void write_snapshot(int number) {
    char folder[TL_PATH_BYTES];
    char problem[TL_PATH_BYTES + 256] = "";
    agent.last = number;
    if (tl_hidden_snapshot(number, folder) != 0) return;
    if (tl_write_alone(folder, number, problem, sizeof problem) != 0) failed(problem);
    else tl_show_snapshot(number, tl_recording.size);
}

/* Rank 0: not before the last one is complete, nor more than a share of the run. */
static void lead(void) {
    uint64_t interval = (uint64_t)tl_option.snapshot_nanos;
    uint64_t rest = interval;
    int waited = 0;
    while (!waits(rest > interval ? rest : interval)) {
        uint64_t before = tl_now();
        rest = interval;
        if (tl_is_hidden(agent.last) && waited++ < PATIENCE) continue;
        tl_drop_snapshot(agent.last);
        waited = 0;
        if (tl_begin_snapshot(agent.last + 1) != 0) failed("its directory could not be made");
        else write_snapshot(agent.last + 1);
        tl_keep_newest_snapshots(tl_recording.first_snapshot, agent.last);
        rest = (uint64_t)((double)(tl_now() - before) / tl_option.snapshot_share);
    }
}

/* The others look for one that has begun. */
static void follow(void) {
    while (!waits((uint64_t)tl_option.snapshot_nanos / 4)) {
        int number = tl_newest_hidden_snapshot();
        if (number > agent.last) write_snapshot(number);
    }
}

static void *run(void *unused) {
    if (tl_recording.rank == 0) lead();
    else follow();
    return unused;
}

/* The program's signals are not for this thread. */
void tl_start_snapshots(void) {
    sigset_t all;
    sigset_t before;
    pthread_condattr_t clock;
    if (tl_option.snapshot_nanos == 0) return;
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&agent.wake, &clock);
    agent.stops = 0;
    agent.failed = 0;
    agent.last = tl_recording.first_snapshot - 1;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    agent.is_running = pthread_create(&agent.thread, NULL, run, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!agent.is_running) tl_problem("there are no snapshots: no thread could be started");
}

void tl_end_snapshots(void) {
    if (!agent.is_running) return;
    (void)pthread_mutex_lock(&agent.lock);
    agent.stops = 1;
    (void)pthread_cond_signal(&agent.wake);
    (void)pthread_mutex_unlock(&agent.lock);
    (void)pthread_join(agent.thread, NULL);
    agent.is_running = 0;
    if (agent.failed > 0)
        tl_problem("%d snapshots failed, first: %s", agent.failed, agent.problem);
}

/* The recording is complete. */
void tl_forget_snapshots(void) {
    if (tl_option.snapshot_nanos > 0)
        tl_delete_snapshots(tl_recording.first_snapshot, agent.last);
}

void tl_snapshots_after_fork(void) {
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    agent.lock = fresh;
    agent.is_running = 0;
}
