#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int open_at(int directory, const char *name, int flags) {
    int file;
    do file = openat(directory, name, flags | O_CLOEXEC, 0666);
    while (file < 0 && errno == EINTR);
    return file;
}

int tl_open_directory(const char *path) { return open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY); }

int tl_open_inner_directory(int directory, const char *name) {
    return open_at(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

int tl_create_file(int directory, const char *name) {
    return open_at(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
}

int tl_write_bytes(int file, const unsigned char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written == 0) return EIO;
        if (written < 0 && errno != EINTR) return errno;
        if (written < 0) continue;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

/* Some file systems cannot synchronise files or directories and return EINVAL or ENOTSUP. */
int tl_sync(int file) {
    int result;
    do result = fsync(file);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/* Interrupted or not, the descriptor is closed. */
int tl_close(int file) { return close(file) == 0 || errno == EINTR ? 0 : errno; }

int tl_visit_names(int directory, tl_visitor *visitor, void *state) {
    int own = tl_open_inner_directory(directory, ".");
    DIR *names = own < 0 ? NULL : fdopendir(own);
    int result = 0;
    if (names == NULL) {
        result = errno;
        if (own >= 0) (void)close(own);
        return result;
    }
    while (result == 0) {
        const struct dirent *entry;
        errno = 0;
        entry = readdir(names);
        if (entry == NULL) {
            result = errno;
            break;
        }
        result = visitor(directory, entry->d_name, state);
    }
    (void)closedir(names);
    return result;
}
