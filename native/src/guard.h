/* The guard of a thread: set while a function of the recorder runs on it.
 *
 * A signal handler may interrupt that function, when the event map of the thread is inconsistent
 * and its locks are held. Events of such a handler are rejected, without a lock and without memory.
 * A rejected event is remembered until it ends, so that its end does not end another event. */
#ifndef TREELINE_GUARD_H
#define TREELINE_GUARD_H

#include "base.h"

#pragma GCC visibility push(hidden)

enum { TL_MAX_REJECTED = 4 };

typedef struct {
    uintptr_t active; /* stack address of the function; 0 if the recorder does not run */
    int holds_lock_in_fork;
    uint32_t open; /* rejected events that have not ended; only some are remembered */
    struct {
        uint64_t name; /* a hash, because the string may be gone */
        uint64_t time;
    } rejected[TL_MAX_REJECTED];
} tl_guard;

extern __thread tl_guard tl_this_guard __attribute__((tls_model("initial-exec")));

/* Whether the function that set the guard is still on the stack, below a signal handler. */
int tl_is_interrupted(uintptr_t here);

/* Sets the guard. Returns 0 in a handler that has interrupted the recorder. Always inlined, because
 * the stack address must be that of the calling function. */
__attribute__((always_inline)) static inline int tl_enter_guard(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (__builtin_expect(tl_this_guard.active != 0, 0) && tl_is_interrupted(here)) return 0;
    __atomic_store_n(&tl_this_guard.active, here, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return 1;
}

static inline void tl_leave_guard(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&tl_this_guard.active, 0, __ATOMIC_RELAXED);
}

/* The handle of a rejected event. */
#define TL_REJECTED UINT64_MAX

/* Rejects an event of a handler, its end (NULL: of the innermost) or a value. */
void tl_reject_begin(const char *name);
void tl_reject_end(const char *name);
void tl_reject_value(const char *name);

/* Whether the end of an event belongs to a rejected one that a handler has left open, and that has
 * begun after this time. NULL ends the innermost event. */
int tl_ends_rejected(const char *name, uint64_t since);

#pragma GCC visibility pop

#endif
