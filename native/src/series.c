#include "series.h"

#include <string.h>

static unsigned segment_of(uint64_t place) {
    return 60u - (unsigned)__builtin_clzll(place + 8);
}

/* For the thread that owns the series; NULL if memory is exhausted. */
uint64_t *tl_series_word(tl_arena *arena, tl_series *series, uint64_t place) {
    unsigned k = segment_of(place);
    uint64_t *segment = series->segments[k];
    if (segment == NULL) {
        segment = tl_alloc(arena, sizeof *segment * ((size_t)8 << k));
        if (segment == NULL) return NULL;
        __atomic_store_n(&series->segments[k], segment, __ATOMIC_RELEASE);
    }
    return segment + (place + 8 - ((uint64_t)8 << k));
}

uint64_t tl_series_at(const tl_series *series, uint64_t place) {
    unsigned k = segment_of(place);
    const uint64_t *segment = __atomic_load_n(&series->segments[k], __ATOMIC_ACQUIRE);
    if (segment == NULL) return 0;
    return __atomic_load_n(segment + (place + 8 - ((uint64_t)8 << k)), __ATOMIC_RELAXED);
}

uint64_t tl_series_length(const tl_series *series) {
    uint64_t length;
    int k = TL_SEGMENTS - 1;
    while (k >= 0 && __atomic_load_n(&series->segments[k], __ATOMIC_ACQUIRE) == NULL) k--;
    length = k < 0 ? 0 : ((uint64_t)8 << (k + 1)) - 8;
    while (length > 0 && tl_series_at(series, length - 1) == 0) length--;
    return length;
}

/* Exclusive-or with the bits of NaN makes 0, the content of memory never written, mean absent. */
static const uint64_t ABSENT = 0x7ff8000000000000u;

double tl_decode_number(uint64_t word) {
    double value;
    word ^= ABSENT;
    memcpy(&value, &word, sizeof value);
    return value;
}

uint64_t tl_encode_number(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits ^ ABSENT;
}
