/* A growing array of words, one per loop iteration; 0 means absent.
 *
 * Segment k has 8 << k words. Growing adds a segment and moves no words, so other threads can read
 * a series while its thread writes it. */
#ifndef TREELINE_SERIES_H
#define TREELINE_SERIES_H

#include "base.h"

#include "arena.h"

#pragma GCC visibility push(hidden)

enum { TL_SEGMENTS = 26 };

typedef struct {
    uint64_t *segments[TL_SEGMENTS];
} tl_series;

uint64_t *tl_series_word(tl_arena *arena, tl_series *series, uint64_t place);
uint64_t tl_series_at(const tl_series *series, uint64_t place);
uint64_t tl_series_length(const tl_series *series); /* up to the last word that is present */

/* A number encoded so that 0 means absent. */
double tl_decode_number(uint64_t word); /* NaN if absent */
uint64_t tl_encode_number(double value);

#pragma GCC visibility pop

#endif
