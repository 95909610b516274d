#include "start-agreement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buffer.h"
#include "clock.h"
#include "folder.h"
#include "options.h"
#include "problems.h"
#include "random.h"
#include "recording.h"
#include "snapshot-folders.h"
#include "treeline.h"
#include "version.h"

/* Rank 0 decides for all: a setting that differs between nodes must not cause a deadlock. */

/* A random UUID (version 4). */
static void name_recording(void) {
    unsigned char bits[16];
    static const char digits[] = "0123456789abcdef";
    char *at = tl_recording.name;
    tl_random_bytes(bits, sizeof bits);
    bits[6] = (unsigned char)((bits[6] & 0x0f) | 0x40);
    bits[8] = (unsigned char)((bits[8] & 0x3f) | 0x80);
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *at++ = '-';
        *at++ = digits[bits[i] >> 4];
        *at++ = digits[bits[i] & 15];
    }
    *at = '\0';
}

static int decide(void) {
    struct timespec now;
    if (!tl_option.enabled) return 0;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    tl_recording.start_seconds = now.tv_sec;
    tl_recording.start_fraction = (int32_t)now.tv_nsec;
    tl_recording.zero_nanos = tl_now();
    name_recording();
    tl_recording.snapshot_key = tl_random_number();
    if (tl_choose_folder() != 0) return 0;
    tl_recording.first_snapshot = tl_first_snapshot();
    if (tl_recording.first_snapshot > 0) return 1;
    tl_problem("output directory %s is not readable: %s", tl_folder_path(), strerror(errno));
    tl_unlock_folder();
    return 0;
}

/* All ranks use the metrics of rank 0, because one list describes the values of all ranks. */
static void put_metrics(tl_buffer *out) {
    tl_put_varint(out, (uint64_t)tl_option.metrics);
    tl_put_raw(out, tl_option.metric, (size_t)tl_option.metrics * sizeof tl_option.metric[0]);
    tl_put_varint(out, (uint64_t)tl_option.labels);
    tl_put_raw(out, tl_option.label, (size_t)tl_option.labels * sizeof tl_option.label[0]);
}

/* Reads a count and as many entries, and returns the count; fails if there are fewer entries. */
static int read_entries(tl_reader *in, void *into, size_t bytes) {
    uint64_t count = tl_get_varint(in);
    if (count > TL_MAX_METRICS || (size_t)(in->end - in->at) < count * bytes) {
        in->failed = 1;
        return 0;
    }
    memcpy(into, in->at, (size_t)count * bytes);
    in->at += count * bytes;
    return (int)count;
}

static void put_decision(tl_buffer *out, int records) {
    uint64_t share;
    memcpy(&share, &tl_option.snapshot_share, sizeof share);
    tl_put_varint(out, (uint64_t)records);
    tl_put_bytes(out, tl_recording.name, sizeof tl_recording.name);
    tl_put_varint(out, (uint64_t)tl_recording.first_snapshot);
    tl_put_u64(out, tl_recording.snapshot_key);
    tl_put_varint(out, (uint64_t)tl_has_earlier_recording());
    tl_put_varint(out, (uint64_t)tl_option.snapshot_nanos);
    tl_put_u64(out, share);
    tl_put_varint(out, (uint64_t)tl_option.trace);
    tl_put_varint(out, (uint64_t)tl_option.trace_events);
    tl_put_u64(out, tl_recording.zero_nanos);
    tl_put_u64(out, (uint64_t)tl_recording.start_seconds);
    tl_put_varint(out, (uint64_t)tl_recording.start_fraction);
    tl_put_bytes(out, tl_folder_path(), strlen(tl_folder_path()) + 1);
    put_metrics(out);
}

static int read_decision(const unsigned char *bytes, size_t length) {
    tl_reader in = {bytes, bytes + length, 0};
    int records = (int)tl_get_varint(&in);
    size_t size;
    const unsigned char *text;
    uint64_t share;
    if (records != 1) return records;
    text = tl_get_bytes(&in, &size);
    if (size == sizeof tl_recording.name) memcpy(tl_recording.name, text, size);
    tl_recording.first_snapshot = (int)tl_get_varint(&in);
    tl_recording.snapshot_key = tl_get_u64(&in);
    tl_set_earlier_recording((int)tl_get_varint(&in));
    tl_option.snapshot_nanos = (int64_t)tl_get_varint(&in);
    share = tl_get_u64(&in);
    memcpy(&tl_option.snapshot_share, &share, sizeof share);
    tl_option.trace = (int)tl_get_varint(&in);
    tl_option.trace_events = (int64_t)tl_get_varint(&in);
    tl_recording.zero_nanos = tl_get_u64(&in);
    tl_recording.start_seconds = (int64_t)tl_get_u64(&in);
    tl_recording.start_fraction = (int32_t)tl_get_varint(&in);
    tl_set_folder_path((const char *)tl_get_bytes(&in, &size));
    tl_option.metrics = read_entries(&in, tl_option.metric, sizeof tl_option.metric[0]);
    tl_option.labels = read_entries(&in, tl_option.label, sizeof tl_option.label[0]);
    return in.failed ? -1 : records;
}

/* The first message of every rank: a mark and the version. If all ranks have the same version, rank
 * 0 answers with its decision, otherwise with 0. Only these messages are the same in all versions. */

static const unsigned char MARK[] = {'T', 'L'};

static int send_version(void) {
    tl_buffer told = {0};
    int result;
    tl_put_raw(&told, MARK, sizeof MARK);
    tl_put_string(&told, TL_VERSION);
    result = told.failed ? -1 : tl_recording.ranks->send(told.bytes, told.size, 0);
    tl_free_buffer(&told);
    return result;
}

static int is_our_version(int rank, const unsigned char *told, size_t size) {
    tl_reader in = {told, told + size, 0};
    const char *version = "unknown";
    size_t length = strlen(version);
    if (size > sizeof MARK && memcmp(told, MARK, sizeof MARK) == 0) {
        in.at += sizeof MARK;
        version = (const char *)tl_get_bytes(&in, &length);
    }
    if (length == strlen(TL_VERSION) && memcmp(version, TL_VERSION, length) == 0) return 1;
    tl_problem("ranks run different versions of the Treeline recorder: " TL_VERSION
               " on rank 0, %.*s on rank %d; install one version",
               (int)length, version, rank);
    return 0;
}

/* On rank 0: receives all versions, and reports the first that differs. */
static int have_one_version(void) {
    int is_one = 1;
    for (int rank = 1; rank < tl_recording.size; rank++) {
        unsigned char *told = NULL;
        size_t size = 0;
        if (tl_recording.ranks->receive(rank, &told, &size) != 0) {
            tl_problem("rank %d did not send its version", rank);
            return 0;
        }
        if (is_one) is_one = is_our_version(rank, told, size);
        free(told);
    }
    return is_one;
}

static int broadcast_decision(void) {
    tl_buffer decision = {0};
    unsigned char *bytes = NULL;
    size_t length = 0;
    int records = 0;
    int is_root = tl_recording.rank == 0;
    if (!is_root && send_version() != 0) return -1;
    if (is_root) {
        records = have_one_version() && decide();
        put_decision(&decision, records);
        bytes = decision.bytes;
        length = decision.size;
    }
    if (tl_recording.ranks->broadcast(&bytes, &length) != 0) records = -1;
    else if (!is_root) records = read_decision(bytes, length);
    if (!is_root) free(bytes);
    tl_free_buffer(&decision);
    return records;
}

int tl_agree_on_start(void) {
    const treeline_ranks *ranks = tl_recording.given;
    int records;
    tl_recording.ranks = NULL;
    tl_recording.rank = 0;
    tl_recording.size = 1;
    if (ranks == NULL || !ranks->is_ready() || ranks->size() == 1) return decide();
    tl_recording.rank = ranks->rank();
    tl_recording.size = ranks->size();
    tl_recording.ranks = ranks;
    if (ranks->open() != 0) {
        tl_problem("rank %d: MPI gave no communicator", tl_recording.rank);
        return -1;
    }
    records = broadcast_decision();
    if (records == 1) return 1;
    ranks->shut();
    tl_recording.ranks = NULL;
    return records;
}
