/* A growing array of words, one per loop iteration; 0 means absent.
 *
 * It starts at the first iteration number, or at 0 if that number is low. Segment k has 8 << k
 * words, in both directions. Growing adds a segment and moves no words, so other threads can read
 * a series while its thread writes it. */
#ifndef TREELINE_SERIES_H
#define TREELINE_SERIES_H

#include "base.h"

#include "arena.h"

#pragma GCC visibility push(hidden)

enum { TL_SEGMENTS = 26 };

typedef struct {
    int64_t base;                   /* the iteration number of the first word of `up` */
    uint64_t up_used;               /* one more than the last word in use */
    uint64_t down_used;
    uint64_t ran;                   /* iterations with a value */
    uint64_t **down;                /* segments of lower numbers, descending; NULL if there are none */
    uint64_t *up[TL_SEGMENTS];
} tl_series;

/* These are for the thread that owns the series. */
uint64_t *tl_series_word(tl_arena *arena, tl_series *series, int64_t number); /* NULL: no memory */
uint64_t *tl_used_word(const tl_series *series, int64_t number); /* NULL if it is beyond the end */

/* These are for any thread. The span is that of a series with one more iteration. The numbers are
 * [first, end), both 0 if there is no value. A series without values may be NULL. */
int tl_accepts_iteration(const tl_series *series, int64_t number);
uint64_t tl_series_span(const tl_series *series, int64_t number);
uint64_t tl_series_at(const tl_series *series, int64_t number);
int64_t tl_series_first(const tl_series *series);
int64_t tl_series_end(const tl_series *series);

/* A number encoded so that 0 means absent. */
double tl_decode_number(uint64_t word); /* NaN if absent */
uint64_t tl_encode_number(double value);

#pragma GCC visibility pop

#endif
