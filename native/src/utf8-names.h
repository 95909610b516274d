/* Event names as valid UTF-8 of limited length, and their hashes. */
#ifndef TREELINE_UTF8_NAMES_H
#define TREELINE_UTF8_NAMES_H

#include "base.h"

#include "buffer.h"

#pragma GCC visibility push(hidden)

enum { TL_NAME_BYTES = 1000 };

/* A valid name: the program's own string, or a repaired copy of it. */
typedef struct {
    const char *text;
    size_t length;
    int was_cut;
    char copy[TL_NAME_BYTES + 4];
} tl_name;

void tl_clean_name(tl_name *into, const char *name);
uint64_t tl_path_hash(uint64_t caller, const char *name, size_t length);
uint64_t tl_hash_bytes(const char *bytes, size_t length); /* of any string */
uint64_t tl_mix_hash(uint64_t hash);
void tl_put_clean_string(tl_buffer *out, const char *string);

#pragma GCC visibility pop

#endif
