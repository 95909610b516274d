#include "misuse.h"

#include <pthread.h>
#include <stdio.h>
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
     "iteration numbers were negative, beyond iteration-limit or too far apart to store"},
    {"clock_back", "the clock stepped back; these events count as 0 ns"},
    {"repetition_limit", "repetitions beyond repetition-limit were added to the last one"},
    {"depth_limit", "events nested deeper than depth-limit were not recorded"},
    {"path_limit", "events beyond path-limit were not recorded"},
    {"no_name", "events had no name"},
    {"cut_name", "names longer than 1,000 bytes were truncated"},
    {"not_a_number", "values that are not finite were not added"},
    {"no_memory", "events were not recorded because memory was exhausted"},
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
