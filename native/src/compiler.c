#include "compiler.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SECTIONS = 256, MAX_NAMES = 8192, MAX_COMMENT = 2048 };

static int read_at(int file, void *into, size_t bytes, uint64_t at) {
    return pread(file, into, bytes, (off_t)at) == (ssize_t)bytes ? 0 : -1;
}

/* Finds the section .comment. */
static int find_comment(int file, ElfW(Shdr) *found) {
    ElfW(Ehdr) header;
    ElfW(Shdr) names;
    char text[MAX_NAMES];
    if (read_at(file, &header, sizeof header, 0) != 0 ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof *found ||
        header.e_shnum > MAX_SECTIONS || header.e_shstrndx >= header.e_shnum)
        return -1;
    if (read_at(file, &names, sizeof names,
                header.e_shoff + (uint64_t)header.e_shstrndx * sizeof names) != 0 ||
        names.sh_size >= sizeof text || read_at(file, text, names.sh_size, names.sh_offset) != 0)
        return -1;
    text[names.sh_size] = '\0';
    for (int i = 0; i < header.e_shnum; i++) {
        if (read_at(file, found, sizeof *found, header.e_shoff + (uint64_t)i * sizeof *found) != 0)
            return -1;
        if (found->sh_name < names.sh_size && strcmp(text + found->sh_name, ".comment") == 0)
            return 0;
    }
    return -1;
}

/* Appends a string; a string that does not fit is omitted. */
static void append(char *text, size_t size, const char *more) {
    const char *separator = *text == '\0' ? "" : "; ";
    if (strlen(text) + strlen(separator) + strlen(more) >= size) return;
    strcat(text, separator);
    strcat(text, more);
}

int tl_compilers_of(int file, char *text, size_t size) {
    ElfW(Shdr) section;
    char comment[MAX_COMMENT];
    size_t bytes;
    *text = '\0';
    if (find_comment(file, &section) != 0) return -1;
    bytes = section.sh_size < sizeof comment - 1 ? section.sh_size : sizeof comment - 1;
    if (read_at(file, comment, bytes, section.sh_offset) != 0) return -1;
    comment[bytes] = '\0';
    for (size_t at = 0; at < bytes; at += strlen(comment + at) + 1)
        if (comment[at] != '\0') append(text, size, comment + at);
    return *text == '\0' ? -1 : 0;
}

int tl_compilers(char *text, size_t size) {
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    int result;
    *text = '\0';
    if (file < 0) return -1;
    result = tl_compilers_of(file, text, size);
    (void)close(file);
    return result;
}
