/* A library to preload: logs the calls on files below a folder, and makes one of them fail.
 *
 * FILE_CALLS_FOLDER  the folder
 * FILE_CALLS_LOG     a log outside of it, one line per call: result, call, path, argument
 * FILE_CALLS_FAIL    NUMBER:ERRNO, the call that fails; NUMBER:short, a write that stops halfway;
 *                    NUMBER:kill, SIGKILL before the call, or in the middle of a write
 * FILE_CALLS_RANK    the only rank whose call fails
 *
 * The log contains what the calls did, with the written bytes, so that a test can derive the states
 * which a power failure may leave. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { NONE = 0, SHORT = -1, KILL = -2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_below(const char *path) {
    const char *folder = getenv("FILE_CALLS_FOLDER");
    size_t length = folder == NULL ? 0 : strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == '\0');
}

static void path_of(int file, char *into) {
    char link[64];
    ssize_t length;
    char *end;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, into, PATH_MAX - 1);
    into[length < 0 ? 0 : length] = '\0';
    end = strstr(into, " (deleted)");
    if (end != NULL) *end = '\0';
}

static void path_at(int directory, const char *name, char *into) {
    char folder[PATH_MAX] = "";
    if (name[0] == '/') {
        snprintf(into, PATH_MAX, "%s", name);
        return;
    }
    if (directory != AT_FDCWD) path_of(directory, folder);
    else if (getcwd(folder, sizeof folder) == NULL) folder[0] = '\0';
    if (strcmp(name, ".") == 0) name = "";
    snprintf(into, PATH_MAX, "%.2000s%s%.2000s", folder, *name == '\0' ? "" : "/", name);
}

/* Counts a call, and returns the errno with which it is to fail, or NONE. */
static int next_call(void) {
    const char *fail = getenv("FILE_CALLS_FAIL");
    const char *only = getenv("FILE_CALLS_RANK");
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    const char *kind = fail == NULL ? NULL : strchr(fail, ':');
    int number;
    pthread_mutex_lock(&lock);
    number = ++calls;
    pthread_mutex_unlock(&lock);
    if (kind == NULL || atoi(fail) != number) return NONE;
    if (only != NULL && (rank == NULL || strcmp(only, rank) != 0)) return NONE;
    if (strcmp(kind, ":short") == 0) return SHORT;
    return strcmp(kind, ":kill") == 0 ? KILL : atoi(kind + 1);
}

/* One write per line, so that lines of several processes do not mix. */
static void record(int failure, const char *call, const char *path, const char *other,
                   const unsigned char *bytes, size_t length) {
    static const char digits[] = "0123456789abcdef";
    const char *log = getenv("FILE_CALLS_LOG");
    size_t room = 2 * PATH_MAX + 64 + 2 * length;
    char *line;
    size_t used;
    int file;
    if (log == NULL) return;
    line = malloc(room);
    used = (size_t)snprintf(line, room, "%s\t%s\t%s\t%s", failure == NONE ? "done" : "failed", call,
                            path, other);
    for (size_t i = 0; i < length; i++) {
        line[used++] = digits[bytes[i] >> 4];
        line[used++] = digits[bytes[i] & 15];
    }
    line[used++] = '\n';
    file = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (REAL(write)(file, line, used) != (ssize_t)used) abort();
    REAL(close)(file);
    free(line);
}

static int give_up(int failure, const char *call, const char *path, const char *other) {
    record(failure, call, path, other, NULL, 0);
    if (failure == KILL) raise(SIGKILL);
    errno = failure == SHORT ? EIO : failure;
    return -1;
}

/* Calls with one result: fails, or does it and logs it. */
#define DO(call, path, other, action)                                \
    do {                                                             \
        int failure = next_call();                                   \
        int result;                                                  \
        if (failure != NONE) return give_up(failure, call, path, other); \
        result = action;                                             \
        if (result >= 0) record(NONE, call, path, other, NULL, 0);   \
        return result;                                               \
    } while (0)

int openat(int directory, const char *name, int flags, ...) {
    char path[PATH_MAX];
    mode_t mode = 0;
    int failure;
    int file;
    va_list arguments;
    va_start(arguments, flags);
    if (flags & O_CREAT) mode = va_arg(arguments, mode_t);
    va_end(arguments);
    path_at(directory, name, path);
    if (!is_below(path)) return REAL(openat)(directory, name, flags, mode);
    failure = next_call();
    if (failure != NONE) return give_up(failure, "open", path, "");
    file = REAL(openat)(directory, name, flags, mode);
    if (file < 0) return file;
    path_of(file, path);
    record(NONE, flags & O_CREAT ? "create" : "open", path, "", NULL, 0);
    return file;
}

int open(const char *name, int flags, ...) {
    mode_t mode = 0;
    va_list arguments;
    va_start(arguments, flags);
    if (flags & O_CREAT) mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return openat(AT_FDCWD, name, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t length) {
    char path[PATH_MAX];
    int failure;
    ssize_t written;
    path_of(file, path);
    if (file <= STDERR_FILENO || !is_below(path)) return REAL(write)(file, bytes, length);
    failure = next_call();
    if (failure > NONE) return give_up(failure, "write", path, "");
    if (failure != NONE && length > 1) length /= 2;
    written = REAL(write)(file, bytes, length);
    record(NONE, "write", path, "", bytes, written < 0 ? 0 : (size_t)written);
    if (failure == KILL) raise(SIGKILL);
    return written;
}

int fsync(int file) {
    char path[PATH_MAX];
    path_of(file, path);
    if (!is_below(path)) return REAL(fsync)(file);
    DO("fsync", path, "", REAL(fsync)(file));
}

int close(int file) {
    char path[PATH_MAX];
    int failure;
    int result;
    path_of(file, path);
    if (file <= STDERR_FILENO || !is_below(path)) return REAL(close)(file);
    failure = next_call();
    if (failure == KILL) raise(SIGKILL);
    result = REAL(close)(file);
    if (failure != NONE) return give_up(failure, "close", path, "");
    record(NONE, "close", path, "", NULL, 0);
    return result;
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    char path[PATH_MAX];
    char other[PATH_MAX];
    path_at(from_directory, from, path);
    path_at(to_directory, to, other);
    if (!is_below(path)) return REAL(renameat)(from_directory, from, to_directory, to);
    DO("rename", path, other, REAL(renameat)(from_directory, from, to_directory, to));
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int unlinkat(int directory, const char *name, int flags) {
    char path[PATH_MAX];
    path_at(directory, name, path);
    if (!is_below(path)) return REAL(unlinkat)(directory, name, flags);
    DO("unlink", path, "", REAL(unlinkat)(directory, name, flags));
}

int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int mkdirat(int directory, const char *name, mode_t mode) {
    char path[PATH_MAX];
    path_at(directory, name, path);
    if (!is_below(path)) return REAL(mkdirat)(directory, name, mode);
    DO("mkdir", path, "", REAL(mkdirat)(directory, name, mode));
}

int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }
