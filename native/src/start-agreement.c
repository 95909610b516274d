#include "start-agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buffer.h"
#include "clock.h"
#include "folder.h"
#include "options.h"
#include "problems.h"
#include "recording.h"
#include "snapshot-folders.h"
#include "treeline.h"

/* Rank 0 decides for all: a setting that differs between nodes must not cause a deadlock. */

/* A random UUID (version 4). */
static void name_recording(void) {
    unsigned char bits[16] = {0};
    static const char digits[] = "0123456789abcdef";
    char *at = tl_recording.name;
    uint64_t now = tl_now();
    FILE *random = fopen("/dev/urandom", "rb");
    if (random == NULL || fread(bits, 1, sizeof bits, random) != sizeof bits)
        memcpy(bits, &now, sizeof now);
    if (random != NULL) (void)fclose(random);
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
    name_recording();
    if (tl_choose_folder() != 0) return 0;
    tl_recording.first_snapshot = tl_first_snapshot();
    return 1;
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
    tl_put_varint(out, (uint64_t)tl_option.snapshot_nanos);
    tl_put_u64(out, share);
    tl_put_bytes(out, tl_folder_path(), strlen(tl_folder_path()) + 1);
    put_metrics(out);
}

static int read_decision(const unsigned char *bytes, size_t length) {
    tl_reader in = {bytes, bytes + length, 0};
    int records = (int)tl_get_varint(&in);
    size_t size;
    const unsigned char *text = tl_get_bytes(&in, &size);
    uint64_t share;
    if (size == sizeof tl_recording.name) memcpy(tl_recording.name, text, size);
    tl_recording.first_snapshot = (int)tl_get_varint(&in);
    tl_option.snapshot_nanos = (int64_t)tl_get_varint(&in);
    share = tl_get_u64(&in);
    memcpy(&tl_option.snapshot_share, &share, sizeof share);
    tl_set_folder_path((const char *)tl_get_bytes(&in, &size));
    tl_option.metrics = read_entries(&in, tl_option.metric, sizeof tl_option.metric[0]);
    tl_option.labels = read_entries(&in, tl_option.label, sizeof tl_option.label[0]);
    return in.failed ? -1 : records;
}

static int broadcast_decision(void) {
    tl_buffer decision = {0};
    unsigned char *bytes = NULL;
    size_t length = 0;
    int records = 0;
    int is_root = tl_recording.rank == 0;
    if (is_root) {
        records = decide();
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
