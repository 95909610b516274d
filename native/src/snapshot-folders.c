#include "snapshot-folders.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "options.h"

enum { KEPT_SNAPSHOTS = 2, MAX_SEARCHED = 32 };

/* The number in the name of a snapshot directory; -1 for any other name. */
static int snapshot_number(const char *name) {
    size_t digits = strncmp(name, "snapshot-", 9) == 0 ? strspn(name + 9, "0123456789") : 0;
    return digits == 0 || digits > 9 || name[9 + digits] != '\0' ? -1 : atoi(name + 9);
}

/* Snapshots of an earlier run that was killed are kept. */
int tl_first_snapshot(void) {
    DIR *folder = opendir(tl_folder_path());
    int next = 1;
    const struct dirent *entry;
    if (folder == NULL) return next;
    while ((entry = readdir(folder)) != NULL)
        if (snapshot_number(entry->d_name) >= next) next = snapshot_number(entry->d_name) + 1;
    (void)closedir(folder);
    return next;
}

/* Deletes a directory that contains no directories. */
static void remove_directory(const char *name) {
    DIR *folder = opendir(name);
    const struct dirent *entry;
    if (folder == NULL) return;
    while ((entry = readdir(folder)) != NULL) {
        char file[TL_PATH_BYTES];
        int length = snprintf(file, sizeof file, "%s/%s", name, entry->d_name);
        if (length > 0 && length < TL_PATH_BYTES) (void)unlink(file); /* fails for . and .. */
    }
    (void)closedir(folder);
    (void)rmdir(name);
}

int tl_hidden_snapshot_path(int number, char *into) {
    char name[64];
    (void)snprintf(name, sizeof name, ".snapshot-%d.tmp", number);
    return tl_path_in_folder(into, name);
}

static int visible_snapshot_path(int number, char *into) {
    char name[64];
    (void)snprintf(name, sizeof name, "snapshot-%04d", number);
    return tl_path_in_folder(into, name);
}

int tl_is_hidden(int number) {
    char name[TL_PATH_BYTES];
    return tl_hidden_snapshot_path(number, name) == 0 && access(name, F_OK) == 0;
}

int tl_newest_hidden_snapshot(void) {
    DIR *folder = opendir(tl_folder_path());
    int newest = 0;
    const struct dirent *entry;
    if (folder == NULL) return newest;
    while ((entry = readdir(folder)) != NULL) {
        int number = 0;
        if (sscanf(entry->d_name, ".snapshot-%9d.tmp", &number) == 1 && number > newest)
            newest = number;
    }
    (void)closedir(folder);
    return newest;
}

int tl_create_snapshot(int number) {
    char name[TL_PATH_BYTES];
    if (tl_hidden_snapshot_path(number, name) != 0) return -1;
    remove_directory(name);
    return mkdir(name, 0777);
}

/* Renames the directory first, so that no reader treats the remaining files as complete. */
static void remove_snapshot(int number) {
    char there[TL_PATH_BYTES];
    char removed[TL_PATH_BYTES];
    if (visible_snapshot_path(number, there) != 0) return;
    if (tl_path_in_folder(removed, ".removed") != 0) return;
    if (access(there, F_OK) != 0) return;
    remove_directory(removed);
    if (rename(there, removed) == 0) remove_directory(removed);
}

/* Renames the directory if it has all parts. Several ranks may try; one succeeds. */
void tl_publish_if_complete(int number, int wanted_parts) {
    char hidden[TL_PATH_BYTES];
    char visible[TL_PATH_BYTES];
    if (tl_hidden_snapshot_path(number, hidden) != 0) return;
    if (visible_snapshot_path(number, visible) != 0) return;
    if (tl_count_parts(hidden) == wanted_parts) (void)rename(hidden, visible);
}

void tl_delete_hidden_snapshot(int number) {
    char hidden[TL_PATH_BYTES];
    if (tl_hidden_snapshot_path(number, hidden) == 0) remove_directory(hidden);
}

void tl_delete_old_snapshots(int first, int last) {
    int kept = 0;
    for (int number = last; number >= first && number > last - MAX_SEARCHED; number--) {
        char name[TL_PATH_BYTES];
        if (visible_snapshot_path(number, name) != 0 || access(name, F_OK) != 0) continue;
        if (kept++ >= KEPT_SNAPSHOTS) remove_snapshot(number);
    }
}

void tl_delete_snapshots(int first, int last) {
    for (int number = last; number >= first && number > last - MAX_SEARCHED; number--) {
        remove_snapshot(number);
        tl_delete_hidden_snapshot(number);
    }
}
