/* The trace of a thread: begin and end times of its events, and operations of the communication
 * library, in a buffer of fixed size.
 *
 * Only its own thread writes. Other threads read the records below `used`, which is published by
 * an atomic store. The room for the ends of open events is reserved, so the trace of a full buffer
 * is complete up to the first event that is not stored. */
#ifndef TREELINE_TRACE_BUFFER_H
#define TREELINE_TRACE_BUFFER_H

#include "base.h"

#pragma GCC visibility push(hidden)

/* The low two bits of `word` are the kind. An operation takes two records. */
enum { TL_TRACE_END = 0, TL_TRACE_BEGIN = 1, TL_TRACE_OPERATION = 2, TL_TRACE_REST = 3 };

typedef struct {
    uint64_t time; /* of an operation: its bytes; of its rest: tag and peer */
    uint64_t word; /* kind, and the path of an event, the kind and group, or the request */
} tl_trace_record;

typedef struct {
    tl_trace_record *records; /* NULL: no trace */
    uint64_t capacity;
    uint64_t used;
    uint64_t open;    /* stored events that have not ended */
    uint64_t dropped; /* events and operations that did not fit */
} tl_trace_buffer;

typedef struct {
    int kind;
    int group; /* -1: unknown */
    int peer;  /* -1: unknown or none */
    int tag;
    uint64_t bytes;
    uint32_t request;
} tl_trace_operation;

/* Room for so many events. If there is no memory, all events are dropped. */
void tl_open_trace(tl_trace_buffer *trace, uint64_t events);
void tl_close_trace(tl_trace_buffer *trace);

void tl_add_trace_operation(tl_trace_buffer *trace, const tl_trace_operation *operation);
tl_trace_operation tl_read_trace_operation(const tl_trace_record *records);

static inline int tl_is_traced(const tl_trace_buffer *trace) { return trace->capacity != 0; }

static inline void tl_add_trace_record(tl_trace_buffer *trace, uint64_t time, uint64_t word) {
    trace->records[trace->used] = (tl_trace_record){time, word};
    __atomic_store_n(&trace->used, trace->used + 1, __ATOMIC_RELEASE);
}

/* Returns whether the event is stored, and so needs an end. */
static inline int tl_trace_begin(tl_trace_buffer *trace, uint64_t time, uint32_t path) {
    if (trace->records == NULL || trace->used + trace->open + 2 > trace->capacity) {
        trace->dropped++;
        return 0;
    }
    trace->open++;
    tl_add_trace_record(trace, time, (uint64_t)path << 2 | TL_TRACE_BEGIN);
    return 1;
}

static inline void tl_trace_end(tl_trace_buffer *trace, uint64_t time) {
    trace->open--;
    tl_add_trace_record(trace, time, TL_TRACE_END);
}

#pragma GCC visibility pop

#endif
