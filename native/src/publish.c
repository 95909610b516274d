#include "publish.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buffer.h"
#include "files.h"
#include "folder.h"
#include "part-file.h"
#include "problems.h"
#include "recording.h"

/* An earlier recording stays until all new parts are on the disk. A single part then replaces an
 * earlier one of the same name in one step. Otherwise the earlier parts are moved out of sight
 * first, so that readers find parts of one recording only. */

typedef char file_name[NAME_MAX + 1];
typedef char temporary_name[TL_TEMPORARY_BYTES]; /* empty for a part that was not written */

typedef struct {
    int directory;
    temporary_name *temporaries;
    int parts;
    file_name *earlier;
    int earlier_count;
} publication;

static int add_earlier(int directory, const char *name, void *state) {
    publication *all = state;
    struct stat there;
    file_name *grown;
    if (!tl_is_part(name)) return 0;
    if (fstatat(directory, name, &there, 0) != 0 || !S_ISREG(there.st_mode)) return 0;
    grown = realloc(all->earlier, (size_t)(all->earlier_count + 1) * sizeof *grown);
    if (grown == NULL) return ENOMEM;
    all->earlier = grown;
    (void)snprintf(grown[all->earlier_count++], sizeof *grown, "%s", name);
    return 0;
}

/* Part 0, which describes the run, comes last. */
static int descending(const void *one, const void *other) { return strcmp(other, one); }

static int find_earlier(publication *all) {
    int reason = tl_visit_names(all->directory, add_earlier, all);
    if (all->earlier_count > 1)
        qsort(all->earlier, (size_t)all->earlier_count, sizeof *all->earlier, descending);
    return reason;
}

static void report(const publication *all, int part, int reason) {
    char name[TL_PART_NAME_BYTES];
    tl_name_part(name, part, all->parts);
    tl_problem("%s/%s was not written: %s", tl_folder_path(), name, strerror(reason));
}

static int name_part(const publication *all, int part) {
    char name[TL_PART_NAME_BYTES];
    tl_name_part(name, part, all->parts);
    return renameat(all->directory, all->temporaries[part], all->directory, name) == 0 ? 0 : errno;
}

/* Deletes the new parts, of which the first `named` have their final names. */
static void discard_parts(const publication *all, int named) {
    for (int part = 0; part < all->parts; part++) {
        char name[TL_PART_NAME_BYTES];
        if (all->temporaries[part][0] == '\0') continue;
        tl_name_part(name, part, all->parts);
        (void)unlinkat(all->directory, part < named ? name : all->temporaries[part], 0);
    }
}

static int sync_names(const publication *all) {
    int reason = tl_sync(all->directory);
    if (reason != 0)
        tl_problem("%s could not be synchronised to the disk: %s", tl_folder_path(),
                   strerror(reason));
    return reason;
}

/* Without an earlier recording, the parts that were written are better than nothing. */
static int publish_all(const publication *all) {
    int is_whole = 1;
    for (int part = 0; part < all->parts; part++) {
        int is_written = all->temporaries[part][0] != '\0';
        int reason = is_written ? name_part(all, part) : 0;
        if (reason != 0) {
            report(all, part, reason);
            (void)unlinkat(all->directory, all->temporaries[part], 0);
        }
        is_whole &= is_written && reason == 0;
    }
    return sync_names(all) == 0 && is_whole;
}

static int keep_earlier(const publication *all) {
    discard_parts(all, 0);
    tl_problem("the earlier recording in %s was kept", tl_folder_path());
    return 0;
}

static int has_all_parts(const publication *all) {
    for (int part = 0; part < all->parts; part++)
        if (all->temporaries[part][0] == '\0') return 0;
    return 1;
}

static int has_same_name(const publication *all) {
    char name[TL_PART_NAME_BYTES];
    tl_name_part(name, 0, all->parts);
    return all->parts == 1 && all->earlier_count == 1 && strcmp(all->earlier[0], name) == 0;
}

static int replace_one(const publication *all) {
    int reason = name_part(all, 0);
    if (reason == 0) return sync_names(all) == 0;
    report(all, 0, reason);
    return keep_earlier(all);
}

static int move_earlier(const publication *all, int away, int *moved) {
    for (; *moved < all->earlier_count; ++*moved)
        if (renameat(all->directory, all->earlier[*moved], away, all->earlier[*moved]) != 0)
            return errno;
    return tl_sync(all->directory);
}

static void restore_earlier(const publication *all, int away, int moved) {
    while (moved-- > 0)
        if (renameat(away, all->earlier[moved], all->directory, all->earlier[moved]) != 0)
            tl_problem("%s/%s could not be restored: %s", tl_folder_path(), all->earlier[moved],
                       strerror(errno));
    (void)tl_sync(all->directory);
}

/* The directory is synchronised before parts of the other recording get their names. Returns
 * whether the new recording is in place; if not, the earlier one is. */
static int exchange_parts(const publication *all, int away) {
    int moved = 0;
    int named = 0;
    int reason = move_earlier(all, away, &moved);
    for (; reason == 0 && named < all->parts; named++) {
        reason = name_part(all, named);
        if (reason != 0) break;
    }
    if (reason == 0) return 1;
    report(all, named, reason);
    discard_parts(all, named);
    if (named > 0) (void)tl_sync(all->directory);
    restore_earlier(all, away, moved);
    tl_problem("the earlier recording in %s was kept", tl_folder_path());
    return 0;
}

static int replace_all(const publication *all) {
    temporary_name name;
    int reason = tl_create_temporary_directory(all->directory, name);
    int away = reason == 0 ? tl_open_inner_directory(all->directory, name) : -1;
    int is_whole = 0;
    if (away < 0) {
        report(all, 0, reason == 0 ? errno : reason);
        (void)keep_earlier(all);
    } else if (exchange_parts(all, away)) {
        is_whole = sync_names(all) == 0;
        reason = tl_delete_directory(all->directory, name);
        if (reason != 0)
            tl_problem("%s/%s could not be deleted: %s", tl_folder_path(), name, strerror(reason));
    }
    if (away >= 0) (void)tl_close(away);
    (void)unlinkat(all->directory, name, AT_REMOVEDIR); /* if it is empty */
    return is_whole;
}

static int replace(publication *all) {
    int reason = find_earlier(all);
    if (reason != 0) tl_problem("%s could not be read: %s", tl_folder_path(), strerror(reason));
    if (reason != 0 || !has_all_parts(all)) return keep_earlier(all);
    if (all->earlier_count == 0) return publish_all(all);
    return has_same_name(all) ? replace_one(all) : replace_all(all);
}

static int publish_parts(int directory, temporary_name *temporaries, int parts) {
    publication all = {directory, temporaries, parts, NULL, 0};
    char first[TL_PART_NAME_BYTES];
    int is_whole = tl_has_earlier_recording() ? replace(&all) : publish_all(&all);
    tl_name_part(first, 0, parts);
    if (is_whole) tl_delete_leftovers(directory, first);
    free(all.earlier);
    return is_whole;
}

void tl_send_written(const tl_written *part) {
    tl_buffer told = {0};
    tl_put_string(&told, part->file);
    tl_put_string(&told, part->problem);
    (void)tl_recording.ranks->send(told.bytes, told.failed ? 0 : told.size, 0);
    tl_free_buffer(&told);
}

static void receive_written(int part, int rank, char *file) {
    tl_reader in = {NULL, NULL, 0};
    unsigned char *told = NULL;
    const unsigned char *text;
    size_t length = 0;
    if (tl_recording.ranks->receive(rank, &told, &length) == 0) {
        in.at = told;
        in.end = told + length;
    }
    text = tl_get_bytes(&in, &length);
    if (!in.failed && length < TL_TEMPORARY_BYTES) memcpy(file, text, length);
    text = tl_get_bytes(&in, &length);
    if (in.failed) tl_problem("the writer of part %d did not report", part);
    else if (length > 0) tl_problem("%.*s", (int)length, (const char *)text);
    free(told);
}

int tl_publish(int directory, const tl_layout *layout, const tl_written *part_0) {
    temporary_name *files = calloc((size_t)layout->groups, sizeof *files);
    int is_whole = 0;
    if (part_0->problem[0] != '\0') tl_problem("%s", part_0->problem);
    for (int part = 1; part < layout->groups; part++) {
        temporary_name file = "";
        receive_written(part, part * layout->ranks_per_group, file);
        if (files != NULL) memcpy(files[part], file, sizeof file);
    }
    if (files == NULL) tl_problem("recording not written: out of memory");
    else if (directory >= 0) {
        memcpy(files[0], part_0->file, sizeof part_0->file);
        is_whole = publish_parts(directory, files, layout->groups);
    }
    free(files);
    return is_whole;
}
