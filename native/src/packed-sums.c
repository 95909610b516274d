#include "packed-sums.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

/* docs/formats/snapshot.md specifies the bytes. */

enum { PACKED = 4, RAW_BITS = 1 };

typedef struct {
    const unsigned char *bytes;
    size_t length;
} slice;

/* The start of a message of one thread and one repetition, both number 0. */
static int read_head(tl_reader *in, size_t *count) {
    int is_plain = tl_get_varint(in) == 0; /* kind */
    is_plain &= tl_get_varint(in) == 1;    /* contexts */
    *count = (size_t)tl_get_varint(in);
    is_plain &= tl_get_varint(in) == 0; /* iterations */
    is_plain &= tl_get_varint(in) == 1; /* threads */
    is_plain &= tl_get_varint(in) == 0; /* thread number */
    (void)tl_get_varint(in);            /* bytes of its paths: the rest */
    is_plain &= tl_get_varint(in) == 1; /* runs of repetitions */
    is_plain &= tl_get_varint(in) == 0;
    is_plain &= tl_get_varint(in) == 1;
    return is_plain && !in->failed && *count <= (size_t)(in->end - in->at) / 6 + 1;
}

/* A metric without iterations. */
static int read_metric(tl_reader *in) {
    uint64_t shape = tl_get_varint(in);
    if (shape == 1 && tl_get_varint(in) == RAW_BITS) (void)tl_get_u64(in);
    return shape <= 1;
}

static int read_sum(tl_reader *in, tl_sum *into, uint64_t before, slice *metrics) {
    uint64_t calls;
    uint64_t stored;
    int is_plain;
    into->number = before + 1 + tl_get_varint(in);
    is_plain = tl_get_varint(in) == 1;  /* cells */
    is_plain &= tl_get_varint(in) == 0; /* every context */
    calls = tl_get_varint(in);
    is_plain &= calls > 0; /* the same in all cells */
    is_plain &= tl_get_varint(in) == 0; /* no iterations */
    stored = tl_get_varint(in);
    is_plain &= stored >= 3 && stored % 2 == 1; /* 1 + zigzag of 1 + nanoseconds */
    into->calls = calls - 1;
    into->nanos = (stored - 1) / 2 - 1;
    for (int i = 0; i < tl_option.metrics && is_plain; i++) {
        metrics[i].bytes = in->at;
        is_plain &= read_metric(in);
        metrics[i].length = (size_t)(in->at - metrics[i].bytes);
    }
    return is_plain && !in->failed;
}

static int read_sums(tl_sums *into, slice *metrics, tl_reader in) {
    uint64_t before = UINT64_MAX;
    for (size_t i = 0; i < into->count; i++) {
        if (!read_sum(&in, &into->sums[i], before, metrics + i * (size_t)tl_option.metrics))
            return 0;
        before = into->sums[i].number;
    }
    return in.at == in.end;
}

static void put_numbers(tl_buffer *out, const tl_sums *all) {
    uint64_t runs = 0;
    uint64_t end = 0;
    for (size_t i = 0; i < all->count; i++)
        runs += i == 0 || all->sums[i].number != all->sums[i - 1].number + 1;
    tl_put_varint(out, runs);
    for (size_t i = 0; i < all->count;) {
        size_t first = i;
        for (i++; i < all->count && all->sums[i].number == all->sums[i - 1].number + 1;) i++;
        tl_put_varint(out, all->sums[first].number - end);
        tl_put_varint(out, i - first);
        end = all->sums[i - 1].number + 1;
    }
}

static void put_calls(tl_buffer *out, const tl_sums *all) {
    uint64_t runs = 0;
    for (size_t i = 0; i < all->count; i++)
        runs += i == 0 || all->sums[i].calls != all->sums[i - 1].calls;
    tl_put_varint(out, runs);
    for (size_t i = 0; i < all->count;) {
        size_t first = i;
        for (i++; i < all->count && all->sums[i].calls == all->sums[first].calls;) i++;
        tl_put_varint(out, all->sums[first].calls);
        tl_put_varint(out, i - first);
    }
}

static void put_metrics(tl_buffer *out, const slice *metrics, size_t count, int metric) {
    size_t all = (size_t)tl_option.metrics;
    int is_there = 0;
    for (size_t i = 0; i < count; i++) is_there |= metrics[i * all + (size_t)metric].bytes[0] != 0;
    tl_put_varint(out, is_there ? 1 : 0);
    for (size_t i = 0; i < count && is_there; i++) {
        const slice *each = &metrics[i * all + (size_t)metric];
        tl_put_raw(out, each->bytes, each->length);
    }
}

static int has_same_numbers(const tl_sums *one, const tl_sums *other) {
    if (one->count != other->count) return 0;
    for (size_t i = 0; i < one->count; i++)
        if (one->sums[i].number != other->sums[i].number) return 0;
    return 1;
}

static int has_same_calls(const tl_sums *one, const tl_sums *other) {
    for (size_t i = 0; i < one->count; i++)
        if (one->sums[i].calls != other->sums[i].calls) return 0;
    return 1;
}

/* How many packed messages ago the paths were the same; 0 if never. */
static size_t find_earlier(const tl_sums_packer *packer, const tl_sums *all) {
    for (size_t back = 1; back <= TL_EARLIER_SUMS && back <= packer->packed; back++)
        if (has_same_numbers(&packer->earlier[(packer->packed - back) % TL_EARLIER_SUMS], all))
            return back;
    return 0;
}

static void put_packed(tl_buffer *out, const tl_sums_packer *packer, const tl_sums *all,
                       const slice *metrics) {
    size_t back = find_earlier(packer, all);
    const tl_sums *like =
        back == 0 ? NULL : &packer->earlier[(packer->packed - back) % TL_EARLIER_SUMS];
    uint64_t before = 0;
    tl_put_varint(out, PACKED);
    tl_put_varint(out, back);
    if (like == NULL) put_numbers(out, all);
    if (like != NULL && has_same_calls(like, all)) tl_put_varint(out, 0);
    else put_calls(out, all);
    for (size_t i = 0; i < all->count; i++) {
        if (like != NULL) before = like->sums[i].nanos;
        tl_put_varint(out, tl_zigzag((int64_t)(all->sums[i].nanos - before)));
        before = all->sums[i].nanos;
    }
    for (int i = 0; i < tl_option.metrics; i++) put_metrics(out, metrics, all->count, i);
}

int tl_pack_sums(tl_buffer *out, tl_sums_packer *packer, const unsigned char *bytes,
                 size_t length) {
    tl_reader in = {bytes, bytes + length, 0};
    tl_sums all = {NULL, 0};
    slice *metrics;
    int is_packed = 0;
    if (!read_head(&in, &all.count) || all.count == 0) return 0;
    all.sums = malloc(all.count * sizeof *all.sums);
    metrics = malloc((all.count * (size_t)tl_option.metrics + 1) * sizeof *metrics);
    if (all.sums != NULL && metrics != NULL && read_sums(&all, metrics, in)) {
        tl_sums *oldest = &packer->earlier[packer->packed % TL_EARLIER_SUMS];
        put_packed(out, packer, &all, metrics);
        free(oldest->sums);
        *oldest = all;
        packer->packed++;
        is_packed = 1;
    } else free(all.sums);
    free(metrics);
    return is_packed;
}

void tl_free_packer(tl_sums_packer *packer) {
    for (int i = 0; i < TL_EARLIER_SUMS; i++) free(packer->earlier[i].sums);
    memset(packer, 0, sizeof *packer);
}
