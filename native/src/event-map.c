#include "event-map.h"

#include <stdlib.h>

#include "arena.h"
#include "trace-buffer.h"

enum { INITIAL_TABLE_SIZE = 64 };

tl_thread *tl_new_event_map(void) {
    tl_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) return NULL;
    thread->root.common = 1;
    thread->base = &thread->root;
    thread->current = &thread->root;
    thread->top = &thread->bottom;
    thread->last = &thread->root;
    thread->table = calloc(INITIAL_TABLE_SIZE, sizeof *thread->table);
    thread->table_size = INITIAL_TABLE_SIZE;
    if (thread->table != NULL) return thread;
    free(thread);
    return NULL;
}

void tl_free_event_map(tl_thread *thread) {
    tl_close_trace(&thread->trace);
    tl_free_arena(&thread->arena);
    free(thread->table);
    free(thread);
}

int tl_has_slow_name(const tl_node *node, const char *text) {
    return strcmp(node->name, text) == 0;
}
