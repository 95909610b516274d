#include "end-signals.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "guard.h"
#include "options.h"
#include "problems.h"
#include "snapshot-thread.h"
#include "state.h"

/* A handler cannot write files safely. It wakes a thread that does, and waits for it on the
 * interrupted thread, so that the program does not go on meanwhile. Then the signal is passed on:
 * to the handler that the program had installed before, or to the default action, which ends the
 * program as if the recorder were not there.
 *
 * If the program has a handler, it may go on after the signal. So the recording continues, and a
 * snapshot is written in case it does not. After SIGABRT no program goes on.
 *
 * A handler that has interrupted the recorder must not wait: the interrupted function may hold a
 * lock that the other thread needs. It returns, and the other thread passes the signal on. */

static const struct {
    int number;
    const char *name;
} watched[] = {{SIGTERM, "SIGTERM"},
               {SIGINT, "SIGINT"},
               {SIGHUP, "SIGHUP"},
               {SIGXCPU, "SIGXCPU"},
               {SIGABRT, "SIGABRT"}};

enum { WATCHED = sizeof watched / sizeof watched[0], NO_SIGNAL = -1 };

static const uint64_t POLL_NANOS = 1000000;

static struct {
    struct sigaction before[WATCHED]; /* the actions of the program */
    void (*close)(const char *signal);
    sem_t wake;
    pid_t process; /* of the thread; 0 if there is none */
    int is_closing; /* by the program */
    int signal; /* the first signal that ends the recording */
    uint64_t until; /* when the program ends, even if the recording is not written */
    int is_unattended; /* the handler of the signal has returned */
    int is_closed;
    uint32_t wanted_snapshots;
    uint32_t done_snapshots;
} watch = {.signal = NO_SIGNAL};

static void pause_briefly(void) {
    struct timespec time = {0, (long)POLL_NANOS};
    (void)nanosleep(&time, NULL);
}

static int index_of(int number) {
    int index = 0;
    while (index < WATCHED - 1 && watched[index].number != number) index++;
    return index;
}

static int is_default(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_DFL;
}

static uint64_t now_plus_limit(void) { return tl_now() + (uint64_t)tl_option.exit_nanos; }

/* The signal is blocked in its handler: it takes effect when the handler returns. */
static void raise_again(int index) {
    (void)sigaction(watched[index].number, &watch.before[index], NULL);
    (void)raise(watched[index].number);
}

static void call_program(int index, siginfo_t *info, void *context) {
    const struct sigaction *action = &watch.before[index];
    if ((action->sa_flags & (int)SA_RESETHAND) != 0) {
        struct sigaction reset;
        memset(&reset, 0, sizeof reset);
        reset.sa_handler = SIG_DFL;
        (void)sigaction(watched[index].number, &reset, NULL);
    }
    if ((action->sa_flags & SA_SIGINFO) != 0)
        action->sa_sigaction(watched[index].number, info, context);
    else if (action->sa_handler != SIG_IGN) action->sa_handler(watched[index].number);
}

static void pass_on(int index, siginfo_t *info, void *context) {
    if (is_default(&watch.before[index])) raise_again(index);
    else call_program(index, info, context);
}

static void await_snapshot(void) {
    uint64_t until = now_plus_limit();
    uint32_t wanted = __atomic_add_fetch(&watch.wanted_snapshots, 1, __ATOMIC_ACQ_REL);
    (void)sem_post(&watch.wake);
    if (tl_this_guard.active != 0) return;
    while ((int32_t)(__atomic_load_n(&watch.done_snapshots, __ATOMIC_ACQUIRE) - wanted) < 0 &&
           tl_now() < until)
        pause_briefly();
}

/* Returns whether the caller passes the signal on. */
static int await_close(int index) {
    int none = NO_SIGNAL;
    if (__atomic_load_n(&watch.signal, __ATOMIC_ACQUIRE) == NO_SIGNAL)
        __atomic_store_n(&watch.until, now_plus_limit(), __ATOMIC_RELEASE);
    (void)__atomic_compare_exchange_n(&watch.signal, &none, index, 0, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED);
    if (tl_this_guard.active != 0) __atomic_store_n(&watch.is_unattended, 1, __ATOMIC_RELEASE);
    (void)sem_post(&watch.wake);
    if (tl_this_guard.active != 0) return 0;
    while (!__atomic_load_n(&watch.is_closed, __ATOMIC_ACQUIRE) &&
           tl_now() < __atomic_load_n(&watch.until, __ATOMIC_ACQUIRE))
        pause_briefly();
    return 1;
}

static int is_under_way(void) {
    return tl_get_state() == TL_ON || __atomic_load_n(&watch.is_closing, __ATOMIC_ACQUIRE);
}

static void handle(int number, siginfo_t *info, void *context) {
    int reason = errno;
    int index = index_of(number);
    int passes_on = 1;
    if (watch.process == getpid() && is_under_way()) {
        if (number == SIGABRT || is_default(&watch.before[index])) passes_on = await_close(index);
        else if (!__atomic_load_n(&watch.is_closing, __ATOMIC_ACQUIRE)) await_snapshot();
    }
    if (passes_on) pass_on(index, info, context);
    errno = reason;
}

static void *close_recording(void *closed) {
    watch.close(watched[watch.signal].name);
    while (__atomic_load_n(&watch.is_closing, __ATOMIC_ACQUIRE)) pause_briefly();
    (void)sem_post(closed);
    return NULL;
}

/* On a thread of its own, because this one must keep the time limit. */
static void close_in_time(void) {
    static sem_t closed;
    pthread_t writer;
    (void)sem_init(&closed, 0, 0);
    if (pthread_create(&writer, NULL, close_recording, &closed) != 0)
        (void)close_recording(&closed);
    else (void)pthread_detach(writer);
    while (sem_trywait(&closed) != 0 && tl_now() < watch.until) pause_briefly();
    __atomic_store_n(&watch.is_closed, 1, __ATOMIC_RELEASE);
}

static void end_unattended(void) {
    sigset_t one;
    (void)sigemptyset(&one);
    (void)sigaddset(&one, watched[watch.signal].number);
    raise_again(watch.signal);
    (void)pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

static void *run(void *unused) {
    while (1) {
        uint32_t wanted;
        while (sem_wait(&watch.wake) != 0) {
        }
        wanted = __atomic_load_n(&watch.wanted_snapshots, __ATOMIC_ACQUIRE);
        if (watch.done_snapshots != wanted) tl_take_snapshot();
        __atomic_store_n(&watch.done_snapshots, wanted, __ATOMIC_RELEASE);
        if (__atomic_load_n(&watch.signal, __ATOMIC_ACQUIRE) == NO_SIGNAL) continue;
        if (!watch.is_closed) close_in_time();
        if (__atomic_load_n(&watch.is_unattended, __ATOMIC_ACQUIRE)) end_unattended();
    }
    return unused;
}

/* The thread blocks all signals and stays until the program ends. */
static int has_thread(void) {
    pthread_t thread;
    sigset_t all;
    sigset_t before;
    int result;
    if (watch.process == getpid()) return 1;
    if (sem_init(&watch.wake, 0, 0) != 0) return 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    result = pthread_create(&thread, NULL, run, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0) return 0;
    (void)pthread_detach(thread);
    watch.process = getpid();
    return 1;
}

static int is_ours(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) != 0 && action->sa_sigaction == handle;
}

static void install(int index) {
    struct sigaction before;
    struct sigaction ours;
    if (sigaction(watched[index].number, NULL, &before) != 0 || is_ours(&before)) return;
    if ((before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN) return;
    watch.before[index] = before;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = handle;
    ours.sa_mask = before.sa_mask;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK |
                    (is_default(&before) ? SA_RESTART
                                         : before.sa_flags & (int)(SA_RESTART | SA_NODEFER));
    (void)sigaction(watched[index].number, &ours, NULL);
}

static void restore_actions(void) {
    for (int index = 0; index < WATCHED; index++) {
        struct sigaction now;
        if (sigaction(watched[index].number, NULL, &now) == 0 && is_ours(&now))
            (void)sigaction(watched[index].number, &watch.before[index], NULL);
    }
}

void tl_watch_signals(void (*close)(const char *signal)) {
    if (!tl_option.signals || tl_option.exit_nanos == 0) return;
    watch.close = close;
    watch.is_closed = 0;
    watch.is_unattended = 0;
    __atomic_store_n(&watch.signal, NO_SIGNAL, __ATOMIC_RELEASE);
    if (!has_thread()) {
        tl_problem("signals would lose the recording: their thread could not be started");
        return;
    }
    for (int index = 0; index < WATCHED; index++) install(index);
}

void tl_delay_signals(void) { __atomic_store_n(&watch.is_closing, 1, __ATOMIC_RELEASE); }

void tl_release_signals(void) {
    restore_actions();
    __atomic_store_n(&watch.is_closing, 0, __ATOMIC_RELEASE);
}

void tl_await_close(void) {
    uint64_t until = now_plus_limit();
    while (__atomic_load_n(&watch.is_closing, __ATOMIC_ACQUIRE) && tl_now() < until)
        pause_briefly();
}

/* The child has neither the thread nor a recording. */
void tl_signals_after_fork(void) {
    restore_actions();
    watch.process = 0;
    watch.is_closing = 0;
    watch.signal = NO_SIGNAL;
}
