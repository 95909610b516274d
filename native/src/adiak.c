#include "adiak.h"

#include <sys/time.h>

/* The parts of Adiak's tool interface that are used here, with its binary layout. The numbers of
 * the types are the same in versions 0.4 and 0.5. */
enum {
    ADIAK_API_VERSION = 1,
    ADIAK_CATEGORY_ALL = 1,
    ADIAK_CONTROL = 4, /* commands such as flush, not metadata */
    ADIAK_LONG = 1,
    ADIAK_ULONG = 2,
    ADIAK_INT = 3,
    ADIAK_UINT = 4,
    ADIAK_DOUBLE = 5,
    ADIAK_DATE = 6, /* seconds since 1970 */
    ADIAK_TIMEVAL = 7,
    ADIAK_VERSION = 8,
    ADIAK_STRING = 9,
    ADIAK_CATEGORICAL_STRING = 10,
    ADIAK_PATH = 11,
    ADIAK_LONG_LONG = 16,
    ADIAK_ULONG_LONG = 17,
    ADIAK_JSON = 18
};

typedef union {
    long v_long;
    int v_int;
    double v_double;
    void *v_ptr;
    long long v_longlong;
} adiak_value;

typedef struct {
    int type; /* other members follow */
} adiak_datatype;

typedef void (*adiak_callback)(const char *name, int category, const char *subcategory,
                               adiak_value *value, adiak_datatype *type, void *state);

extern void adiak_list_namevals(int version, int category, adiak_callback callback, void *state)
    __attribute__((weak));

static void add_time(const tl_adiak_consumer *to, const char *name, const struct timeval *time) {
    if (time == NULL) return;
    to->add_real(to->state, name, (double)time->tv_sec + 1e-6 * (double)time->tv_usec);
}

static void add_text(const tl_adiak_consumer *to, const char *name, const char *text) {
    if (text != NULL) to->add_string(to->state, name, text);
}

static void add(const char *name, int category, const char *subcategory, adiak_value *value,
                adiak_datatype *type, void *state) {
    const tl_adiak_consumer *to = state;
    (void)subcategory;
    if (category == ADIAK_CONTROL || name == NULL || *name == '\0') return;
    if (value == NULL || type == NULL) return;
    switch (type->type) {
    case ADIAK_LONG:
    case ADIAK_ULONG:
    case ADIAK_DATE: to->add_integer(to->state, name, value->v_long); break;
    case ADIAK_INT: to->add_integer(to->state, name, value->v_int); break;
    case ADIAK_UINT: to->add_integer(to->state, name, (unsigned)value->v_int); break;
    case ADIAK_LONG_LONG:
    case ADIAK_ULONG_LONG: to->add_integer(to->state, name, value->v_longlong); break;
    case ADIAK_DOUBLE: to->add_real(to->state, name, value->v_double); break;
    case ADIAK_TIMEVAL: add_time(to, name, value->v_ptr); break;
    case ADIAK_VERSION:
    case ADIAK_STRING:
    case ADIAK_CATEGORICAL_STRING:
    case ADIAK_PATH:
    case ADIAK_JSON: add_text(to, name, value->v_ptr); break;
    default: break;
    }
}

void tl_list_adiak(const tl_adiak_consumer *consumer) {
    tl_adiak_consumer copy = *consumer;
    if (adiak_list_namevals != NULL)
        adiak_list_namevals(ADIAK_API_VERSION, ADIAK_CATEGORY_ALL, add, &copy);
}
