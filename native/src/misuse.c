#include "misuse.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name; /* in the metadata key recorder.misuse.NAME */
    const char *text;
} kinds[TL_MISUSES] = {
    {"out_of_order", "events were not ended before the event around them"},
    {"other_thread", "events were ended on another thread than the one that began them"},
    {"twice", "events were ended twice"},
    {"not_open", "events were ended, or given values, that were not open on their thread"},
    {"left_open", "events were still open at the end of the recording or of their thread"},
    {"undeclared_metric", "values were given for metrics that were not declared"},
    {"wrong_kind", "a number was given for a text, or a text for a number"},
    {"changed_label", "a text got different values at one call path"},
    {"other_loop", "one call path was recorded with different loop modes"},
    {"far_iteration", "iteration numbers were negative, beyond the limit or too far apart to be kept"},
    {"clock_back", "the clock stepped back; these events count as 0 ns"},
    {"repetition_limit", "repetitions beyond the limit were added to the last one"},
    {"depth_limit", "events deeper than the limit were not recorded"},
    {"path_limit", "events beyond the limit of call paths were not recorded"},
    {"no_name", "events had no name"},
    {"cut_name", "names longer than 1000 bytes were cut"},
    {"not_a_number", "values that are not finite numbers were not added"},
    {"no_memory", "events were not recorded for want of memory"},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static tl_misuse_log found;

/* Can be called from any thread. Correct programs never take the lock. */
void tl_count_misuse(tl_misuse kind, uint64_t times, const char *place) {
    (void)pthread_mutex_lock(&lock);
    if (found.counts[kind] == 0)
        (void)snprintf(found.places[kind], TL_PLACE_BYTES, "%s", place);
    found.counts[kind] += times;
    (void)pthread_mutex_unlock(&lock);
}

void tl_copy_misuse(tl_misuse_log *into) {
    (void)pthread_mutex_lock(&lock);
    *into = found;
    (void)pthread_mutex_unlock(&lock);
}

void tl_forget_misuse(void) {
    (void)pthread_mutex_lock(&lock);
    memset(&found, 0, sizeof found);
    (void)pthread_mutex_unlock(&lock);
}

/* Another thread of the parent may have held the lock. */
void tl_misuse_after_fork(void) {
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh;
}

const char *tl_misuse_name(int kind) { return kinds[kind].name; }

const char *tl_misuse_text(int kind) { return kinds[kind].text; }
