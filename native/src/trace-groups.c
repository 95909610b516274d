#include "trace-groups.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "treeline.h"
#include "utf8-names.h"

/* Communicators of the same ranks are told apart by the order of their creation, which all their
 * members agree on. Handles would not do, because they differ between ranks. */

enum { MAX_GROUPS = 65536 };

typedef struct group {
    struct group *next;
    uint64_t hash;
    int ordinal; /* 1 for the first group of these members */
    int count;
    char name[32];
    int members[];
} group;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static group *first;
static group *last;
static int groups;

void tl_forget_trace_groups(void) {
    (void)pthread_mutex_lock(&lock);
    while (first != NULL) {
        group *next = first->next;
        free(first);
        first = next;
    }
    last = NULL;
    groups = 0;
    (void)pthread_mutex_unlock(&lock);
}

static int has_members(const group *known, uint64_t hash, const int *members, int count) {
    return known->hash == hash && known->count == count &&
           memcmp(known->members, members, (size_t)count * sizeof *members) == 0;
}

static group *make_group(const char *name, const int *members, int count) {
    size_t bytes = (size_t)count * sizeof *members;
    group *made = malloc(sizeof *made + bytes);
    if (made == NULL) return NULL;
    made->next = NULL;
    made->hash = tl_hash_bytes((const char *)members, bytes);
    made->ordinal = 1;
    made->count = count;
    (void)strncpy(made->name, name, sizeof made->name - 1);
    made->name[sizeof made->name - 1] = '\0';
    memcpy(made->members, members, bytes);
    return made;
}

static int add_group(group *made) {
    for (const group *known = first; known != NULL; known = known->next)
        if (has_members(known, made->hash, made->members, made->count)) made->ordinal++;
    if (last == NULL) first = made;
    else last->next = made;
    last = made;
    return groups++;
}

int treeline_trace_group(const char *name, const int *members, int count) {
    group *made = count < 0 ? NULL : make_group(name, members, count);
    int number = -1;
    if (made == NULL) return -1;
    (void)pthread_mutex_lock(&lock);
    if (groups < MAX_GROUPS) number = add_group(made);
    (void)pthread_mutex_unlock(&lock);
    if (number < 0) free(made);
    return number;
}

static void put_group(tl_buffer *out, const group *each) {
    int before = 0;
    tl_put_clean_string(out, each->name);
    tl_put_varint(out, (uint64_t)each->ordinal);
    tl_put_varint(out, (uint64_t)each->count);
    for (int i = 0; i < each->count; i++) {
        tl_put_varint(out, tl_zigzag((int64_t)each->members[i] - before));
        before = each->members[i];
    }
}

void tl_put_trace_groups(tl_buffer *out) {
    (void)pthread_mutex_lock(&lock);
    tl_put_varint(out, (uint64_t)groups);
    for (const group *each = first; each != NULL; each = each->next) put_group(out, each);
    (void)pthread_mutex_unlock(&lock);
}
