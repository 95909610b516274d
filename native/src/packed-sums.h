/* Packing of messages that contain sums only: columns of path numbers, calls and times, as
 * differences to the message of an earlier rank with the same paths. */
#ifndef TREELINE_PACKED_SUMS_H
#define TREELINE_PACKED_SUMS_H

#include "base.h"

#include "buffer.h"

#pragma GCC visibility push(hidden)

enum { TL_EARLIER_SUMS = 8 };

typedef struct {
    uint64_t number;
    uint64_t calls;
    uint64_t nanos;
} tl_sum;

/* The sums of one message. The metrics of each path are copied as they are. */
typedef struct {
    tl_sum *sums;
    size_t count;
} tl_sums;

/* The last messages of a part that were packed, in a ring. */
typedef struct {
    tl_sums earlier[TL_EARLIER_SUMS];
    size_t packed;
} tl_sums_packer;

/* Appends the packed message and returns 1, or returns 0 if the message has other values or memory
 * is exhausted: then it is written as it is. */
int tl_pack_sums(tl_buffer *out, tl_sums_packer *packer, const unsigned char *bytes,
                 size_t length);
void tl_free_packer(tl_sums_packer *packer);

#pragma GCC visibility pop

#endif
