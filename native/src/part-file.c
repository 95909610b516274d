#include "part-file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "options.h"
#include "packed-sums.h"
#include "temporary.h"
#include "utf8-names.h"

/* docs/formats/snapshot.md specifies the format. */

static const unsigned char MARK[] = {0x89, 'T', 'L', 'S', 'N', '\r', '\n', 0x1a};

enum { VERSION = 3 };

/* Small pieces are collected, large ones are written directly. */
typedef struct {
    int file;
    uint32_t crc;
    int reason; /* errno of the first failure */
    size_t used;
    unsigned char pieces[16384];
} sink;

static void flush(sink *out) {
    if (out->reason == 0) out->reason = tl_write_bytes(out->file, out->pieces, out->used);
    out->used = 0;
}

static void put(sink *out, const unsigned char *bytes, size_t length) {
    if (length == 0 || out->reason != 0) return;
    out->crc = tl_crc32c(out->crc, bytes, length);
    if (length > sizeof out->pieces - out->used) flush(out);
    if (length <= sizeof out->pieces) {
        memcpy(out->pieces + out->used, bytes, length);
        out->used += length;
    } else if (out->reason == 0) out->reason = tl_write_bytes(out->file, bytes, length);
}

/* The table without its hashes and numbers, which readers compute. */
static void put_table(tl_buffer *head, const tl_path_table *table) {
    size_t start = (size_t)(table->hashes - table->bytes);
    size_t skipped = 12 * (size_t)table->paths;
    tl_put_varint(head, table->length - skipped);
    tl_put_raw(head, table->bytes, start);
    tl_put_raw(head, table->bytes + start + skipped, table->length - start - skipped);
}

static void put_head(tl_buffer *head, const tl_part *part, const tl_message *messages) {
    const tl_path_table *table = part->table;
    tl_put_varint(head, (uint64_t)tl_option.labels);
    for (int i = 0; i < tl_option.labels; i++) tl_put_clean_string(head, tl_option.label[i]);
    tl_put_varint(head, (uint64_t)(part->number * table->layout.ranks_per_group));
    put_table(head, table);
    tl_put_varint(head, (uint64_t)part->count);
    for (int i = 0; i < part->count; i++) tl_put_varint(head, messages[i].length);
}

static void put_all(sink *out, const tl_part *part, const tl_message *messages) {
    const tl_buffer *metadata = part->metadata;
    tl_buffer head = {0};
    tl_buffer fixed = {0};
    put_head(&head, part, messages);
    tl_put_raw(&fixed, MARK, sizeof MARK);
    tl_put_u32(&fixed, VERSION);
    tl_put_u32(&fixed, (uint32_t)metadata->size);
    tl_put_u32(&fixed, (uint32_t)head.size);
    put(out, fixed.bytes, fixed.size);
    put(out, metadata->bytes, metadata->size);
    put(out, head.bytes, head.size);
    for (int i = 0; i < part->count; i++) put(out, messages[i].bytes, messages[i].length);
    fixed.size = 0;
    tl_put_u32(&fixed, out->crc);
    put(out, fixed.bytes, fixed.size);
    if (fixed.failed || metadata->failed || head.failed) out->reason = ENOMEM;
    tl_free_buffer(&fixed);
    tl_free_buffer(&head);
    flush(out);
}

/* Messages of sums are packed into a buffer, all others are written as they are. */
static void put_packed(sink *out, const tl_part *part) {
    tl_message *messages = calloc((size_t)part->count, sizeof *messages);
    tl_buffer packed = {0};
    tl_sums_packer packer = {0};
    size_t at = 0;
    for (int i = 0; messages != NULL && i < part->count; i++) {
        size_t before = packed.size;
        if (tl_pack_sums(&packed, &packer, part->messages[i].bytes, part->messages[i].length))
            messages[i].length = packed.size - before;
        else messages[i] = part->messages[i];
    }
    for (int i = 0; messages != NULL && i < part->count; i++) {
        if (messages[i].bytes != NULL) continue;
        messages[i].bytes = packed.bytes + at;
        at += messages[i].length;
    }
    if (messages == NULL || packed.failed) out->reason = ENOMEM;
    else put_all(out, part, messages);
    tl_free_packer(&packer);
    tl_free_buffer(&packed);
    free(messages);
}

static int digits_of(int parts) {
    int digits = 1;
    for (int rest = parts - 1; rest > 9; rest /= 10) digits++;
    return digits < 3 ? 3 : digits;
}

void tl_name_part(char *into, int part, int parts) {
    (void)snprintf(into, TL_PART_NAME_BYTES, "part-%0*d.tlsnap", digits_of(parts), part);
}

int tl_write_part(int directory, const tl_part *part, char *temporary) {
    sink out = {tl_create_temporary(directory, temporary), 0, 0, 0, {0}};
    int reason;
    if (out.file < 0) return errno;
    put_packed(&out, part);
    if (out.reason == 0) out.reason = tl_sync(out.file);
    reason = tl_close(out.file);
    if (out.reason == 0) out.reason = reason;
    if (out.reason != 0) (void)unlinkat(directory, temporary, 0);
    return out.reason;
}
