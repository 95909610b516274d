#include "snapshot-folders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "folder.h"
#include "recording.h"
#include "temporary.h"

enum { KEPT_SNAPSHOTS = 2, MAX_SEARCHED = 32, MAX_NUMBER = 999999999, NAME_BYTES = 32 };

/* The number in the name of a complete snapshot; -1 for any other name. */
static int snapshot_number(const char *name) {
    size_t digits = strncmp(name, "snapshot-", 9) == 0 ? strspn(name + 9, "0123456789") : 0;
    return digits == 0 || digits > 9 || name[9 + digits] != '\0' ? -1 : atoi(name + 9);
}

static void visible_name(int number, char *into) {
    (void)snprintf(into, NAME_BYTES, "snapshot-%04d", number);
}

/* All ranks derive the same name from the number and a random key of the recording. */
static void hidden_name(int number, char *into) {
    tl_name_temporary(into, tl_recording.snapshot_key ^ (uint64_t)number);
}

/* Calls the visitor for the names in the directory of the recording. */
static int visit_folder(tl_visitor *visitor, void *state) {
    int folder = tl_open_directory(tl_folder_path());
    int result;
    if (folder < 0) return errno;
    result = tl_visit_names(folder, visitor, state);
    (void)tl_close(folder);
    return result;
}

static int find_next(int folder, const char *name, void *next) {
    int number = snapshot_number(name);
    (void)folder;
    if (number >= *(int *)next) *(int *)next = number + 1;
    return 0;
}

/* Snapshots of an earlier run that was killed are kept. */
int tl_first_snapshot(void) {
    int next = 1;
    errno = visit_folder(find_next, &next);
    return errno == 0 ? next : -1;
}

int tl_snapshot_path(int number, char *into) {
    char name[NAME_BYTES];
    visible_name(number, name);
    return tl_path_in_folder(into, name);
}

static int find_newest(int folder, const char *name, void *newest) {
    uint64_t value;
    (void)folder;
    if (!tl_is_temporary(name, &value)) return 0;
    value ^= tl_recording.snapshot_key;
    if (value <= MAX_NUMBER && (int)value > *(int *)newest) *(int *)newest = (int)value;
    return 0;
}

int tl_newest_hidden_snapshot(void) {
    int newest = 0;
    (void)visit_folder(find_newest, &newest);
    return newest;
}

typedef int numbered_action(int folder, int number);

static int in_folder(numbered_action *action, int number) {
    int folder = tl_open_directory(tl_folder_path());
    int result;
    if (folder < 0) return errno;
    result = action(folder, number);
    (void)tl_close(folder);
    return result;
}

static int is_hidden(int folder, int number) {
    char name[TL_TEMPORARY_BYTES];
    hidden_name(number, name);
    return faccessat(folder, name, F_OK, 0) == 0 ? 0 : errno;
}

int tl_is_hidden(int number) { return in_folder(is_hidden, number) == 0; }

/* The first snapshot of a run also deletes what killed runs have left. */
static int create(int folder, int number) {
    char name[TL_TEMPORARY_BYTES];
    hidden_name(number, name);
    if (mkdirat(folder, name, 0777) != 0) return errno;
    if (number == tl_recording.first_snapshot) tl_delete_leftovers(folder, name);
    return 0;
}

int tl_create_snapshot(int number) { return in_folder(create, number); }

int tl_open_snapshot(int number) {
    char name[TL_TEMPORARY_BYTES];
    int folder = tl_open_directory(tl_folder_path());
    int opened;
    int reason;
    if (folder < 0) return -1;
    hidden_name(number, name);
    opened = tl_open_inner_directory(folder, name);
    reason = errno;
    (void)tl_close(folder);
    errno = reason;
    return opened;
}

/* The parts are on the disk; their names and that of the directory follow in this order. Several
 * ranks may try, and one succeeds. */
static int publish(int folder, int number) {
    char hidden[TL_TEMPORARY_BYTES];
    char visible[NAME_BYTES];
    hidden_name(number, hidden);
    visible_name(number, visible);
    if (renameat(folder, hidden, folder, visible) != 0) return errno == ENOENT ? 0 : errno;
    return tl_sync(folder);
}

int tl_publish_if_complete(int number, int wanted_parts) {
    int opened = tl_open_snapshot(number);
    int parts;
    int reason;
    if (opened < 0) return errno == ENOENT ? 0 : errno;
    parts = tl_count_parts(opened);
    reason = parts < 0 ? errno : 0;
    if (parts == wanted_parts) reason = tl_sync(opened);
    (void)tl_close(opened);
    if (reason != 0 || parts != wanted_parts) return reason;
    return in_folder(publish, number);
}

static int delete_hidden(int folder, int number) {
    char name[TL_TEMPORARY_BYTES];
    hidden_name(number, name);
    return tl_delete_directory(folder, name);
}

int tl_delete_hidden_snapshot(int number) { return in_folder(delete_hidden, number); }

/* Renames the directory first, so that no reader treats the remaining files as complete. A
 * directory to which somebody has added files stays. */
static int delete_visible(int folder, int number) {
    char visible[NAME_BYTES];
    char temporary[TL_TEMPORARY_BYTES];
    int reason;
    visible_name(number, visible);
    reason = tl_contains_only_parts(folder, visible);
    if (reason != 0) return reason == ENOENT || reason == ENOTEMPTY ? 0 : reason;
    reason = tl_create_temporary_directory(folder, temporary);
    if (reason != 0) return reason;
    if (renameat(folder, visible, folder, temporary) == 0)
        return tl_delete_directory(folder, temporary);
    reason = errno;
    (void)unlinkat(folder, temporary, AT_REMOVEDIR);
    return reason;
}

static int is_visible(int folder, int number) {
    char name[NAME_BYTES];
    visible_name(number, name);
    return faccessat(folder, name, F_OK, 0) == 0 ? 0 : errno;
}

int tl_delete_old_snapshots(int first, int last) {
    int kept = 0;
    int result = 0;
    for (int number = last; number >= first && number > last - MAX_SEARCHED; number--) {
        int reason = 0;
        if (in_folder(is_visible, number) != 0) continue;
        if (kept++ >= KEPT_SNAPSHOTS) reason = in_folder(delete_visible, number);
        if (reason != 0) result = reason;
    }
    return result;
}

int tl_delete_snapshots(int first, int last) {
    int result = 0;
    for (int number = last; number >= first && number > last - MAX_SEARCHED; number--) {
        int reason = in_folder(delete_visible, number);
        if (reason != 0) result = reason;
    }
    return result;
}
