#include "trace-file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "clock.h"
#include "event-map.h"
#include "files.h"
#include "folder.h"
#include "misuse.h"
#include "options.h"
#include "part-file.h"
#include "problems.h"
#include "recording.h"
#include "temporary.h"
#include "trace-buffer.h"
#include "trace-clock.h"
#include "trace-groups.h"

/* docs/formats/trace.md specifies the format. */

static const unsigned char MARK[] = {0x89, 'T', 'L', 'T', 'R', '\r', '\n', 0x1a};

enum { VERSION = 1, BLOCK_RECORDS = 4096, PREFIX_BYTES = sizeof "trace-01234567-" - 1 };

typedef struct {
    int file;
    int reason; /* errno of the first failure */
    tl_buffer block;
    tl_buffer start;  /* the events that are open before it */
    tl_buffer blocks; /* their entries in the index, of one thread */
    tl_buffer index;
} trace_writer;

/* The position in the trace of a thread. */
typedef struct {
    const tl_trace_buffer *trace;
    uint64_t used;
    uint64_t at;
    uint64_t time; /* of the last record */
    tl_buffer paths; /* of the open events, as uint32_t */
    size_t open;
} cursor;

static void put_file(trace_writer *out, const unsigned char *bytes, size_t length) {
    if (out->reason == 0) out->reason = tl_write_bytes(out->file, bytes, length);
}

/* Times never decrease, unless a signal handler with events has interrupted the end of an event. */
static uint64_t time_of(const cursor *from, const tl_trace_record *record) {
    uint64_t time = record->time - tl_recording.start_nanos;
    return time < from->time ? from->time : time;
}

static void put_operation(tl_buffer *block, const tl_trace_record *records) {
    tl_trace_operation operation = tl_read_trace_operation(records);
    tl_put_varint(block, TL_TRACE_OPERATION);
    tl_put_varint(block, (uint64_t)operation.kind);
    tl_put_varint(block, (uint64_t)(operation.group + 1));
    tl_put_varint(block, (uint64_t)((int64_t)operation.peer + 1));
    tl_put_varint(block, tl_zigzag(operation.tag));
    tl_put_varint(block, operation.bytes);
    tl_put_varint(block, operation.request);
}

static void put_event(tl_buffer *block, cursor *from, const tl_trace_record *record) {
    uint64_t time = time_of(from, record);
    uint64_t kind = record->word & 3;
    tl_put_varint(block, (time - from->time) << 2 | kind);
    from->time = time;
    if (kind == TL_TRACE_BEGIN) {
        uint32_t path = (uint32_t)(record->word >> 2);
        from->paths.size = from->open * sizeof path;
        tl_put_raw(&from->paths, &path, sizeof path);
        from->open++;
        tl_put_varint(block, path);
    } else from->open--;
}

/* Fills the block and returns the number of its samples: begins and ends. */
static uint64_t fill_block(tl_buffer *block, cursor *from) {
    uint64_t samples = 0;
    block->size = 0;
    for (int i = 0; i < BLOCK_RECORDS && from->at < from->used; i++) {
        const tl_trace_record *record = &from->trace->records[from->at];
        if ((record->word & 3) == TL_TRACE_OPERATION) {
            put_operation(block, record);
            from->at += 2;
        } else {
            put_event(block, from, record);
            from->at++;
            samples++;
        }
    }
    return samples;
}

static void put_open(tl_buffer *into, const cursor *from) {
    tl_put_varint(into, from->open);
    for (size_t i = 0; i < from->open; i++) {
        uint32_t path;
        memcpy(&path, from->paths.bytes + i * sizeof path, sizeof path);
        tl_put_varint(into, path);
    }
}

static void put_block(trace_writer *out, cursor *from) {
    uint64_t before = from->time;
    uint64_t samples;
    out->start.size = 0;
    put_open(&out->start, from);
    samples = fill_block(&out->block, from);
    if (out->block.failed || out->start.failed || from->paths.failed) out->reason = ENOMEM;
    tl_put_varint(&out->blocks, out->block.size);
    tl_put_varint(&out->blocks, samples);
    tl_put_varint(&out->blocks, before);
    tl_put_raw(&out->blocks, out->start.bytes, out->start.size);
    tl_put_u32(&out->blocks, tl_crc32c(0, out->block.bytes, out->block.size));
    put_file(out, out->block.bytes, out->block.size);
}

/* Lists the paths of a thread, parents first. */
static void put_paths(tl_buffer *index, const tl_thread *thread, uint32_t count) {
    const tl_node *node = &thread->root;
    tl_put_varint(index, count);
    for (uint32_t i = 0; i < count; i++) {
        node = tl_next_node(node);
        tl_put_varint(index, node->caller->caller == NULL ? 0 : (uint64_t)node->caller->index + 1);
        tl_put_bytes(index, node->name, node->length);
    }
}

static void put_blocks(trace_writer *out, cursor *from) {
    uint64_t count = 0;
    out->blocks.size = 0;
    while (from->at < from->used && out->reason == 0) {
        put_block(out, from);
        count++;
    }
    tl_put_varint(&out->index, count);
    tl_put_raw(&out->index, out->blocks.bytes, out->blocks.size);
    tl_put_varint(&out->index, from->time);
    tl_put_varint(&out->index, from->open);
    if (out->blocks.failed) out->index.failed = 1;
}

/* The records are read before the paths, so that their paths are there. */
static void put_thread(trace_writer *out, const tl_thread *thread) {
    cursor from = {&thread->trace, __atomic_load_n(&thread->trace.used, __ATOMIC_ACQUIRE), 0, 0,
                   {0}, 0};
    uint32_t count = __atomic_load_n(&thread->nodes, __ATOMIC_ACQUIRE);
    tl_put_varint(&out->index, thread->number);
    tl_put_varint(&out->index, thread->trace.dropped);
    put_paths(&out->index, thread, count);
    put_blocks(out, &from);
    tl_free_buffer(&from.paths);
}

static void put_threads(trace_writer *out) {
    uint32_t count = 0;
    for (const tl_thread *each = tl_recording.first; each != NULL; each = tl_next_thread(each))
        count++;
    tl_put_varint(&out->index, count);
    for (const tl_thread *each = tl_recording.first; each != NULL && count > 0;
         each = tl_next_thread(each), count--)
        put_thread(out, each);
}

static void put_all(trace_writer *out) {
    tl_buffer fixed = {0};
    tl_put_raw(&fixed, MARK, sizeof MARK);
    tl_put_u32(&fixed, VERSION);
    put_file(out, fixed.bytes, fixed.size);
    tl_put_string(&out->index, tl_recording.name);
    tl_put_varint(&out->index, (uint64_t)tl_recording.rank);
    tl_put_varint(&out->index, (uint64_t)tl_recording.size);
    tl_put_varint(&out->index, tl_zigzag(tl_recording.start_seconds * 1000000000 +
                                         tl_recording.start_fraction));
    tl_put_varint(&out->index, tl_now() - tl_recording.start_nanos);
    tl_put_trace_clock(&out->index);
    tl_put_trace_groups(&out->index);
    put_threads(out);
    fixed.size = 0;
    tl_put_u32(&fixed, (uint32_t)out->index.size);
    tl_put_u32(&fixed, tl_crc32c(0, out->index.bytes, out->index.size));
    if (out->index.failed || fixed.failed || out->index.size > UINT32_MAX) out->reason = ENOMEM;
    put_file(out, out->index.bytes, out->index.size);
    put_file(out, fixed.bytes, fixed.size);
    tl_free_buffer(&fixed);
}

void tl_name_trace(char *into, int rank) {
    char part[TL_PART_NAME_BYTES];
    tl_name_part(part, rank, tl_recording.size);
    (void)snprintf(into, TL_TRACE_NAME_BYTES, "trace-%.8s-%.*s.tltrace", tl_recording.name,
                   (int)strcspn(part + 5, "."), part + 5);
}

void tl_trace_pattern(char *into) {
    (void)snprintf(into, TL_TRACE_NAME_BYTES, "trace-%.8s-*.tltrace", tl_recording.name);
}

static int write_file(int directory, const char *name) {
    char temporary[TL_TEMPORARY_BYTES];
    trace_writer out = {tl_create_temporary(directory, temporary), 0, {0}, {0}, {0}, {0}};
    int reason;
    if (out.file < 0) return errno;
    put_all(&out);
    if (out.reason == 0) out.reason = tl_sync(out.file);
    reason = tl_close(out.file);
    if (out.reason == 0) out.reason = reason;
    if (out.reason == 0 && renameat(directory, temporary, directory, name) != 0)
        out.reason = errno;
    if (out.reason != 0) (void)unlinkat(directory, temporary, 0);
    tl_free_buffer(&out.block);
    tl_free_buffer(&out.start);
    tl_free_buffer(&out.blocks);
    tl_free_buffer(&out.index);
    return out.reason;
}

void tl_count_untraced(void) {
    for (const tl_thread *each = tl_recording.first; each != NULL; each = tl_next_thread(each)) {
        char place[32];
        (void)snprintf(place, sizeof place, "thread %u", each->number);
        if (each->trace.dropped > 0) tl_count_misuse(TL_TRACE_FULL, each->trace.dropped, place);
    }
}

void tl_write_trace(void) {
    char name[TL_TRACE_NAME_BYTES];
    int directory;
    int reason;
    if (!tl_option.trace) return;
    tl_name_trace(name, tl_recording.rank);
    directory = tl_open_directory(tl_folder_path());
    reason = directory < 0 ? errno : write_file(directory, name);
    if (directory >= 0) (void)tl_close(directory);
    if (reason != 0)
        tl_problem("%s/%s was not written: %s", tl_folder_path(), name, strerror(reason));
}

static int is_trace(const char *name) {
    size_t length = strlen(name);
    return length > 8 && strncmp(name, "trace-", 6) == 0 &&
           strcmp(name + length - 8, ".tltrace") == 0;
}

static int is_own_trace(const char *name) {
    char own[TL_TRACE_NAME_BYTES];
    tl_trace_pattern(own);
    return is_trace(name) && strncmp(name, own, PREFIX_BYTES) == 0;
}

static int delete_others(int directory, const char *name, void *unused) {
    (void)unused;
    if (is_trace(name) && !is_own_trace(name)) (void)unlinkat(directory, name, 0);
    return 0;
}

static int delete_own(int directory, const char *name, void *unused) {
    (void)unused;
    if (is_own_trace(name)) (void)unlinkat(directory, name, 0);
    return 0;
}

void tl_settle_traces(int directory, int is_whole) {
    if (directory < 0 || !tl_has_earlier_recording()) return;
    (void)tl_visit_names(directory, is_whole ? delete_others : delete_own, NULL);
}

static int count_own(int directory, const char *name, void *count) {
    (void)directory;
    *(int *)count += is_own_trace(name);
    return 0;
}

int tl_count_traces(int directory) {
    int count = 0;
    (void)tl_visit_names(directory, count_own, &count);
    return count;
}
