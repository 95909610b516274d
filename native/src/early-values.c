#include "early-values.h"

#include <stdlib.h>

#include "values.h"

/* early := paths u64-hash* bytes-of-message message bytes-of-lengths length*
 *
 * The hashes are in the order of the path numbers of the rank. `message` is specified in
 * docs/formats/snapshot.md. The lengths are those of its `path` entries without their numbers. */

void tl_put_early_values(tl_buffer *out, const tl_view *view, const tl_path_set *own) {
    const tl_layout one = {0, 0, 1, 1};
    tl_buffer table_bytes = {0};
    tl_buffer message = {0};
    tl_buffer lengths = {0};
    tl_path_table table;
    tl_put_table(&table_bytes, own, &one);
    if (table_bytes.failed || tl_read_table(&table, table_bytes.bytes, table_bytes.size) != 0)
        out->failed = 1;
    else {
        tl_put_values(&message, view, &table, &lengths);
        tl_put_varint(out, table.paths);
        tl_put_raw(out, table.hashes, 8 * (size_t)table.paths);
        tl_put_bytes(out, message.bytes, message.size);
        tl_put_bytes(out, lengths.bytes, lengths.size);
        if (message.failed || lengths.failed) out->failed = 1;
    }
    tl_free_buffer(&table_bytes);
    tl_free_buffer(&message);
    tl_free_buffer(&lengths);
}

typedef struct {
    uint32_t number; /* in the table */
    const unsigned char *bytes;
    size_t length;
} entry;

typedef struct {
    uint32_t paths;
    uint32_t *number_of; /* in the table, by the number on the rank */
    entry *entries;      /* of one thread */
    tl_reader message;
    tl_reader lengths;
} renumbering;

static int by_number(const void *one, const void *other) {
    uint32_t a = ((const entry *)one)->number;
    uint32_t b = ((const entry *)other)->number;
    return a < b ? -1 : a > b;
}

/* Whether the numbers on the rank are those of the table. */
static int read_numbers(renumbering *all, tl_reader *in, const tl_path_table *table) {
    int is_same = 1;
    for (uint32_t i = 0; i < all->paths; i++) {
        int64_t guess = i == 0 ? 0 : (int64_t)all->number_of[i - 1] + 1;
        int64_t number = tl_path_number(table, tl_get_u64(in), guess);
        if (number < 0) in->failed = 1;
        if (in->failed) return 0;
        all->number_of[i] = (uint32_t)number;
        is_same &= all->number_of[i] == i;
    }
    return is_same;
}

/* Rewrites the paths of one thread, from all->message.at to `end`. */
static void put_thread_paths(tl_buffer *body, renumbering *all, const unsigned char *end) {
    uint64_t own = UINT64_MAX;
    uint32_t before = UINT32_MAX;
    uint32_t count = 0;
    while (all->message.at < end && !all->message.failed && count < all->paths) {
        entry *each = &all->entries[count++];
        own += 1 + tl_get_varint(&all->message);
        each->length = (size_t)tl_get_varint(&all->lengths);
        each->bytes = all->message.at;
        if (own >= all->paths || each->length > (size_t)(end - all->message.at)) {
            all->message.failed = 1;
            return;
        }
        each->number = all->number_of[own];
        all->message.at += each->length;
    }
    qsort(all->entries, count, sizeof *all->entries, by_number);
    for (uint32_t i = 0; i < count; i++) {
        tl_put_varint(body, all->entries[i].number - before - 1);
        tl_put_raw(body, all->entries[i].bytes, all->entries[i].length);
        before = all->entries[i].number;
    }
}

static void copy_varints(tl_buffer *out, tl_reader *in, uint64_t count) {
    while (count-- > 0 && !in->failed) tl_put_varint(out, tl_get_varint(in));
}

/* Finds where the head with the entries of the threads ends, and their paths start. */
static const unsigned char *end_of_head(tl_reader in, uint64_t threads) {
    for (; threads > 0 && !in.failed; threads--) {
        (void)tl_get_varint(&in);
        (void)tl_get_varint(&in);
        for (uint64_t numbers = 2 * tl_get_varint(&in); numbers > 0 && !in.failed; numbers--)
            (void)tl_get_varint(&in);
    }
    return in.failed ? in.end : in.at;
}

static void put_renumbered(tl_buffer *out, renumbering *all) {
    tl_buffer body = {0};
    tl_reader head = all->message;
    uint64_t threads;
    copy_varints(out, &head, 4); /* kind, contexts, cells, iterations */
    threads = tl_get_varint(&head);
    tl_put_varint(out, threads);
    all->message.at = end_of_head(head, threads);
    for (; threads > 0 && !head.failed && !all->message.failed; threads--) {
        size_t before = body.size;
        uint64_t length;
        copy_varints(out, &head, 1);
        length = tl_get_varint(&head);
        if (length > (uint64_t)(all->message.end - all->message.at)) head.failed = 1;
        else put_thread_paths(&body, all, all->message.at + length);
        tl_put_varint(out, body.size - before);
        {
            uint64_t runs = tl_get_varint(&head);
            tl_put_varint(out, runs);
            copy_varints(out, &head, 2 * runs);
        }
    }
    tl_put_raw(out, body.bytes, body.size);
    if (head.failed || all->message.failed || all->lengths.failed || body.failed) out->failed = 1;
    tl_free_buffer(&body);
}

static int renumber(tl_message *message, renumbering *all, tl_reader *in,
                    const tl_path_table *table, tl_buffer *made) {
    int is_same = read_numbers(all, in, table);
    const unsigned char *bytes;
    size_t length;
    bytes = tl_get_bytes(in, &length);
    message->bytes = (unsigned char *)(uintptr_t)bytes;
    message->length = length;
    if (in->failed || length == 0) return -1;
    if (is_same || bytes[0] != 0) return 0; /* a message that is not 0 has no paths */
    all->message = (tl_reader){bytes, bytes + length, 0};
    bytes = tl_get_bytes(in, &length);
    all->lengths = (tl_reader){bytes, bytes + length, 0};
    if (in->failed) return -1;
    put_renumbered(made, all);
    message->bytes = made->bytes;
    message->length = made->size;
    return made->failed ? -1 : 0;
}

int tl_renumber(tl_message *message, const tl_message *early, const tl_path_table *table,
                tl_buffer *made) {
    tl_reader in = {early->bytes, early->bytes + early->length, 0};
    renumbering all = {0};
    uint64_t paths = tl_get_varint(&in);
    int result = -1;
    if (in.failed || paths > (uint64_t)(in.end - in.at) / 8) return -1;
    all.paths = (uint32_t)paths;
    all.number_of = malloc((paths + 1) * sizeof *all.number_of);
    all.entries = malloc((paths + 1) * sizeof *all.entries);
    if (all.number_of != NULL && all.entries != NULL)
        result = renumber(message, &all, &in, table, made);
    free(all.number_of);
    free(all.entries);
    return result;
}
