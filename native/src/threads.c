#include "threads.h"

#include <pthread.h>

#include "event-stack.h"
#include "guard.h"
#include "misuse.h"
#include "options.h"
#include "recording.h"
#include "trace-buffer.h"

enum { ORPHAN = 1, EXITED_ORPHAN = 2 }; /* of is_orphan: the thread still runs, or has exited */

__thread tl_thread *tl_this_thread;

static pthread_key_t thread_key;

/* The map of a thread that has exited is reused by the next thread. Needs the lock. */
static void leave_map(tl_thread *thread) {
    uint32_t open;
    tl_this_thread = NULL;
    if (thread->is_orphan) tl_free_event_map(thread);
    else if (thread->number > 0) {
        open = tl_end_all_events(thread);
        if (open > 0) tl_count_misuse(TL_LEFT_OPEN, open, "of a thread that has ended");
        thread->attached = 0;
        thread->next_free = tl_recording.exited;
        tl_recording.exited = thread;
    } else thread->is_orphan = EXITED_ORPHAN;
}

/* Destructor of the key. A handler that has interrupted the recorder may end the thread; if the
 * lock is lost with it, its map stays as it is. */
static void thread_exits(void *exited) {
    int is_interrupted = !tl_enter_guard();
    if (is_interrupted && pthread_mutex_trylock(&tl_recording.lock) != 0) return;
    if (!is_interrupted) (void)pthread_mutex_lock(&tl_recording.lock);
    leave_map(exited);
    (void)pthread_mutex_unlock(&tl_recording.lock);
    tl_leave_guard();
}

void tl_prepare_threads(void) { (void)pthread_key_create(&thread_key, thread_exits); }

void tl_forget_threads(void) {
    __atomic_store_n(&tl_recording.first, NULL, __ATOMIC_RELEASE);
    tl_recording.last = NULL;
    tl_recording.exited = NULL;
}

static tl_thread *append_thread(void) {
    tl_thread *thread = tl_new_event_map();
    if (thread == NULL) return NULL;
    thread->number = tl_recording.threads++;
    thread->generation = tl_recording.generation;
    if (tl_option.trace) tl_open_trace(&thread->trace, (uint64_t)tl_option.trace_events);
    if (tl_recording.first == NULL)
        __atomic_store_n(&tl_recording.first, thread, __ATOMIC_RELEASE);
    else __atomic_store_n(&tl_recording.last->next, thread, __ATOMIC_RELEASE);
    tl_recording.last = thread;
    return thread;
}

tl_thread *tl_register_thread(void) {
    tl_thread *thread = tl_recording.exited;
    if (thread != NULL) tl_recording.exited = thread->next_free;
    else thread = append_thread();
    if (thread == NULL) {
        tl_count_misuse(TL_NO_MEMORY, 1, "a thread");
        return NULL;
    }
    (void)pthread_setspecific(thread_key, thread);
    tl_this_thread = thread;
    return thread;
}

/* Forgets the map of this thread, and frees it if it belongs to a recording that has ended. */
void tl_drop_orphan(void) {
    tl_thread *mine = tl_this_thread;
    if (mine == NULL) return;
    tl_this_thread = NULL;
    if (!mine->is_orphan) return;
    (void)pthread_setspecific(thread_key, NULL);
    tl_free_event_map(mine);
}

/* Frees a map when the next one is passed: other threads may still read the current path of the
 * first thread. */
static void free_later(tl_thread *thread) {
    static tl_thread *kept;
    if (kept != NULL) tl_free_event_map(kept);
    kept = thread;
}

/* Frees the maps of this thread and of threads that have exited. Each other thread may be inside an
 * event, so it frees its own map. */
void tl_release_threads(void) {
    tl_thread *next;
    (void)pthread_mutex_lock(&tl_recording.lock);
    for (tl_thread *each = tl_recording.exited; each != NULL; each = each->next_free)
        each->is_orphan = EXITED_ORPHAN;
    for (tl_thread *each = tl_recording.first; each != NULL; each = next) {
        next = each->next;
        if (each == tl_this_thread) {
            (void)pthread_setspecific(thread_key, NULL);
            tl_this_thread = NULL;
            if (each->number > 0) tl_free_event_map(each);
            else free_later(each);
        } else if (each->is_orphan == EXITED_ORPHAN) tl_free_event_map(each);
        else each->is_orphan = ORPHAN;
    }
    tl_forget_threads();
    (void)pthread_mutex_unlock(&tl_recording.lock);
}

void tl_abandon_threads(void) {
    (void)pthread_mutex_lock(&tl_recording.lock);
    for (tl_thread *each = tl_recording.first; each != NULL; each = each->next)
        each->is_orphan = ORPHAN;
    tl_forget_threads();
    (void)pthread_mutex_unlock(&tl_recording.lock);
}

uint32_t tl_open_events_of_all(void) {
    uint32_t open = 0;
    for (const tl_thread *each = tl_recording.first; each != NULL; each = tl_next_thread(each))
        open += tl_count_open_events(each);
    return open;
}
