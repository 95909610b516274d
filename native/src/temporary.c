#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "random.h"

enum { TRIES = 100, DIGITS = 16, SECONDS_PER_DAY = 24 * 60 * 60 };

static const char START[] = ".treeline-";
static const char END[] = ".tmp";

int tl_is_part(const char *name) {
    size_t digits = strncmp(name, "part-", 5) == 0 ? strspn(name + 5, "0123456789") : 0;
    return digits > 0 && name[5 + digits] == '.';
}

int tl_is_temporary(const char *name, uint64_t *number) {
    const char *digits = name + sizeof START - 1;
    if (strncmp(name, START, sizeof START - 1) != 0) return 0;
    if (strspn(digits, "0123456789abcdef") != DIGITS || strcmp(digits + DIGITS, END) != 0) return 0;
    *number = strtoull(digits, NULL, 16);
    return 1;
}

void tl_name_temporary(char *into, uint64_t number) {
    (void)snprintf(into, TL_TEMPORARY_BYTES, "%s%016llx%s", START, (unsigned long long)number, END);
}

int tl_create_temporary(int directory, char *name) {
    int file = -1;
    for (int i = 0; i < TRIES && file < 0; i++) {
        tl_name_temporary(name, tl_random_number());
        file = tl_create_file(directory, name);
        if (file < 0 && errno != EEXIST) break;
    }
    return file;
}

int tl_create_temporary_directory(int directory, char *name) {
    for (int i = 0; i < TRIES; i++) {
        tl_name_temporary(name, tl_random_number());
        if (mkdirat(directory, name, 0777) == 0) return 0;
        if (errno != EEXIST) break;
    }
    return errno;
}

static int is_dot(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

static int refuse_others(int directory, const char *name, void *unused) {
    uint64_t number;
    (void)directory;
    (void)unused;
    return is_dot(name) || tl_is_part(name) || tl_is_temporary(name, &number) ? 0 : ENOTEMPTY;
}

static int delete_file(int directory, const char *name, void *unused) {
    (void)unused;
    if (is_dot(name)) return 0;
    return unlinkat(directory, name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

static int visit_inner(int directory, const char *name, tl_visitor *visitor, void *state) {
    int inner = tl_open_inner_directory(directory, name);
    int result = inner < 0 ? errno : tl_visit_names(inner, visitor, state);
    if (inner >= 0) (void)tl_close(inner);
    return result;
}

int tl_contains_only_parts(int directory, const char *name) {
    return visit_inner(directory, name, refuse_others, NULL);
}

int tl_delete_directory(int directory, const char *name) {
    int result = tl_contains_only_parts(directory, name);
    if (result == 0) result = visit_inner(directory, name, delete_file, NULL);
    if (result == 0 && unlinkat(directory, name, AT_REMOVEDIR) != 0) result = errno;
    return result == ENOENT ? 0 : result;
}

/* The times of both files come from the same clock, that of the file system. */
static int is_old(const struct stat *there, const struct stat *now) {
    return there->st_dev == now->st_dev && now->st_mtime - there->st_mtime > SECONDS_PER_DAY;
}

static int refuse_young(int directory, const char *name, void *now) {
    struct stat there;
    if (is_dot(name)) return 0;
    if (fstatat(directory, name, &there, AT_SYMLINK_NOFOLLOW) != 0) return errno;
    return is_old(&there, now) ? 0 : EBUSY;
}

/* A directory is as old as the newest file in it. */
static int delete_if_old(int directory, const char *name, void *now) {
    struct stat there;
    uint64_t number;
    if (!tl_is_temporary(name, &number)) return 0;
    if (fstatat(directory, name, &there, AT_SYMLINK_NOFOLLOW) != 0 || !is_old(&there, now)) return 0;
    if (S_ISREG(there.st_mode)) (void)unlinkat(directory, name, 0);
    else if (S_ISDIR(there.st_mode) && visit_inner(directory, name, refuse_young, now) == 0)
        (void)tl_delete_directory(directory, name);
    return 0;
}

void tl_delete_leftovers(int directory, const char *own) {
    struct stat now;
    if (fstatat(directory, own, &now, AT_SYMLINK_NOFOLLOW) == 0)
        (void)tl_visit_names(directory, delete_if_old, &now);
}
