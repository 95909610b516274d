#include "buffer.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int make_room(tl_buffer *out, size_t more) {
    size_t room = out->room < 64 ? 64 : out->room;
    unsigned char *grown;
    if (out->failed) return -1;
    if (out->room - out->size >= more) return 0;
    while (room - out->size < more) room *= 2;
    grown = realloc(out->bytes, room);
    if (grown == NULL) {
        out->failed = 1;
        return -1;
    }
    out->bytes = grown;
    out->room = room;
    return 0;
}

void tl_put_raw(tl_buffer *out, const void *bytes, size_t length) {
    if (length == 0 || make_room(out, length) != 0) return;
    memcpy(out->bytes + out->size, bytes, length);
    out->size += length;
}

void tl_put_varint(tl_buffer *out, uint64_t value) {
    if (make_room(out, 10) != 0) return;
    while (value > 0x7f) {
        out->bytes[out->size++] = (unsigned char)((value & 0x7f) | 0x80);
        value >>= 7;
    }
    out->bytes[out->size++] = (unsigned char)value;
}

void tl_put_u32(tl_buffer *out, uint32_t value) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(value >> (8 * i));
    tl_put_raw(out, bytes, sizeof bytes);
}

void tl_put_u64(tl_buffer *out, uint64_t value) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(value >> (8 * i));
    tl_put_raw(out, bytes, sizeof bytes);
}

void tl_put_bytes(tl_buffer *out, const void *bytes, size_t length) {
    tl_put_varint(out, length);
    tl_put_raw(out, bytes, length);
}

void tl_put_string(tl_buffer *out, const char *string) {
    tl_put_bytes(out, string, strlen(string));
}

uint64_t tl_zigzag(int64_t value) { return ((uint64_t)value << 1) ^ (uint64_t)(value >> 63); }

/* Delta encoding: the difference to the word before, as a varint. 0 means absent. */
void tl_put_delta(tl_buffer *out, uint64_t *before, uint64_t word) {
    if (word == 0) {
        tl_put_varint(out, 0);
        return;
    }
    tl_put_varint(out, 1 + tl_zigzag((int64_t)(word - *before)));
    *before = word;
}

/* Integers are varints; all other numbers are stored with all their bits. */
void tl_put_number(tl_buffer *out, double value) {
    const double exact = 4503599627370496.0; /* 2^52 */
    uint64_t bits;
    if (isnan(value)) {
        tl_put_varint(out, 3);
        return;
    }
    memcpy(&bits, &value, sizeof bits);
    if (fabs(value) < exact) {
        double whole = (double)(int64_t)value;
        uint64_t whole_bits; /* -0.0 is not 0.0 */
        memcpy(&whole_bits, &whole, sizeof whole_bits);
        if (whole_bits == bits) {
            tl_put_varint(out, tl_zigzag((int64_t)value) << 1);
            return;
        }
    }
    tl_put_varint(out, 1);
    tl_put_u64(out, bits);
}

void tl_free_buffer(tl_buffer *buffer) {
    free(buffer->bytes);
    memset(buffer, 0, sizeof *buffer);
}

uint64_t tl_get_varint(tl_reader *in) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
        unsigned char byte = *in->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    in->failed = 1;
    return 0;
}

uint64_t tl_get_u64(tl_reader *in) {
    uint64_t value = 0;
    if (in->end - in->at < 8) {
        in->failed = 1;
        return 0;
    }
    for (int i = 0; i < 8; i++) value |= (uint64_t)in->at[i] << (8 * i);
    in->at += 8;
    return value;
}

const unsigned char *tl_get_bytes(tl_reader *in, size_t *length) {
    const unsigned char *bytes;
    *length = (size_t)tl_get_varint(in);
    if (in->failed || (size_t)(in->end - in->at) < *length) {
        in->failed = 1;
        *length = 0;
        return in->at;
    }
    bytes = in->at;
    in->at += *length;
    return bytes;
}

static uint32_t crc_table[256];

static void fill_crc_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ ((crc & 1) ? 0x82F63B78u : 0);
        crc_table[i] = crc;
    }
}

/* CRC-32C (Castagnoli) of these bytes appended to those that gave the checksum before. */
uint32_t tl_crc32c(uint32_t before, const unsigned char *bytes, size_t length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint32_t crc = ~before;
    (void)pthread_once(&once, fill_crc_table);
    for (size_t i = 0; i < length; i++) crc = (crc >> 8) ^ crc_table[(crc ^ bytes[i]) & 0xff];
    return ~crc;
}
