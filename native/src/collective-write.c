#include "collective-write.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "clock.h"
#include "early-values.h"
#include "files.h"
#include "folder.h"
#include "metadata.h"
#include "misuse.h"
#include "options.h"
#include "part-file.h"
#include "path-table.h"
#include "problems.h"
#include "publish.h"
#include "rank-tree.h"
#include "recording.h"
#include "snapshot-thread.h"
#include "subtree.h"
#include "trace-file.h"
#include "values.h"
#include "view.h"

/* Three phases: ranks agree on the call paths, each aggregator gathers the values of its group of
 * ranks, and each aggregator writes one file. The data for the agreement are merged along a binomial
 * tree. If all values are small they come with them, and the second phase is not needed. */

/* The answer of rank 0 to all ranks. */
enum { TABLE = 0, COMPLETE = 1, NOTHING = 2 };

enum { RANKS_PER_FILE = 16, FEW_RANKS = 64, VALUES_FOR_ONE_FILE = 1000000 };

/* A rank with more values sends them when it knows the table. */
enum { MAX_EARLY_VALUES = 1 << 14 };

/* Approximate maximum, because an aggregator holds the values of its group in memory. */
static const uint64_t MAX_VALUES_PER_GROUP = (uint64_t)1 << 27;

/* The data of this rank and what it receives. */
typedef struct {
    tl_view view;
    tl_subtree tree;
    unsigned char *answer; /* as broadcast; the table is in it */
    size_t answer_length;
    tl_path_table table;
    tl_message *messages; /* on rank 0, if all values came early: by rank */
    tl_buffer *renumbered; /* messages may point into them */
    tl_outcome outcome;
} ending;

/* Messages in place of values that could not be sent. */
static const unsigned char NO_MEMORY[] = "\1\11no memory";
static const unsigned char TOO_LONG[] = "\1\47longer than 2 GiB: record sums of loops";

static int send_to(int rank, const tl_buffer *bytes) {
    if (bytes->failed) return tl_recording.ranks->send(NO_MEMORY, sizeof NO_MEMORY - 1, rank);
    if (bytes->size > INT_MAX) return tl_recording.ranks->send(TOO_LONG, sizeof TOO_LONG - 1, rank);
    return tl_recording.ranks->send(bytes->bytes, bytes->size, rank);
}

/* The requested number of files, or more if the values of a group would not fit into memory. */
static tl_layout choose_layout(const tl_subtree *tree) {
    tl_layout all = {tree->has_workers, tree->has_repetitions, 1, 1};
    int ranks = tl_recording.size;
    int files = tl_option.aggregators;
    if (files == 0 && ranks <= FEW_RANKS && tree->values <= VALUES_FOR_ONE_FILE) files = 1;
    if (files == 0) files = (ranks + RANKS_PER_FILE - 1) / RANKS_PER_FILE;
    while (files < ranks && tree->values / (uint64_t)files > MAX_VALUES_PER_GROUP) files *= 2;
    if (files > ranks) files = ranks;
    all.ranks_per_group = (ranks + files - 1) / files;
    all.groups = (ranks + all.ranks_per_group - 1) / all.ranks_per_group;
    return all;
}

static int may_send_early(const tl_view *view) {
    return tl_recording.size <= FEW_RANKS && tl_option.aggregators <= 1 &&
           view->values <= MAX_EARLY_VALUES;
}

/* Merges the data of the ranks below, and sends them to the parent. */
static void gather_subtree(ending *mine, uint32_t open_events, int has_view) {
    tl_rank_tree ranks;
    tl_start_subtree(&mine->tree, &mine->view, open_events, may_send_early(&mine->view));
    if (!has_view) mine->tree.failed = 1;
    tl_make_rank_tree(&ranks, tl_recording.rank, tl_recording.size);
    for (int i = 0; i < ranks.children; i++) tl_receive_subtree(&mine->tree, ranks.child[i]);
    if (ranks.parent >= 0) tl_send_subtree(&mine->tree, ranks.parent);
}

/* Whether rank 0 has all values, and so the only part. */
static int has_all_values(ending *mine) {
    size_t ranks = (size_t)tl_recording.size;
    if (mine->table.layout.groups > 1 || mine->tree.early_count != tl_recording.size) return 0;
    mine->messages = calloc(ranks, sizeof *mine->messages);
    mine->renumbered = calloc(ranks, sizeof *mine->renumbered);
    if (mine->messages == NULL || mine->renumbered == NULL) return 0;
    for (size_t i = 0; i < ranks; i++)
        if (tl_renumber(&mine->messages[i], &mine->tree.early[i], &mine->table,
                        &mine->renumbered[i]) != 0)
            return 0;
    return 1;
}

static int make_table(ending *mine) {
    tl_buffer answer = {0};
    tl_layout all = choose_layout(&mine->tree);
    tl_put_varint(&answer, TABLE);
    tl_put_table(&answer, &mine->tree.paths, &all);
    mine->answer = answer.bytes;
    mine->answer_length = answer.size;
    if (!mine->tree.paths.failed && !answer.failed && !mine->tree.failed &&
        tl_read_table(&mine->table, mine->answer + 1, mine->answer_length - 1) == 0)
        return 0;
    tl_problem("out of memory while merging the call paths of all ranks");
    return -1;
}

/* Rank 0 makes the table and broadcasts it, if the others need it. */
static int agree_as_root(ending *mine) {
    static const unsigned char words[] = {TABLE, COMPLETE, NOTHING};
    int result = make_table(mine);
    int is_complete = result == 0 && has_all_values(mine);
    unsigned char *bytes = (unsigned char *)(uintptr_t)&words[is_complete ? COMPLETE : NOTHING];
    size_t length = 1;
    if (!is_complete) {
        free(mine->messages);
        mine->messages = NULL;
    }
    if (tl_recording.ranks == NULL) return result;
    if (result == 0 && !is_complete) {
        bytes = mine->answer;
        length = mine->answer_length;
    }
    return tl_recording.ranks->broadcast(&bytes, &length) == 0 ? result : -1;
}

/* Whether the values of this rank are still needed: 1 or 0; -1 if nothing is written. */
static int agree(ending *mine) {
    if (tl_recording.rank == 0) return agree_as_root(mine) == 0 ? mine->messages == NULL : -1;
    if (tl_recording.ranks->broadcast(&mine->answer, &mine->answer_length) != 0) return -1;
    if (mine->answer_length == 1 && mine->answer[0] == COMPLETE) return 0;
    if (mine->answer_length < 2 || mine->answer[0] != TABLE) return -1;
    return tl_read_table(&mine->table, mine->answer + 1, mine->answer_length - 1) == 0 ? 1 : -1;
}

/* Receives the values of the group in rank order; the aggregator is the first rank. */
static int gather(const tl_buffer *own, tl_message *messages, int count) {
    messages[0].bytes = own->failed ? (unsigned char *)(uintptr_t)NO_MEMORY : own->bytes;
    messages[0].length = own->failed ? sizeof NO_MEMORY - 1 : own->size;
    for (int i = 1; i < count; i++)
        if (tl_recording.ranks->receive(tl_recording.rank + i, &messages[i].bytes,
                                        &messages[i].length) != 0)
            return -1;
    return 0;
}

static void write_part(int folder, const tl_part *part, tl_written *result) {
    char name[TL_PART_NAME_BYTES];
    int reason = tl_write_part(folder, part, result->file);
    if (reason == 0) return;
    result->file[0] = '\0';
    tl_name_part(name, part->number, part->table->layout.groups);
    (void)snprintf(result->problem, sizeof result->problem, "%s/%s was not written: %s",
                   tl_folder_path(), name, strerror(reason));
}

/* Writes one part and reports it to rank 0, which publishes all parts. */
static void write_messages(ending *mine, int folder, const tl_message *messages, int count,
                           tl_written *result) {
    int number = tl_recording.rank / mine->table.layout.ranks_per_group;
    tl_buffer metadata = {0};
    tl_part part = {number, &mine->table, messages, count, &metadata};
    tl_put_metadata(&metadata, &mine->table.layout, number, tl_recording.size, &mine->outcome);
    if (folder >= 0) write_part(folder, &part, result);
    tl_free_buffer(&metadata);
}

static void write_group(ending *mine, int folder, const tl_buffer *own, int count,
                        tl_written *result) {
    tl_message *messages = calloc((size_t)count, sizeof *messages);
    uint64_t before = tl_now();
    if (messages != NULL && gather(own, messages, count) == 0) {
        mine->outcome.gather_seconds = (double)(tl_now() - before) / 1e9;
        write_messages(mine, folder, messages, count, result);
    } else
        (void)snprintf(result->problem, sizeof result->problem,
                       "the values of part %d did not arrive",
                       tl_recording.rank / mine->table.layout.ranks_per_group);
    for (int i = 1; messages != NULL && i < count; i++) free(messages[i].bytes);
    free(messages);
}

static void publish(int folder, const tl_layout *layout, const tl_written *part_0) {
    int is_whole = tl_publish(folder, layout, part_0);
    tl_discard_snapshots(is_whole);
    tl_settle_traces(folder, is_whole);
}

/* `own` is NULL if the values of all ranks came early. */
static void write_as_aggregator(ending *mine, const tl_buffer *own, int count) {
    const tl_layout *layout = &mine->table.layout;
    tl_written result;
    int folder = tl_open_directory(tl_folder_path());
    memset(&result, 0, sizeof result);
    if (folder < 0)
        (void)snprintf(result.problem, sizeof result.problem, "%s could not be opened: %s",
                       tl_folder_path(), strerror(errno));
    if (count > layout->ranks_per_group) count = layout->ranks_per_group;
    if (own == NULL) write_messages(mine, folder, mine->messages, count, &result);
    else write_group(mine, folder, own, count, &result);
    if (tl_recording.rank > 0) tl_send_written(&result);
    else publish(folder, layout, &result);
    if (folder >= 0) (void)tl_close(folder);
}

static void gather_and_write(ending *mine) {
    const tl_layout *layout = &mine->table.layout;
    int aggregator = tl_recording.rank - tl_recording.rank % layout->ranks_per_group;
    tl_buffer own = {0};
    tl_put_values(&own, &mine->view, &mine->table, NULL);
    if (aggregator != tl_recording.rank) (void)send_to(aggregator, &own);
    else write_as_aggregator(mine, &own, tl_recording.size - aggregator);
    tl_free_buffer(&own);
}

static void report_misuse(const tl_misuse_log *misuse) {
    for (int kind = 0; kind < TL_MISUSES; kind++) {
        unsigned long long count = misuse->counts[kind];
        if (count == 1) tl_problem("%s (%s)", tl_misuse_text(kind), misuse->places[kind]);
        else if (count > 1)
            tl_problem("%s, %llu times (first: %s)", tl_misuse_text(kind), count,
                       misuse->places[kind]);
    }
}

static void end_recording(ending *mine, uint32_t open_events) {
    uint64_t before = tl_now();
    int needs_values;
    int has_view = tl_take_view(&mine->view) == 0; /* if not, the other ranks must not wait */
    gather_subtree(mine, open_events, has_view);
    needs_values = agree(mine);
    if (needs_values < 0) {
        if (tl_recording.rank == 0) tl_problem("recording not written");
        return;
    }
    mine->outcome.sync_seconds = (double)(tl_now() - before) / 1e9;
    mine->outcome.open_events = (uint32_t)mine->tree.open_events;
    mine->outcome.misuse = &mine->tree.misuse;
    if (needs_values) gather_and_write(mine);
    else if (tl_recording.rank == 0) write_as_aggregator(mine, NULL, tl_recording.size);
    if (tl_recording.rank == 0) report_misuse(&mine->tree.misuse);
}

static void free_ending(ending *mine) {
    for (int i = 0; mine->renumbered != NULL && i < tl_recording.size; i++)
        tl_free_buffer(&mine->renumbered[i]);
    free(mine->renumbered);
    free(mine->messages);
    free(mine->view.threads);
    free(mine->answer);
    tl_free_subtree(&mine->tree);
}

void tl_write_recording(uint32_t open_events) {
    ending mine;
    memset(&mine, 0, sizeof mine);
    end_recording(&mine, open_events);
    free_ending(&mine);
    if (tl_recording.ranks != NULL) tl_recording.ranks->shut();
}
