#include "series.h"

#include <string.h>

#include "options.h"

/* A series starts at 0 if the first number is below FREE_START, otherwise at a multiple of STEP, so
 * that it has room for somewhat lower numbers. */
enum { FREE_START = 1 << 16, STEP = 1 << 10 };

static unsigned segment_of(uint64_t place) {
    return 60u - (unsigned)__builtin_clzll(place + 8);
}

static uint64_t *word_in(tl_arena *arena, uint64_t **segments, uint64_t place) {
    unsigned k = segment_of(place);
    uint64_t *segment = segments[k];
    if (segment == NULL) {
        segment = tl_alloc(arena, sizeof *segment * ((size_t)8 << k));
        if (segment == NULL) return NULL;
        __atomic_store_n(&segments[k], segment, __ATOMIC_RELEASE);
    }
    return segment + (place + 8 - ((uint64_t)8 << k));
}

static uint64_t at(uint64_t *const *segments, uint64_t place) {
    unsigned k = segment_of(place);
    const uint64_t *segment = __atomic_load_n(&segments[k], __ATOMIC_ACQUIRE);
    if (segment == NULL) return 0;
    return __atomic_load_n(segment + (place + 8 - ((uint64_t)8 << k)), __ATOMIC_ACQUIRE);
}

static uint64_t *word_below(tl_arena *arena, tl_series *series, int64_t number) {
    uint64_t place = (uint64_t)(series->base - 1 - number);
    uint64_t *word;
    if (series->down == NULL) {
        uint64_t **made = tl_alloc(arena, sizeof *made * TL_SEGMENTS);
        if (made == NULL) return NULL;
        __atomic_store_n(&series->down, made, __ATOMIC_RELEASE);
    }
    word = word_in(arena, series->down, place);
    if (word != NULL && place >= series->down_used)
        __atomic_store_n(&series->down_used, place + 1, __ATOMIC_RELEASE);
    return word;
}

uint64_t *tl_series_word(tl_arena *arena, tl_series *series, int64_t number) {
    uint64_t place;
    uint64_t *word;
    if (series->up_used == 0 && series->down_used == 0 && number >= FREE_START)
        __atomic_store_n(&series->base, number & -(int64_t)STEP, __ATOMIC_RELEASE);
    if (number < series->base) return word_below(arena, series, number);
    place = (uint64_t)(number - series->base);
    word = word_in(arena, series->up, place);
    if (word != NULL && place >= series->up_used)
        __atomic_store_n(&series->up_used, place + 1, __ATOMIC_RELEASE);
    return word;
}

uint64_t *tl_used_word(const tl_series *series, int64_t number) {
    uint64_t place = (uint64_t)(number - series->base);
    unsigned k;
    if (place >= series->up_used) return NULL; /* or below the base */
    k = segment_of(place);
    return series->up[k] == NULL ? NULL : series->up[k] + (place + 8 - ((uint64_t)8 << k));
}

uint64_t tl_series_span(const tl_series *series, int64_t number) {
    int64_t base = __atomic_load_n(&series->base, __ATOMIC_ACQUIRE);
    int64_t low = base - (int64_t)__atomic_load_n(&series->down_used, __ATOMIC_ACQUIRE);
    int64_t end = base + (int64_t)__atomic_load_n(&series->up_used, __ATOMIC_ACQUIRE);
    if (low == end) return 1;
    if (number < low) low = number;
    if (number >= end) end = number + 1;
    return (uint64_t)(end - low);
}

uint64_t tl_series_at(const tl_series *series, int64_t number) {
    int64_t base = __atomic_load_n(&series->base, __ATOMIC_ACQUIRE);
    uint64_t *const *down;
    if (number >= base) return at(series->up, (uint64_t)(number - base));
    down = __atomic_load_n(&series->down, __ATOMIC_ACQUIRE);
    return down == NULL ? 0 : at(down, (uint64_t)(base - 1 - number));
}

int64_t tl_series_first(const tl_series *series) {
    int64_t end = tl_series_end(series);
    int64_t first = __atomic_load_n(&series->base, __ATOMIC_ACQUIRE) -
                    (int64_t)__atomic_load_n(&series->down_used, __ATOMIC_ACQUIRE);
    while (first < end && tl_series_at(series, first) == 0) first++;
    return first < end ? first : 0;
}

int64_t tl_series_end(const tl_series *series) {
    int64_t base = __atomic_load_n(&series->base, __ATOMIC_ACQUIRE);
    int64_t end = base + (int64_t)__atomic_load_n(&series->up_used, __ATOMIC_ACQUIRE);
    int64_t low = base - (int64_t)__atomic_load_n(&series->down_used, __ATOMIC_ACQUIRE);
    while (end > low && tl_series_at(series, end - 1) == 0) end--;
    return end > low ? end : 0;
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

/* A series may always span FREE_ITERATIONS. Beyond, at least one iteration in SPARSEST must have
 * run, so that a wild number cannot exhaust the program's memory. Readers have 31-bit numbers. */
enum { FREE_ITERATIONS = 1 << 16, SPARSEST = 64, MAX_NUMBER = INT32_MAX - (1 << 28) };

int tl_accepts_iteration(const tl_series *times, int64_t iteration) {
    uint64_t span;
    if (iteration < 0 || iteration > MAX_NUMBER) return 0;
    if (times == NULL) return 1;
    span = tl_series_span(times, iteration);
    if (span > (uint64_t)tl_option.iteration_limit) return 0;
    if (span <= FREE_ITERATIONS) return 1;
    return span <= (__atomic_load_n(&times->ran, __ATOMIC_ACQUIRE) + 1) * SPARSEST;
}
