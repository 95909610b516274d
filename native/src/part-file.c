#include "part-file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "utf8-names.h"

/* docs/formats/snapshot.md specifies the format. */

static const unsigned char MARK[] = {0x89, 'T', 'L', 'S', 'N', '\r', '\n', 0x1a};

enum { VERSION = 1 };

typedef struct {
    FILE *file;
    uint32_t crc;
    int failed;
} sink;

static void put(sink *out, const unsigned char *bytes, size_t length) {
    if (length == 0 || out->failed) return;
    out->crc = tl_crc32c(out->crc, bytes, length);
    if (fwrite(bytes, 1, length, out->file) != length) out->failed = 1;
}

static void put_head(tl_buffer *head, int first_rank, const tl_path_table *table,
                     const tl_message *messages, int count) {
    tl_put_varint(head, (uint64_t)tl_option.labels);
    for (int i = 0; i < tl_option.labels; i++) tl_put_clean_string(head, tl_option.label[i]);
    tl_put_varint(head, (uint64_t)first_rank);
    tl_put_bytes(head, table->bytes, table->length);
    tl_put_varint(head, (uint64_t)count);
    for (int i = 0; i < count; i++) tl_put_varint(head, messages[i].length);
}

static void put_all(sink *out, const tl_buffer *metadata, const tl_buffer *head,
                    const tl_message *messages, int count) {
    tl_buffer fixed = {0};
    tl_put_raw(&fixed, MARK, sizeof MARK);
    tl_put_u32(&fixed, VERSION);
    tl_put_u32(&fixed, (uint32_t)metadata->size);
    tl_put_u32(&fixed, (uint32_t)head->size);
    put(out, fixed.bytes, fixed.size);
    put(out, metadata->bytes, metadata->size);
    put(out, head->bytes, head->size);
    for (int i = 0; i < count; i++) put(out, messages[i].bytes, messages[i].length);
    fixed.size = 0;
    tl_put_u32(&fixed, out->crc);
    put(out, fixed.bytes, fixed.size);
    if (fixed.failed || metadata->failed || head->failed) out->failed = 1;
    tl_free_buffer(&fixed);
}

static int write_file(const char *name, const tl_buffer *metadata, const tl_buffer *head,
                      const tl_message *messages, int count) {
    sink out = {fopen(name, "wb"), 0, 0};
    int reason;
    if (out.file == NULL) return errno;
    errno = 0;
    put_all(&out, metadata, head, messages, count);
    reason = out.failed ? (errno != 0 ? errno : EIO) : 0;
    if (fclose(out.file) != 0 && reason == 0) reason = errno;
    return reason;
}

static int digits_of(int parts) {
    int digits = 1;
    for (int rest = parts - 1; rest > 9; rest /= 10) digits++;
    return digits < 3 ? 3 : digits;
}

/* Writes the file under a temporary name and renames it, so it appears complete or not at all. */
int tl_write_part(const char *folder, int part, const tl_path_table *table,
                  const tl_message *messages, int count, const tl_buffer *metadata, char *problem,
                  size_t room) {
    char name[TL_PATH_BYTES + 64];
    char hidden[TL_PATH_BYTES + 64];
    tl_buffer head = {0};
    int digits = digits_of(table->layout.groups);
    int reason;
    put_head(&head, part * table->layout.ranks_per_group, table, messages, count);
    (void)snprintf(name, sizeof name, "%s/part-%0*d.tlsnap", folder, digits, part);
    (void)snprintf(hidden, sizeof hidden, "%s/.part-%0*d.tmp", folder, digits, part);
    reason = write_file(hidden, metadata, &head, messages, count);
    if (reason == 0 && rename(hidden, name) != 0) reason = errno;
    tl_free_buffer(&head);
    if (reason == 0) return 0;
    (void)unlink(hidden);
    (void)snprintf(problem, room, "%s was not written: %s", name, strerror(reason));
    return -1;
}
