#include "subtree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "early-values.h"
#include "recording.h"

/* subtree := 0 values flag-workers flag-repetitions open-events misuse* 0
 *            u64-hash bytes-of-path-set path-set ranks (bytes-of-early early)*
 *          | 1 string                  data are missing
 * misuse  := 1 + kind, count, string-place
 *
 * A long path set is omitted, and sent if the parent asks for it by a byte 1. `ranks` is 0 if there
 * are no early values. */

/* Longer path sets are sent only if the parent lacks a set with this hash. */
enum { MAX_INCLUDED_PATHS = 1 << 16 };

/* Of all early values in one message. */
static const size_t MAX_EARLY_BYTES = (size_t)1 << 22;

static const unsigned char NO_MEMORY[] = "\1\11no memory";

static void send_buffer(const tl_buffer *bytes, int to) {
    if (bytes->failed || bytes->size > INT_MAX)
        (void)tl_recording.ranks->send(NO_MEMORY, sizeof NO_MEMORY - 1, to);
    else (void)tl_recording.ranks->send(bytes->bytes, bytes->size, to);
}

/* Received bytes stay until the end, because the paths and early values point into them. */
static tl_message receive_message(tl_subtree *tree, int from) {
    tl_message received = {NULL, 0};
    if (tl_recording.ranks->receive(from, &received.bytes, &received.length) != 0)
        return (tl_message){NULL, 0};
    tree->received[tree->received_count++] = received;
    return received;
}

static void name_rank(tl_misuse_log *misuse) {
    for (int kind = 0; kind < TL_MISUSES; kind++) {
        char place[TL_PLACE_BYTES];
        if (misuse->counts[kind] == 0) continue;
        memcpy(place, misuse->places[kind], sizeof place);
        (void)snprintf(misuse->places[kind], TL_PLACE_BYTES, "rank %d, %.*s", tl_recording.rank,
                       TL_PLACE_BYTES - 20, place);
    }
}

static void add_own_early_values(tl_subtree *tree, const tl_view *view) {
    tl_buffer out = {0};
    tree->early = malloc(sizeof *tree->early);
    if (tree->early == NULL) return;
    tl_put_early_values(&out, view, &tree->paths);
    tree->early[0] = (tl_message){out.bytes, out.size};
    tree->received[tree->received_count++] = tree->early[0];
    if (!out.failed && !tree->paths.failed) tree->early_count = 1;
}

void tl_start_subtree(tl_subtree *tree, const tl_view *view, uint32_t open_events, int has_early) {
    memset(tree, 0, sizeof *tree);
    tl_add_view_paths(&tree->paths, view);
    tree->values = view->values;
    tree->open_events = open_events;
    tree->has_workers = view->count > 1;
    tree->has_repetitions = view->last_repetition > 0;
    tree->ranks = 1;
    tl_copy_misuse(&tree->misuse);
    if (tl_recording.rank > 0) name_rank(&tree->misuse);
    if (tl_recording.ranks == NULL) return;
    tree->merged[tree->merged_count++] = tl_path_set_hash(&tree->paths);
    if (has_early) add_own_early_values(tree, view);
}

static void put_totals(tl_buffer *out, const tl_subtree *tree) {
    tl_put_varint(out, 0);
    tl_put_varint(out, tree->values);
    tl_put_varint(out, tree->has_workers ? 1 : 0);
    tl_put_varint(out, tree->has_repetitions ? 1 : 0);
    tl_put_varint(out, tree->open_events);
    for (uint64_t kind = 0; kind < TL_MISUSES; kind++) {
        if (tree->misuse.counts[kind] == 0) continue;
        tl_put_varint(out, kind + 1);
        tl_put_varint(out, tree->misuse.counts[kind]);
        tl_put_string(out, tree->misuse.places[kind]);
    }
    tl_put_varint(out, 0);
}

static void put_early(tl_buffer *out, const tl_subtree *tree) {
    size_t bytes = 0;
    int count = tree->early_count == tree->ranks ? tree->ranks : 0;
    for (int i = 0; i < count; i++) bytes += tree->early[i].length;
    if (bytes > MAX_EARLY_BYTES) count = 0;
    tl_put_varint(out, (uint64_t)count);
    for (int i = 0; i < count; i++) tl_put_bytes(out, tree->early[i].bytes, tree->early[i].length);
}

/* Sends the path set if the parent asks for it. */
static void answer(const tl_buffer *paths, int parent) {
    unsigned char *question = NULL;
    size_t length = 0;
    if (tl_recording.ranks->receive(parent, &question, &length) != 0) return;
    if (length == 1 && question[0] == 1) send_buffer(paths, parent);
    free(question);
}

void tl_send_subtree(const tl_subtree *tree, int parent) {
    tl_buffer out = {0};
    tl_buffer paths = {0};
    int is_included;
    tl_put_paths(&paths, &tree->paths);
    is_included = paths.size <= MAX_INCLUDED_PATHS;
    put_totals(&out, tree);
    tl_put_u64(&out, tl_path_set_hash(&tree->paths));
    tl_put_bytes(&out, paths.bytes, is_included ? paths.size : 0);
    put_early(&out, tree);
    if (tree->failed || tree->paths.failed || paths.failed) out.failed = 1;
    send_buffer(&out, parent);
    if (!out.failed && !is_included) answer(&paths, parent);
    tl_free_buffer(&out);
    tl_free_buffer(&paths);
}

static void read_misuse(tl_misuse_log *all, tl_reader *in) {
    uint64_t kind;
    while ((kind = tl_get_varint(in)) > 0 && kind <= TL_MISUSES) {
        uint64_t count = tl_get_varint(in);
        size_t length;
        const char *place = (const char *)tl_get_bytes(in, &length);
        if (all->counts[kind - 1] == 0)
            (void)snprintf(all->places[kind - 1], TL_PLACE_BYTES, "%.*s", (int)length, place);
        all->counts[kind - 1] += count;
    }
}

static void read_totals(tl_subtree *tree, tl_reader *in) {
    tree->values += tl_get_varint(in);
    tree->has_workers |= tl_get_varint(in) != 0;
    tree->has_repetitions |= tl_get_varint(in) != 0;
    tree->open_events += tl_get_varint(in);
    read_misuse(&tree->misuse, in);
}

static int is_merged(const tl_subtree *tree, uint64_t hash) {
    for (int i = 0; i < tree->merged_count; i++)
        if (tree->merged[i] == hash) return 1;
    return tl_path_set_hash(&tree->paths) == hash;
}

/* Asks a child for its path set, if that is new. */
static tl_message ask(tl_subtree *tree, int child, int is_new) {
    const unsigned char question = (unsigned char)is_new;
    tl_message none = {NULL, 0};
    if (tl_recording.ranks->send(&question, 1, child) != 0) return none;
    return is_new ? receive_message(tree, child) : none;
}

static void read_paths(tl_subtree *tree, tl_reader *in, int child) {
    uint64_t hash = tl_get_u64(in);
    int is_new = !is_merged(tree, hash);
    tl_message paths;
    tl_reader set;
    paths.bytes = (unsigned char *)(uintptr_t)tl_get_bytes(in, &paths.length);
    if (in->failed) return;
    if (paths.length == 0) paths = ask(tree, child, is_new);
    if (!is_new) return;
    set = (tl_reader){paths.bytes, paths.bytes + paths.length, 0};
    tl_read_paths(&tree->paths, &set);
    if (set.failed) tree->failed = 1;
    tree->merged[tree->merged_count++] = hash;
}

static void read_early(tl_subtree *tree, tl_reader *in, int ranks) {
    uint64_t count = tl_get_varint(in);
    tl_message *grown;
    if (tree->early_count != tree->ranks || count != (uint64_t)ranks || in->failed) return;
    grown = realloc(tree->early, (size_t)(tree->ranks + ranks) * sizeof *grown);
    if (grown == NULL) return;
    tree->early = grown;
    for (int i = 0; i < ranks; i++) {
        tl_message *early = &grown[tree->early_count + i];
        early->bytes = (unsigned char *)(uintptr_t)tl_get_bytes(in, &early->length);
    }
    if (!in->failed) tree->early_count += ranks;
}

/* The number of ranks in the subtree of a child: it ends where that of the next child starts. */
static int ranks_below(int child) {
    int step = child & -child;
    return step < tl_recording.size - child ? step : tl_recording.size - child;
}

void tl_receive_subtree(tl_subtree *tree, int child) {
    tl_message told = receive_message(tree, child);
    tl_reader in = {told.bytes, told.bytes + told.length, 0};
    int ranks = ranks_below(child);
    if (told.bytes == NULL || tl_get_varint(&in) != 0) in.failed = 1;
    else {
        read_totals(tree, &in);
        read_paths(tree, &in, child);
        read_early(tree, &in, ranks);
    }
    if (in.failed) tree->failed = 1;
    tree->ranks += ranks;
}

void tl_free_subtree(tl_subtree *tree) {
    for (int i = 0; i < tree->received_count; i++) free(tree->received[i].bytes);
    free(tree->early);
    tl_free_paths(&tree->paths);
    memset(tree, 0, sizeof *tree);
}
