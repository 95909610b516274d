#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The directory of the recording, with the names and the lock of the Java recorder's OutputFolder. */

enum { MOST_NAMES = 10000, KEPT_SNAPSHOTS = 2, MOST_LOOKED_AT = 32 };

static char path[TL_PATH_BYTES];
static int lock_file = -1;

const char *tl_folder_path(void) { return path; }

void tl_set_folder_path(const char *chosen) { (void)snprintf(path, sizeof path, "%s", chosen); }

int tl_has_chosen_folder(void) { return lock_file >= 0; }

static int in_folder(char *into, const char *name) {
    int length = snprintf(into, TL_PATH_BYTES, "%s/%s", path, name);
    return length < 0 || length >= TL_PATH_BYTES ? -1 : 0;
}

/* With all directories above. */
static int make_directories(const char *wanted) {
    char part[TL_PATH_BYTES];
    struct stat there;
    size_t length = strlen(wanted);
    for (size_t i = 1; i <= length; i++) {
        if (wanted[i] != '/' && wanted[i] != '\0') continue;
        memcpy(part, wanted, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) return -1;
    }
    if (stat(wanted, &there) != 0) return -1;
    if (S_ISDIR(there.st_mode)) return 0;
    errno = ENOTDIR;
    return -1;
}

static int is_same_file(int file, const char *name) {
    struct stat opened;
    struct stat named;
    return fstat(file, &opened) == 0 && stat(name, &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/* 1 if the directory is ours now, 0 if another program has it, -1 if it cannot be written. Whoever
 * gives up a lock deletes its file; those who had opened it before try again. */
static int take_lock(void) {
    char name[TL_PATH_BYTES];
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (in_folder(name, ".lock") != 0) return -1;
    while (1) {
        int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        if (fcntl(file, F_SETLK, &wanted) != 0 && (errno == EACCES || errno == EAGAIN)) {
            (void)close(file);
            return 0;
        }
        if (is_same_file(file, name)) {
            lock_file = file;
            return 1;
        }
        (void)close(file);
    }
}

void tl_unlock_folder(void) {
    char name[TL_PATH_BYTES];
    if (lock_file < 0) return;
    if (in_folder(name, ".lock") == 0) (void)unlink(name);
    (void)close(lock_file);
    lock_file = -1;
}

/* The lock stays with the parent. */
void tl_folder_after_fork(void) {
    if (lock_file >= 0) (void)close(lock_file);
    lock_file = -1;
}

static int is_part(const char *name) {
    size_t digits = strncmp(name, "part-", 5) == 0 ? strspn(name + 5, "0123456789") : 0;
    return digits > 0 && name[5 + digits] == '.';
}

/* How many parts of a recording there are; with `removes` there are none afterwards. */
static int parts(const char *of, int removes) {
    DIR *folder = opendir(of);
    int found = 0;
    const struct dirent *entry;
    if (folder == NULL) return 0;
    while ((entry = readdir(folder)) != NULL) {
        char name[TL_PATH_BYTES];
        if (!is_part(entry->d_name)) continue;
        found++;
        if (removes && in_folder(name, entry->d_name) == 0) (void)unlink(name);
    }
    (void)closedir(folder);
    return found;
}

void tl_delete_earlier_parts(void) { (void)parts(path, 1); }

/* %p, %h and %t become the process, the host and the time. */
static void named(char *into, size_t room, const char *pattern) {
    size_t used = 0;
    into[0] = '\0';
    for (; *pattern != '\0' && used + 1 < room; pattern++) {
        char text[128] = {*pattern, '\0'};
        time_t now = time(NULL);
        struct tm parts_of_now;
        char kind = *pattern == '%' ? pattern[1] : '\0';
        if (kind == 'p') (void)snprintf(text, sizeof text, "%ld", (long)getpid());
        else if (kind == 'h') tl_host(text, sizeof text);
        else if (kind == 't' && localtime_r(&now, &parts_of_now) != NULL)
            (void)strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts_of_now);
        if (strcmp(text, "%") != 0) pattern += kind == 'p' || kind == 'h' || kind == 't';
        (void)snprintf(into + used, room - used, "%s", text);
        used += strlen(into + used);
    }
}

/* 1 if the directory in `path` can be used and is locked, 0 if not, -1 if it cannot be written. */
static int try_folder(char *reason, size_t room) {
    int taken;
    if (make_directories(path) != 0 || (taken = take_lock()) < 0) {
        tl_problem("the output directory %s cannot be written: %s", path, strerror(errno));
        return -1;
    }
    if (taken == 0) {
        (void)snprintf(reason, room, "another program records into %s", path);
        return 0;
    }
    if (tl_option.replace || parts(path, 0) == 0) return 1;
    tl_unlock_folder();
    (void)snprintf(reason, room, "%s holds a recording (option replace)", path);
    return 0;
}

/* The one that was asked for or, where that would cost somebody their data, the next free name. */
int tl_choose_folder(void) {
    char asked[TL_PATH_BYTES - 32];
    char reason[TL_PATH_BYTES + 64];
    if (tl_has_chosen_folder()) return 0;
    named(asked, sizeof asked, tl_option.output);
    for (int number = 1; number <= MOST_NAMES; number++) {
        char why[TL_PATH_BYTES + 64];
        int usable;
        if (number == 1) (void)snprintf(path, sizeof path, "%s", asked);
        else (void)snprintf(path, sizeof path, "%s-%d", asked, number);
        usable = try_folder(number == 1 ? reason : why, sizeof reason);
        if (usable < 0) return -1;
        if (usable == 0) continue;
        if (number > 1) tl_problem("recorded into %s, because %s", path, reason);
        return 0;
    }
    tl_problem("the output %s and %d names behind it are taken", asked, MOST_NAMES);
    return -1;
}

/* -1 if a name is not that of a snapshot. */
static int snapshot_number(const char *name) {
    size_t digits = strncmp(name, "snapshot-", 9) == 0 ? strspn(name + 9, "0123456789") : 0;
    return digits == 0 || digits > 9 || name[9 + digits] != '\0' ? -1 : atoi(name + 9);
}

/* Those of an earlier run that was killed stay. */
int tl_first_snapshot(void) {
    DIR *folder = opendir(path);
    int next = 1;
    const struct dirent *entry;
    if (folder == NULL) return next;
    while ((entry = readdir(folder)) != NULL)
        if (snapshot_number(entry->d_name) >= next) next = snapshot_number(entry->d_name) + 1;
    (void)closedir(folder);
    return next;
}

/* A directory of files. */
static void remove_directory(const char *name) {
    DIR *folder = opendir(name);
    const struct dirent *entry;
    if (folder == NULL) return;
    while ((entry = readdir(folder)) != NULL) {
        char file[TL_PATH_BYTES];
        int length = snprintf(file, sizeof file, "%s/%s", name, entry->d_name);
        if (length > 0 && length < TL_PATH_BYTES) (void)unlink(file); /* not those with dots */
    }
    (void)closedir(folder);
    (void)rmdir(name);
}

/* Where a snapshot is written, until all of it is there. */
int tl_hidden_snapshot(int number, char *into) {
    char name[64];
    (void)snprintf(name, sizeof name, ".snapshot-%d.tmp", number);
    return in_folder(into, name);
}

static int shown_snapshot(int number, char *into) {
    char name[64];
    (void)snprintf(name, sizeof name, "snapshot-%04d", number);
    return in_folder(into, name);
}

int tl_is_hidden(int number) {
    char name[TL_PATH_BYTES];
    return tl_hidden_snapshot(number, name) == 0 && access(name, F_OK) == 0;
}

/* 0 if none has begun. */
int tl_newest_hidden_snapshot(void) {
    DIR *folder = opendir(path);
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

int tl_begin_snapshot(int number) {
    char name[TL_PATH_BYTES];
    if (tl_hidden_snapshot(number, name) != 0) return -1;
    remove_directory(name);
    return mkdir(name, 0777);
}

/* Vanishes at once: those who read it meanwhile must not take what is left for all. */
static void remove_snapshot(int number) {
    char there[TL_PATH_BYTES];
    char removed[TL_PATH_BYTES];
    if (shown_snapshot(number, there) != 0 || in_folder(removed, ".removed") != 0) return;
    if (access(there, F_OK) != 0) return;
    remove_directory(removed);
    if (rename(there, removed) == 0) remove_directory(removed);
}

/* Gives it its visible name if all its parts are there. Several ranks may try; one succeeds. */
void tl_show_snapshot(int number, int wanted) {
    char hidden[TL_PATH_BYTES];
    char visible[TL_PATH_BYTES];
    if (tl_hidden_snapshot(number, hidden) != 0 || shown_snapshot(number, visible) != 0) return;
    if (parts(hidden, 0) == wanted) (void)rename(hidden, visible);
}

void tl_drop_snapshot(int number) {
    char hidden[TL_PATH_BYTES];
    if (tl_hidden_snapshot(number, hidden) == 0) remove_directory(hidden);
}

/* The newest two of those that can be seen stay. */
void tl_keep_newest_snapshots(int first, int last) {
    int kept = 0;
    for (int number = last; number >= first && number > last - MOST_LOOKED_AT; number--) {
        char name[TL_PATH_BYTES];
        if (shown_snapshot(number, name) != 0 || access(name, F_OK) != 0) continue;
        if (kept++ >= KEPT_SNAPSHOTS) remove_snapshot(number);
    }
}

/* The finished recording is better than any snapshot of its run. */
void tl_delete_snapshots(int first, int last) {
    for (int number = last; number >= first && number > last - MOST_LOOKED_AT; number--) {
        remove_snapshot(number);
        tl_drop_snapshot(number);
    }
}
