#include "output.h"

#include <stdlib.h>

/* Writes what this rank has as a file of its own, without a message to the others: for snapshots,
 * and where a rank ends before the rest. Readers unite the call paths. */

static void put_own_table(tl_buffer *out, const tl_view *view, const tl_facts *facts) {
    tl_path_set set = {0};
    for (uint32_t i = 0; i < view->count; i++)
        tl_add_thread_paths(&set, view->threads[i].thread, view->threads[i].nodes);
    tl_put_table(out, &set, facts);
    if (set.failed) out->failed = 1;
    tl_free_paths(&set);
}

static int write_view(const tl_view *view, const char *folder, int snapshot, char *problem,
                      size_t room) {
    /* contexts must be alike in all parts, so they name threads and repetitions */
    int is_one = tl_recording.size == 1;
    tl_facts facts = {!is_one || view->count > 1, !is_one || view->last_repetition > 0, 1,
                      tl_recording.size};
    tl_misuse_log misuse;
    tl_outcome outcome = {0, 0, snapshot, 0, &misuse};
    tl_buffer table_bytes = {0};
    tl_buffer values = {0};
    tl_buffer description = {0};
    tl_table table;
    int result = -1;
    (void)snprintf(problem, room, "there was no memory to write rank %d", tl_recording.rank);
    tl_copy_misuse(&misuse);
    put_own_table(&table_bytes, view, &facts);
    if (!table_bytes.failed && tl_read_table(&table, table_bytes.bytes, table_bytes.size) == 0) {
        tl_message message;
        tl_put_values(&values, view, &table);
        tl_put_description(&description, &facts, tl_recording.rank, tl_recording.size, &outcome);
        message.bytes = values.bytes;
        message.length = values.size;
        if (!values.failed)
            result = tl_write_part(folder, tl_recording.rank, &table, &message, 1, &description,
                                   problem, room);
    }
    tl_free_buffer(&table_bytes);
    tl_free_buffer(&values);
    tl_free_buffer(&description);
    return result;
}

int tl_write_alone(const char *folder, int snapshot, char *problem, size_t room) {
    tl_view view;
    int result = -1;
    if (tl_look(&view) == 0) result = write_view(&view, folder, snapshot, problem, room);
    else (void)snprintf(problem, room, "there was no memory to write rank %d", tl_recording.rank);
    free(view.threads);
    return result;
}
