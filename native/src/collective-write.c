#include "collective-write.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "clock.h"
#include "files.h"
#include "folder.h"
#include "metadata.h"
#include "misuse.h"
#include "options.h"
#include "part-file.h"
#include "path-table.h"
#include "problems.h"
#include "publish.h"
#include "recording.h"
#include "snapshot-thread.h"
#include "values.h"
#include "view.h"

/* Three phases: ranks agree on the call paths, each aggregator gathers the values of its group of
 * ranks, and each aggregator writes one file. */

enum { TABLE = 0, QUESTION = 1, NOTHING = 2 };

enum { RANKS_PER_FILE = 16, FEW_RANKS = 64, VALUES_FOR_ONE_FILE = 1000000 };

/* Approximate maximum, because an aggregator holds the values of its group in memory. */
static const uint64_t MAX_VALUES_PER_GROUP = (uint64_t)1 << 27;

/* The data of this rank and what it receives. */
typedef struct {
    tl_view view;
    tl_path_set paths;
    tl_misuse_log misuse;  /* on rank 0: of all ranks */
    unsigned char *answer; /* as broadcast; the table is in it */
    size_t answer_length;
    tl_path_table table;
    tl_outcome outcome;
} ending;

/* Summary of one rank, for rank 0. */
typedef struct {
    uint64_t hash;
    uint64_t values;
    int32_t repetitions;
    int has_workers;
} rank_summary;

/* Messages in place of values that could not be sent. */
static const unsigned char NO_MEMORY[] = "\1\11no memory";
static const unsigned char TOO_LONG[] = "\1\47longer than 2 GiB: record sums of loops";

static int send_to(int rank, const tl_buffer *bytes) {
    if (bytes->failed) return tl_recording.ranks->send(NO_MEMORY, sizeof NO_MEMORY - 1, rank);
    if (bytes->size > INT_MAX) return tl_recording.ranks->send(TOO_LONG, sizeof TOO_LONG - 1, rank);
    return tl_recording.ranks->send(bytes->bytes, bytes->size, rank);
}

static void put_first_message(tl_buffer *out, const ending *mine) {
    tl_put_u64(out, tl_path_set_hash(&mine->paths));
    tl_put_varint(out, mine->view.values);
    tl_put_varint(out, (uint64_t)(mine->view.last_repetition + 1));
    tl_put_varint(out, mine->view.count > 1);
    tl_put_varint(out, mine->outcome.open_events);
    for (uint64_t kind = 0; kind < TL_MISUSES; kind++) {
        if (mine->misuse.counts[kind] == 0) continue;
        tl_put_varint(out, kind + 1);
        tl_put_varint(out, mine->misuse.counts[kind]);
        tl_put_string(out, mine->misuse.places[kind]);
    }
    tl_put_varint(out, 0);
}

static void add_misuse(tl_misuse_log *all, tl_reader *in, int rank) {
    uint64_t kind;
    while ((kind = tl_get_varint(in)) > 0 && kind <= TL_MISUSES) {
        uint64_t count = tl_get_varint(in);
        size_t length;
        const char *place = (const char *)tl_get_bytes(in, &length);
        if (all->counts[kind - 1] == 0)
            (void)snprintf(all->places[kind - 1], TL_PLACE_BYTES, "rank %d, %.*s", rank,
                           (int)length, place);
        all->counts[kind - 1] += count;
    }
}

static void read_first_message(rank_summary *summary, ending *mine, const tl_message *told,
                               int rank) {
    tl_reader in = {told->bytes, told->bytes + told->length, 0};
    summary->hash = tl_get_u64(&in);
    summary->values = tl_get_varint(&in);
    summary->repetitions = (int32_t)tl_get_varint(&in);
    summary->has_workers = tl_get_varint(&in) != 0;
    mine->outcome.open_events += (uint32_t)tl_get_varint(&in);
    add_misuse(&mine->misuse, &in, rank);
}

static int receive_summaries(rank_summary *summaries, ending *mine) {
    for (int rank = 1; rank < tl_recording.size; rank++) {
        tl_message told = {NULL, 0};
        if (tl_recording.ranks->receive(rank, &told.bytes, &told.length) != 0) return -1;
        read_first_message(&summaries[rank], mine, &told, rank);
        free(told.bytes);
    }
    return 0;
}

/* Selects one rank per distinct set of paths. There may be many ranks, but few distinct sets. */
static int select_ranks_to_ask(const rank_summary *summaries, int *asked) {
    int count = 0;
    for (int rank = 1; rank < tl_recording.size; rank++) {
        int is_known = summaries[rank].hash == summaries[0].hash;
        for (int i = 0; i < count && !is_known; i++)
            is_known = summaries[asked[i]].hash == summaries[rank].hash;
        if (!is_known) asked[count++] = rank;
    }
    return count;
}

static int broadcast_from_here(tl_buffer *out) {
    if (out->failed) {
        out->failed = 0;
        out->size = 0;
        tl_put_varint(out, NOTHING);
    }
    return tl_recording.ranks->broadcast(&out->bytes, &out->size);
}

/* The path set points into the answers, so they are freed after the table is written. */
static int ask(ending *mine, const int *asked, int count, tl_message *answers) {
    tl_buffer question = {0};
    int result;
    tl_put_varint(&question, QUESTION);
    tl_put_varint(&question, (uint64_t)count);
    for (int i = 0; i < count; i++) tl_put_varint(&question, (uint64_t)asked[i]);
    result = broadcast_from_here(&question);
    tl_free_buffer(&question);
    for (int i = 0; i < count && result == 0; i++) {
        tl_reader in;
        result = tl_recording.ranks->receive(asked[i], &answers[i].bytes, &answers[i].length);
        if (result != 0) break;
        in.at = answers[i].bytes;
        in.end = in.at + answers[i].length;
        in.failed = 0;
        tl_read_paths(&mine->paths, &in);
    }
    return result;
}

/* The requested number of files, or more if the values of a group would not fit into memory. */
static tl_layout choose_layout(const rank_summary *summaries) {
    tl_layout all = {0, 0, 1, 1};
    uint64_t values = 0;
    int ranks = tl_recording.size;
    int files = tl_option.aggregators;
    for (int rank = 0; rank < ranks; rank++) {
        all.threads |= summaries[rank].has_workers;
        all.repetitions |= summaries[rank].repetitions > 1;
        values += summaries[rank].values;
    }
    if (files == 0 && ranks <= FEW_RANKS && values <= VALUES_FOR_ONE_FILE) files = 1;
    if (files == 0) files = (ranks + RANKS_PER_FILE - 1) / RANKS_PER_FILE;
    while (files < ranks && values / (uint64_t)files > MAX_VALUES_PER_GROUP) files *= 2;
    if (files > ranks) files = ranks;
    all.ranks_per_group = (ranks + files - 1) / files;
    all.groups = (ranks + all.ranks_per_group - 1) / all.ranks_per_group;
    return all;
}

/* Rank 0 collects the paths of all ranks and broadcasts the table. */
static int agree_as_root(ending *mine, rank_summary *summaries, int *asked, tl_message *answers) {
    tl_buffer answer = {0};
    tl_layout all;
    int result = receive_summaries(summaries, mine);
    int count = result == 0 ? select_ranks_to_ask(summaries, asked) : 0;
    if (count > 0) result = ask(mine, asked, count, answers);
    all = choose_layout(summaries);
    tl_put_varint(&answer, TABLE);
    tl_put_table(&answer, &mine->paths, &all);
    if (mine->paths.failed) answer.failed = 1;
    if (answer.failed) tl_problem("out of memory while merging the call paths of all ranks");
    if (tl_recording.ranks != NULL && result == 0) result = broadcast_from_here(&answer);
    for (int i = 0; i < count; i++) free(answers[i].bytes);
    mine->answer = answer.bytes;
    mine->answer_length = answer.failed ? 0 : answer.size;
    return result;
}

static int agree_on_rank_0(ending *mine) {
    size_t ranks = (size_t)tl_recording.size;
    rank_summary *summaries = calloc(ranks, sizeof *summaries);
    int *asked = calloc(ranks, sizeof *asked);
    tl_message *answers = calloc(ranks, sizeof *answers);
    int result = -1;
    if (summaries != NULL && asked != NULL && answers != NULL) {
        summaries[0].hash = tl_path_set_hash(&mine->paths);
        summaries[0].values = mine->view.values;
        summaries[0].repetitions = mine->view.last_repetition + 1;
        summaries[0].has_workers = mine->view.count > 1;
        result = agree_as_root(mine, summaries, asked, answers);
    }
    free(summaries);
    free(asked);
    free(answers);
    return result;
}

static int is_asked(tl_reader *in) {
    int asked = 0;
    for (uint64_t left = tl_get_varint(in); left > 0 && !in->failed; left--)
        asked |= tl_get_varint(in) == (uint64_t)tl_recording.rank;
    return asked;
}

/* Sends a summary, its paths if rank 0 asks for them, and receives the table. */
static int agree_as_other(ending *mine) {
    tl_buffer first = {0};
    int result;
    put_first_message(&first, mine);
    result = send_to(0, &first);
    tl_free_buffer(&first);
    while (result == 0) {
        tl_reader in;
        tl_buffer paths = {0};
        if (tl_recording.ranks->broadcast(&mine->answer, &mine->answer_length) != 0) return -1;
        in.at = mine->answer;
        in.end = in.at + mine->answer_length;
        in.failed = 0;
        if (tl_get_varint(&in) != QUESTION) return 0;
        if (is_asked(&in)) {
            tl_put_paths(&paths, &mine->paths);
            result = send_to(0, &paths);
            tl_free_buffer(&paths);
        }
        free(mine->answer);
        mine->answer = NULL;
    }
    return result;
}

static int agree(ending *mine) {
    int result = tl_recording.rank == 0 ? agree_on_rank_0(mine) : agree_as_other(mine);
    if (result != 0) return -1;
    if (mine->answer_length < 2 || mine->answer[0] != TABLE) return -1;
    return tl_read_table(&mine->table, mine->answer + 1, mine->answer_length - 1);
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

static void write_group(ending *mine, int folder, const tl_buffer *own, int count,
                        tl_written *result) {
    tl_message *messages = calloc((size_t)count, sizeof *messages);
    int number = tl_recording.rank / mine->table.layout.ranks_per_group;
    uint64_t before = tl_now();
    tl_buffer metadata = {0};
    if (messages != NULL && gather(own, messages, count) == 0) {
        tl_part part = {number, &mine->table, messages, count, &metadata};
        mine->outcome.gather_seconds = (double)(tl_now() - before) / 1e9;
        tl_put_metadata(&metadata, &mine->table.layout, number, tl_recording.size,
                        &mine->outcome);
        if (folder >= 0) write_part(folder, &part, result);
    } else
        (void)snprintf(result->problem, sizeof result->problem,
                       "the values of part %d did not arrive", number);
    for (int i = 1; messages != NULL && i < count; i++) free(messages[i].bytes);
    free(messages);
    tl_free_buffer(&metadata);
}

static void write_as_aggregator(ending *mine, const tl_buffer *own, int count) {
    const tl_layout *layout = &mine->table.layout;
    tl_written result;
    int folder = tl_open_directory(tl_folder_path());
    memset(&result, 0, sizeof result);
    if (folder < 0)
        (void)snprintf(result.problem, sizeof result.problem, "%s could not be opened: %s",
                       tl_folder_path(), strerror(errno));
    if (count > layout->ranks_per_group) count = layout->ranks_per_group;
    write_group(mine, folder, own, count, &result);
    if (tl_recording.rank > 0) tl_send_written(&result);
    else tl_discard_snapshots(tl_publish(folder, layout, &result));
    if (folder >= 0) (void)tl_close(folder);
}

static void gather_and_write(ending *mine) {
    const tl_layout *layout = &mine->table.layout;
    int aggregator = tl_recording.rank - tl_recording.rank % layout->ranks_per_group;
    tl_buffer own = {0};
    tl_put_values(&own, &mine->view, &mine->table);
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

static void end_recording(ending *mine) {
    uint64_t before = tl_now();
    tl_add_view_paths(&mine->paths, &mine->view);
    if (agree(mine) != 0) {
        if (tl_recording.rank == 0) tl_problem("recording not written");
        return;
    }
    mine->outcome.sync_seconds = (double)(tl_now() - before) / 1e9;
    mine->outcome.misuse = &mine->misuse;
    gather_and_write(mine);
    if (tl_recording.rank == 0) report_misuse(&mine->misuse);
}

void tl_write_recording(uint32_t open_events) {
    ending mine;
    memset(&mine, 0, sizeof mine);
    mine.outcome.open_events = open_events;
    tl_copy_misuse(&mine.misuse);
    if (tl_take_view(&mine.view) == 0) end_recording(&mine);
    free(mine.view.threads);
    free(mine.answer);
    tl_free_paths(&mine.paths);
    if (tl_recording.ranks != NULL) tl_recording.ranks->shut();
}
