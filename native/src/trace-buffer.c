#include "trace-buffer.h"

#include <sys/mman.h>

/* The kernel provides a page when it is first written, so a short trace uses little memory. */

static size_t bytes_of(const tl_trace_buffer *trace) {
    return (size_t)trace->capacity * sizeof *trace->records;
}

void tl_open_trace(tl_trace_buffer *trace, uint64_t events) {
    void *made;
    trace->capacity = 2 * events;
    made = mmap(NULL, bytes_of(trace), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    trace->records = made == MAP_FAILED ? NULL : made;
}

void tl_close_trace(tl_trace_buffer *trace) {
    if (trace->records != NULL) (void)munmap(trace->records, bytes_of(trace));
    trace->records = NULL;
}

/* bytes | kind, 8 bits of the operation's kind, 1 + group
 * tag, 1 + peer | kind, request */
void tl_add_trace_operation(tl_trace_buffer *trace, const tl_trace_operation *operation) {
    if (trace->used + trace->open + 2 > trace->capacity) {
        trace->dropped++;
        return;
    }
    trace->records[trace->used] = (tl_trace_record){
        operation->bytes, (uint64_t)(uint32_t)(operation->group + 1) << 32 |
                              (uint64_t)(operation->kind & 0xff) << 2 | TL_TRACE_OPERATION};
    trace->records[trace->used + 1] = (tl_trace_record){
        (uint64_t)(uint32_t)operation->tag << 32 | (uint32_t)(operation->peer + 1),
        (uint64_t)operation->request << 2 | TL_TRACE_REST};
    __atomic_store_n(&trace->used, trace->used + 2, __ATOMIC_RELEASE);
}

tl_trace_operation tl_read_trace_operation(const tl_trace_record *records) {
    return (tl_trace_operation){(int)(records[0].word >> 2 & 0xff),
                                (int)(uint32_t)(records[0].word >> 32) - 1,
                                (int)(uint32_t)records[1].time - 1,
                                (int)(uint32_t)(records[1].time >> 32),
                                records[0].time,
                                (uint32_t)(records[1].word >> 2)};
}
