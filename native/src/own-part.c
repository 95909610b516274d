#include "own-part.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "metadata.h"
#include "misuse.h"
#include "part-file.h"
#include "path-table.h"
#include "recording.h"
#include "temporary.h"
#include "threads.h"
#include "values.h"
#include "view.h"

/* Used by snapshots, and if a rank exits before the others. Every part has its own path table;
 * readers merge them. */

static void put_own_table(tl_buffer *out, const tl_view *view, const tl_layout *layout) {
    tl_path_set set = {0};
    tl_add_view_paths(&set, view);
    tl_put_table(out, &set, layout);
    if (set.failed) out->failed = 1;
    tl_free_paths(&set);
}

static int write_and_name(int directory, const tl_part *part, const char *name) {
    char temporary[TL_TEMPORARY_BYTES];
    int reason = tl_write_part(directory, part, temporary);
    if (reason != 0) return reason;
    if (renameat(directory, temporary, directory, name) == 0) return 0;
    reason = errno;
    (void)unlinkat(directory, temporary, 0);
    return reason;
}

/* Returns 0 or errno. */
static int write_view(int directory, const char *name, const tl_view *view, int snapshot) {
    /* The contexts of all parts must have the same dimensions: with several ranks, each part has
     * threads and repetitions even if it does not need them. */
    int is_one = tl_recording.size == 1;
    tl_layout layout = {!is_one || view->count > 1, !is_one || view->last_repetition > 0, 1,
                        tl_recording.size};
    tl_misuse_log misuse;
    tl_outcome outcome = {0, 0, snapshot, tl_open_events_of_all(), &misuse};
    tl_buffer table_bytes = {0};
    tl_buffer values = {0};
    tl_buffer metadata = {0};
    tl_path_table table;
    int reason = ENOMEM;
    tl_copy_misuse(&misuse);
    put_own_table(&table_bytes, view, &layout);
    if (!table_bytes.failed && tl_read_table(&table, table_bytes.bytes, table_bytes.size) == 0) {
        tl_message message;
        tl_put_values(&values, view, &table, NULL);
        tl_put_metadata(&metadata, &layout, tl_recording.rank, tl_recording.size, &outcome);
        message.bytes = values.bytes;
        message.length = values.size;
        if (!values.failed) {
            tl_part part = {tl_recording.rank, &table, &message, 1, &metadata};
            reason = write_and_name(directory, &part, name);
        }
    }
    tl_free_buffer(&table_bytes);
    tl_free_buffer(&values);
    tl_free_buffer(&metadata);
    return reason;
}

int tl_write_own_part(int directory, const char *folder, int snapshot, char *problem, size_t room) {
    tl_view view;
    char name[TL_PART_NAME_BYTES];
    int reason = ENOMEM;
    tl_name_part(name, tl_recording.rank, tl_recording.size);
    if (tl_take_view(&view) == 0) reason = write_view(directory, name, &view, snapshot);
    free(view.threads);
    if (reason == 0) return 0;
    (void)snprintf(problem, room, "%s/%s was not written: %s", folder, name, strerror(reason));
    return -1;
}
