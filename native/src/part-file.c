#include "part-file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "options.h"
#include "temporary.h"
#include "utf8-names.h"

/* docs/formats/snapshot.md specifies the format. */

static const unsigned char MARK[] = {0x89, 'T', 'L', 'S', 'N', '\r', '\n', 0x1a};

enum { VERSION = 1 };

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

static void put_head(tl_buffer *head, const tl_part *part) {
    const tl_path_table *table = part->table;
    tl_put_varint(head, (uint64_t)tl_option.labels);
    for (int i = 0; i < tl_option.labels; i++) tl_put_clean_string(head, tl_option.label[i]);
    tl_put_varint(head, (uint64_t)(part->number * table->layout.ranks_per_group));
    tl_put_bytes(head, table->bytes, table->length);
    tl_put_varint(head, (uint64_t)part->count);
    for (int i = 0; i < part->count; i++) tl_put_varint(head, part->messages[i].length);
}

static void put_all(sink *out, const tl_part *part, const tl_buffer *head) {
    const tl_buffer *metadata = part->metadata;
    tl_buffer fixed = {0};
    tl_put_raw(&fixed, MARK, sizeof MARK);
    tl_put_u32(&fixed, VERSION);
    tl_put_u32(&fixed, (uint32_t)metadata->size);
    tl_put_u32(&fixed, (uint32_t)head->size);
    put(out, fixed.bytes, fixed.size);
    put(out, metadata->bytes, metadata->size);
    put(out, head->bytes, head->size);
    for (int i = 0; i < part->count; i++)
        put(out, part->messages[i].bytes, part->messages[i].length);
    fixed.size = 0;
    tl_put_u32(&fixed, out->crc);
    put(out, fixed.bytes, fixed.size);
    if (fixed.failed || metadata->failed || head->failed) out->reason = ENOMEM;
    tl_free_buffer(&fixed);
    flush(out);
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
    tl_buffer head = {0};
    sink out = {tl_create_temporary(directory, temporary), 0, 0, 0, {0}};
    int reason;
    if (out.file < 0) return errno;
    put_head(&head, part);
    put_all(&out, part, &head);
    tl_free_buffer(&head);
    if (out.reason == 0) out.reason = tl_sync(out.file);
    reason = tl_close(out.file);
    if (out.reason == 0) out.reason = reason;
    if (out.reason != 0) (void)unlinkat(directory, temporary, 0);
    return out.reason;
}
