#include "misuse.h"

#include <string.h>

static const struct {
    const char *name; /* in the metadata key recorder.misuse.NAME */
    const char *text;
} kinds[TL_MISUSES] = {
    {"out_of_order", "events were still open when their enclosing event was ended"},
    {"other_thread", "events were ended on a thread other than the one that started them"},
    {"twice", "events were ended twice"},
    {"not_open", "events were ended, or given values, while not open on their thread"},
    {"left_open", "events were still open at the end of the recording or of their thread"},
    {"undeclared_metric", "values were given for undeclared metrics"},
    {"wrong_kind", "a label was given a number, or a numeric metric a string"},
    {"changed_label", "a label got different values at the same call path"},
    {"other_loop", "a call path was recorded with different loop modes"},
    {"far_iteration",
     "iteration numbers were negative, beyond iteration-limit or too far apart; these calls are "
     "part of the sums, but not stored by iteration"},
    {"clock_back", "the clock stepped back; these events count as 0 ns"},
    {"repetition_limit", "repetitions beyond repetition-limit were added to the last one"},
    {"depth_limit", "events nested deeper than depth-limit were not recorded"},
    {"path_limit", "events beyond path-limit were not recorded"},
    {"no_name", "events had no name"},
    {"cut_name", "names longer than 1,000 bytes were truncated"},
    {"not_a_number", "values that are not finite were not added"},
    {"no_memory", "events were not recorded because memory was exhausted"},
    {"in_handler",
     "events in a signal handler that interrupted the recorder were not recorded"},
    {"trace_full", "events are missing in the trace, because it was full (raise trace-events)"},
};

/* Without a lock, so that a signal handler can interrupt it. The first caller writes the place. */
enum { NO_PLACE, PLACE_IN_WORK, PLACE_WRITTEN };

static struct {
    uint64_t count;
    int state;
    char place[TL_PLACE_BYTES];
} found[TL_MISUSES];

/* Can be called from any thread and from signal handlers. */
void tl_count_misuse(tl_misuse kind, uint64_t times, const char *place) {
    int before = NO_PLACE;
    if (__atomic_compare_exchange_n(&found[kind].state, &before, PLACE_IN_WORK, 0,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        size_t length = 0;
        for (; length + 1 < TL_PLACE_BYTES && place[length] != '\0'; length++)
            found[kind].place[length] = place[length];
        found[kind].place[length] = '\0';
        __atomic_store_n(&found[kind].state, PLACE_WRITTEN, __ATOMIC_RELEASE);
    }
    (void)__atomic_fetch_add(&found[kind].count, times, __ATOMIC_RELAXED);
}

void tl_copy_misuse(tl_misuse_log *into) {
    memset(into, 0, sizeof *into);
    for (int kind = 0; kind < TL_MISUSES; kind++) {
        into->counts[kind] = __atomic_load_n(&found[kind].count, __ATOMIC_RELAXED);
        if (__atomic_load_n(&found[kind].state, __ATOMIC_ACQUIRE) == PLACE_WRITTEN)
            memcpy(into->places[kind], found[kind].place, TL_PLACE_BYTES);
    }
}

void tl_forget_misuse(void) {
    for (int kind = 0; kind < TL_MISUSES; kind++) {
        __atomic_store_n(&found[kind].count, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&found[kind].state, NO_PLACE, __ATOMIC_RELEASE);
    }
}

const char *tl_misuse_name(int kind) { return kinds[kind].name; }

const char *tl_misuse_text(int kind) { return kinds[kind].text; }
