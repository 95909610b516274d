#include "utf8-names.h"

#include <string.h>

/* The length of the UTF-8 sequence at this address; 0 if it is invalid. */
static size_t sequence_length(const unsigned char *at) {
    size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    uint32_t code;
    static const uint32_t min_code[] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 1) return 1;
    if (at[0] < 0xc2 || at[0] > 0xf4) return 0;
    code = at[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3fu);
    }
    if (code < min_code[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
    return length;
}

static void repair(tl_name *into, const char *name) {
    const unsigned char *at = (const unsigned char *)name;
    into->length = 0;
    while (*at != 0 && into->length < TL_NAME_BYTES) {
        size_t bytes = sequence_length(at);
        if (bytes == 0) into->copy[into->length] = '?';
        else memcpy(into->copy + into->length, at, bytes);
        into->length += bytes == 0 ? 1 : bytes;
        at += bytes == 0 ? 1 : bytes;
    }
    into->copy[into->length] = '\0';
    into->text = into->copy;
    into->was_cut = *at != 0;
}

/* Invalid UTF-8 bytes are replaced by question marks; names that are too long are truncated. */
void tl_clean_name(tl_name *into, const char *name) {
    size_t length = 0;
    while (length < TL_NAME_BYTES && (unsigned char)(name[length] - 1) < 0x7f) length++;
    into->text = name;
    into->length = length;
    into->was_cut = 0;
    if (name[length] != '\0') repair(into, name);
}

/* The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
uint64_t tl_mix_hash(uint64_t hash) {
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBu;
    return hash ^ (hash >> 31);
}

static uint64_t with_unit(uint64_t hash, uint32_t unit) {
    return ((hash ^ unit) * 0x100000001B3u) ^ (hash >> 47);
}

uint64_t tl_hash_bytes(const char *bytes, size_t length) {
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++) hash = with_unit(hash, (unsigned char)bytes[i]);
    return tl_mix_hash(hash + length);
}

static uint32_t code_point(const unsigned char *at, size_t bytes) {
    uint32_t code = at[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) code = code << 6 | (at[i] & 0x3fu);
    return code;
}

/* The hash of a path from the hash of its caller and its valid name. The Java recorder computes the
 * same hash, so the name is hashed by UTF-16 code units. */
uint64_t tl_path_hash(uint64_t caller, const char *name, size_t length) {
    const unsigned char *at = (const unsigned char *)name;
    const unsigned char *end = at + length;
    uint64_t hash = caller * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
    while (at < end) {
        size_t bytes;
        uint32_t code;
        if (*at < 0x80) {
            hash = with_unit(hash, *at++);
            continue;
        }
        bytes = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
        code = code_point(at, bytes);
        at += bytes;
        if (code < 0x10000) hash = with_unit(hash, code);
        else {
            hash = with_unit(hash, 0xd800 + ((code - 0x10000) >> 10));
            hash = with_unit(hash, 0xdc00 + ((code - 0x10000) & 0x3ff));
        }
    }
    return tl_mix_hash(hash);
}

/* Writes a string of any length; invalid UTF-8 bytes are replaced by question marks. */
void tl_put_clean_string(tl_buffer *out, const char *string) {
    const unsigned char *at = (const unsigned char *)string;
    tl_buffer clean = {0};
    while (*at != 0) {
        size_t bytes = sequence_length(at);
        if (bytes == 0) tl_put_raw(&clean, "?", 1);
        else tl_put_raw(&clean, at, bytes);
        at += bytes == 0 ? 1 : bytes;
    }
    tl_put_bytes(out, clean.bytes, clean.size);
    if (clean.failed) out->failed = 1;
    tl_free_buffer(&clean);
}
