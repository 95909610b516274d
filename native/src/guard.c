#include "guard.h"

#include <signal.h>

#include "clock.h"
#include "misuse.h"
#include "state.h"
#include "utf8-names.h"

/* The frame that the kernel pushes for a handler is larger on every platform: registers and siginfo
 * alone have more bytes. */
static const uintptr_t MIN_SIGNAL_FRAME = 512;

__thread tl_guard tl_this_guard;

/* If a handler has left the interrupted function by longjmp, the guard is still set, although
 * nothing is interrupted. This is recognised at the first call from the same depth of the stack, or
 * from a smaller one. Stacks grow towards lower addresses. */
int tl_is_interrupted(uintptr_t here) {
    stack_t alternate;
    if (here + MIN_SIGNAL_FRAME < tl_this_guard.active) return 1;
    return sigaltstack(NULL, &alternate) == 0 && (alternate.ss_flags & SS_ONSTACK) != 0;
}

static size_t name_length(const char *name) {
    size_t length = 0;
    while (name[length] != '\0') length++;
    return length;
}

static uint64_t name_hash(const char *name) { return tl_hash_bytes(name, name_length(name)); }

void tl_reject_begin(const char *name) {
    tl_guard *guard = &tl_this_guard;
    if (name == NULL) name = "";
    if (tl_get_state() != TL_ON) return;
    if (guard->open < TL_MAX_REJECTED) {
        guard->rejected[guard->open].name = name_hash(name);
        guard->rejected[guard->open].time = tl_now();
    }
    guard->open++;
    tl_count_misuse(TL_IN_HANDLER, 1, name);
}

/* Events that are nested in the ended one have ended, too. */
int tl_ends_rejected(const char *name, uint64_t since) {
    tl_guard *guard = &tl_this_guard;
    uint32_t known = guard->open < TL_MAX_REJECTED ? guard->open : TL_MAX_REJECTED;
    uint64_t hash = name == NULL ? 0 : name_hash(name);
    for (uint32_t i = known; i > 0 && guard->rejected[i - 1].time >= since; i--)
        if (name == NULL || guard->rejected[i - 1].name == hash) {
            guard->open = i - 1;
            return 1;
        }
    return 0;
}

void tl_reject_end(const char *name) {
    tl_guard *guard = &tl_this_guard;
    if (guard->open > TL_MAX_REJECTED) guard->open--;
    else if (guard->open > 0) (void)tl_ends_rejected(name, 0);
}

void tl_reject_value(const char *name) {
    if (tl_this_guard.open == 0 && tl_get_state() == TL_ON)
        tl_count_misuse(TL_IN_HANDLER, 1, name);
}
