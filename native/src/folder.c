#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "host.h"
#include "options.h"
#include "problems.h"
#include "temporary.h"

/* File names and locking are the same as in the Java recorder's OutputFolder. */

enum { MAX_NAMES = 10000 };

static char path[TL_PATH_BYTES];
static int lock_file = -1;
static int has_earlier_parts;

const char *tl_folder_path(void) { return path; }

void tl_set_folder_path(const char *chosen) { (void)snprintf(path, sizeof path, "%s", chosen); }

int tl_has_earlier_recording(void) { return has_earlier_parts; }

void tl_set_earlier_recording(int is_there) { has_earlier_parts = is_there; }

int tl_path_in_folder(char *into, const char *name) {
    int length = snprintf(into, TL_PATH_BYTES, "%s/%s", path, name);
    return length < 0 || length >= TL_PATH_BYTES ? -1 : 0;
}

/* Makes a new directory survive a power failure, if its parent may be read. Without this, the
 * recording could vanish together with its directory, but not be damaged. */
static void sync_parent(const char *made) {
    char parent[TL_PATH_BYTES + 4];
    int directory;
    (void)snprintf(parent, sizeof parent, "%s/..", made);
    directory = tl_open_directory(parent);
    if (directory < 0) return;
    (void)tl_sync(directory);
    (void)tl_close(directory);
}

/* Also creates the parent directories. */
static int make_directories(const char *wanted) {
    char part[TL_PATH_BYTES];
    struct stat there;
    size_t length = strlen(wanted);
    for (size_t i = 1; i <= length; i++) {
        if (wanted[i] != '/' && wanted[i] != '\0') continue;
        memcpy(part, wanted, i);
        part[i] = '\0';
        if (mkdir(part, 0777) == 0) sync_parent(part);
        else if (errno != EEXIST) return -1;
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

/* 1 if the directory is locked, 0 if another program has locked it, -1 if it cannot be written. The
 * owner of a lock deletes the file when it unlocks, so a program that opened it before retries. */
static int take_lock(void) {
    char name[TL_PATH_BYTES];
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (tl_path_in_folder(name, ".lock") != 0) return -1;
    while (1) {
        int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file < 0 && errno == EINTR) continue;
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
    if (tl_path_in_folder(name, ".lock") == 0) (void)unlink(name);
    (void)close(lock_file);
    lock_file = -1;
}

/* The parent keeps the lock. */
void tl_folder_after_fork(void) {
    if (lock_file >= 0) (void)close(lock_file);
    lock_file = -1;
}

static int count_part(int directory, const char *name, void *count) {
    (void)directory;
    *(int *)count += tl_is_part(name);
    return 0;
}

int tl_count_parts(int directory) {
    int count = 0;
    errno = tl_visit_names(directory, count_part, &count);
    return errno == 0 ? count : -1;
}

static int count_earlier_parts(void) {
    int directory = tl_open_directory(path);
    int count = directory < 0 ? -1 : tl_count_parts(directory);
    int reason = errno;
    if (directory >= 0) (void)tl_close(directory);
    errno = reason;
    return count;
}

/* Replaces %p, %h and %t by the process id, the host name and the time. */
static void expand_pattern(char *into, size_t room, const char *pattern) {
    size_t used = 0;
    into[0] = '\0';
    for (; *pattern != '\0' && used + 1 < room; pattern++) {
        char text[128] = {*pattern, '\0'};
        time_t now = time(NULL);
        struct tm parts_of_now;
        char kind = *pattern == '%' ? pattern[1] : '\0';
        if (kind == 'p') (void)snprintf(text, sizeof text, "%ld", (long)getpid());
        else if (kind == 'h') tl_host_name(text, sizeof text);
        else if (kind == 't' && localtime_r(&now, &parts_of_now) != NULL)
            (void)strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts_of_now);
        if (strcmp(text, "%") != 0) pattern += kind == 'p' || kind == 'h' || kind == 't';
        (void)snprintf(into + used, room - used, "%s", text);
        used += strlen(into + used);
    }
}

/* 1 if the directory `path` is locked and free, 0 if it is in use, -1 if it cannot be written. */
static int try_folder(char *reason, size_t room) {
    int locked;
    int parts;
    if (make_directories(path) != 0 || (locked = take_lock()) < 0) {
        tl_problem("output directory %s is not writable: %s", path, strerror(errno));
        return -1;
    }
    if (locked == 0) {
        (void)snprintf(reason, room, "another program is recording into %s", path);
        return 0;
    }
    parts = count_earlier_parts();
    if (parts < 0) {
        tl_problem("output directory %s is not readable: %s", path, strerror(errno));
        tl_unlock_folder();
        return -1;
    }
    has_earlier_parts = parts > 0;
    if (tl_option.replace || !has_earlier_parts) return 1;
    tl_unlock_folder();
    (void)snprintf(reason, room, "%s already contains a recording (set 'replace' to overwrite it)",
                   path);
    return 0;
}

/* The directory of the option `output`, or the next free name if it contains a recording. */
int tl_choose_folder(void) {
    char asked[TL_PATH_BYTES - 32];
    char reason[TL_PATH_BYTES + 64];
    if (lock_file >= 0) return 0;
    expand_pattern(asked, sizeof asked, tl_option.output);
    for (int number = 1; number <= MAX_NAMES; number++) {
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
    tl_problem("output %s and the next %d names are in use", asked, MAX_NAMES);
    return -1;
}
