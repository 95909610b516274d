/* A growing output buffer, a bounds-checked reader, and CRC-32C. docs/formats/snapshot.md specifies
 * the encodings; varints are LEB128. */
#ifndef TREELINE_BUFFER_H
#define TREELINE_BUFFER_H

#include "base.h"

#pragma GCC visibility push(hidden)

typedef struct {
    unsigned char *bytes;
    size_t size;
    size_t room;
    int failed; /* memory was exhausted: the buffer is incomplete */
} tl_buffer;

typedef struct {
    const unsigned char *at;
    const unsigned char *end;
    int failed; /* a read went past the end */
} tl_reader;

void tl_put_raw(tl_buffer *out, const void *bytes, size_t length);
void tl_put_varint(tl_buffer *out, uint64_t value);
void tl_put_u32(tl_buffer *out, uint32_t value);
void tl_put_u64(tl_buffer *out, uint64_t value);
void tl_put_bytes(tl_buffer *out, const void *bytes, size_t length); /* preceded by their length */
void tl_put_string(tl_buffer *out, const char *string);
void tl_put_delta(tl_buffer *out, uint64_t *before, uint64_t word);
void tl_put_number(tl_buffer *out, double value);
void tl_free_buffer(tl_buffer *buffer);
uint64_t tl_zigzag(int64_t value);
uint64_t tl_get_varint(tl_reader *in);
uint64_t tl_get_u64(tl_reader *in);
const unsigned char *tl_get_bytes(tl_reader *in, size_t *length);
uint32_t tl_crc32c(uint32_t before, const unsigned char *bytes, size_t length);

#pragma GCC visibility pop

#endif
