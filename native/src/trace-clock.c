#include "trace-clock.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "problems.h"
#include "recording.h"

/* Cristian's algorithm ("Probabilistic clock synchronization", Distributed Computing 3, 1989): rank
 * 0 asks for the time of another rank. The answer belongs to a moment between question and answer,
 * so the middle is wrong by at most half the round trip. The shortest of some round trips counts.
 *
 * Ranks on one machine have one clock. Their offset is 0 without an error, unless the measurement
 * says otherwise. */

enum { ROUND_TRIPS = 10, MAX_READINGS = 2, CLOCK_NAME_BYTES = 64 };

typedef struct {
    uint64_t at;    /* the clock of this rank */
    int64_t offset; /* its clock minus that of rank 0 */
    uint64_t error;
} reading;

static reading readings[MAX_READINGS];
static int reading_count;
static uint64_t max_error;

/* The clock is that of a boot of a machine. Empty if unknown. */
static void name_clock(char *into) {
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, into, CLOCK_NAME_BYTES - 1);
    into[length < 0 ? 0 : length] = '\0';
    if (file >= 0) (void)close(file);
}

static void answer_once(const char *name) {
    tl_buffer answer = {0};
    unsigned char *question = NULL;
    size_t length = 0;
    if (tl_recording.ranks->receive(0, &question, &length) != 0) return;
    free(question);
    tl_put_string(&answer, name);
    tl_put_u64(&answer, tl_now());
    (void)tl_recording.ranks->send(answer.bytes, answer.failed ? 0 : answer.size, 0);
    tl_free_buffer(&answer);
}

/* Returns 0, or -1 if the offset remains unknown. */
static int receive_reading(reading *into) {
    unsigned char *told = NULL;
    size_t length = 0;
    tl_reader in = {NULL, NULL, 0};
    if (tl_recording.ranks->receive(0, &told, &length) != 0) return -1;
    in.at = told;
    in.end = told + length;
    into->at = tl_get_u64(&in);
    into->offset = (int64_t)tl_get_u64(&in);
    into->error = tl_get_u64(&in);
    free(told);
    return in.failed ? -1 : 0;
}

static int is_one_clock(const char *name, const unsigned char *other, size_t length) {
    return length > 0 && strlen(name) == length && memcmp(name, other, length) == 0;
}

/* One round trip; keeps the reading if its error is smaller. Returns -1 if a message was lost. */
static int ask_once(int rank, const char *name, reading *best) {
    unsigned char *told = NULL;
    size_t length = 0;
    size_t name_length = 0;
    tl_reader in = {NULL, NULL, 0};
    uint64_t asked = tl_now();
    uint64_t answered;
    uint64_t theirs;
    uint64_t error;
    const unsigned char *their_name;
    if (tl_recording.ranks->send("?", 1, rank) != 0) return -1;
    if (tl_recording.ranks->receive(rank, &told, &length) != 0) return -1;
    answered = tl_now();
    in.at = told;
    in.end = told + length;
    their_name = tl_get_bytes(&in, &name_length);
    theirs = tl_get_u64(&in);
    error = (answered - asked + 1) / 2;
    if (!in.failed && error < best->error) {
        best->at = theirs;
        best->offset = (int64_t)(theirs - (asked + (answered - asked) / 2));
        best->error = error;
        if (is_one_clock(name, their_name, name_length) && best->offset <= (int64_t)error &&
            -best->offset <= (int64_t)error) {
            best->offset = 0;
            best->error = 0;
        }
    }
    free(told);
    return in.failed ? -1 : 0;
}

static void ask(int rank, const char *name) {
    reading best = {0, 0, INT64_MAX};
    tl_buffer result = {0};
    int failed = 0;
    for (int i = 0; i < ROUND_TRIPS && !failed; i++) failed = ask_once(rank, name, &best) != 0;
    if (failed) tl_problem("the clock of rank %d could not be read", rank);
    else if (best.error > max_error) max_error = best.error;
    tl_put_u64(&result, best.at);
    tl_put_u64(&result, (uint64_t)best.offset);
    tl_put_u64(&result, best.error);
    (void)tl_recording.ranks->send(result.bytes, failed || result.failed ? 0 : result.size, rank);
    tl_free_buffer(&result);
}

static void measure(void) {
    char name[CLOCK_NAME_BYTES];
    if (tl_recording.ranks == NULL) return;
    name_clock(name);
    if (tl_recording.rank == 0) {
        for (int rank = 1; rank < tl_recording.size; rank++) ask(rank, name);
        return;
    }
    for (int i = 0; i < ROUND_TRIPS; i++) answer_once(name);
    if (receive_reading(&readings[reading_count]) == 0) reading_count++;
}

void tl_measure_first_clock(void) {
    reading_count = 0;
    max_error = 0;
    measure();
}

void tl_measure_last_clock(void) {
    if (reading_count < MAX_READINGS) measure();
}

static void put_reading(tl_buffer *out, const reading *one) {
    int64_t shift = (int64_t)(tl_recording.start_nanos - tl_recording.zero_nanos) - one->offset;
    tl_put_varint(out, tl_zigzag((int64_t)(one->at - tl_recording.start_nanos)));
    tl_put_varint(out, tl_zigzag(shift));
    tl_put_varint(out, one->error);
}

void tl_put_trace_clock(tl_buffer *out) {
    const reading own = {tl_recording.start_nanos, 0, 0};
    tl_put_varint(out, reading_count == 0 ? 1 : (uint64_t)reading_count);
    if (reading_count == 0) put_reading(out, &own);
    for (int i = 0; i < reading_count; i++) put_reading(out, &readings[i]);
}

uint64_t tl_trace_clock_error(void) { return max_error; }
