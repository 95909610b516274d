/* Interceptors for Fortran: each MPI call is an event around the same entry point of the MPI
 * library. That entry point converts the Fortran constants such as MPI_IN_PLACE, MPI_STATUS_IGNORE
 * and MPI_BOTTOM. Some libraries then call their C functions, which are not recorded as separate
 * events. All arguments are addresses. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "call.h"
#include "completion.h"
#include "operations.h"
#include "requests.h"

#define P1 void *a
#define P2 P1, void *b
#define P3 P2, void *c
#define P4 P3, void *d
#define P5 P4, void *e
#define P6 P5, void *f
#define P7 P6, void *g
#define P8 P7, void *h
#define P9 P8, void *i
#define P10 P9, void *j
#define P11 P10, void *k
#define P12 P11, void *l
#define P13 P12, void *m
#define P14 P13, void *n
#define A1 a
#define A2 A1, b
#define A3 A2, c
#define A4 A3, d
#define A5 A4, e
#define A6 A5, f
#define A7 A6, g
#define A8 A7, h
#define A9 A8, i
#define A10 A9, j
#define A11 A10, k
#define A12 A11, l
#define A13 A12, m
#define A14 A13, n

/* The Fortran libraries of MPI. A linker omits them if we define all symbols that a program
 * calls. */
#ifdef OPEN_MPI
static const char *const libraries[] = {"libmpi_mpifh.so.40", "libmpi_mpifh.so",
                                        "libmpi_usempif08.so.40", "libmpi_usempif08.so"};
#else
static const char *const libraries[] = {"libmpichfort.so.12", "libmpichfort.so", "libmpifort.so.12",
                                        "libmpifort.so"};
#endif

static void *find_symbol(const char *symbol) {
    void *found = dlsym(RTLD_NEXT, symbol);
    for (size_t i = 0; found == NULL && i < sizeof libraries / sizeof *libraries; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_GLOBAL);
        if (library != NULL) found = dlsym(library, symbol);
    }
    return found;
}

/* The symbol in the MPI library. If it is missing, the program gets an error code and a message is
 * printed. */
static void *next(void **known, const char *symbol, MPI_Fint *error) {
    if (*known == NULL) *known = find_symbol(symbol);
    if (*known != NULL) return *known;
    (void)fprintf(stderr, "treeline: %s not found in the MPI library; link the program with"
                          " -Wl,--no-as-needed\n", symbol);
    if (error != NULL) *error = MPI_ERR_OTHER;
    return NULL;
}

/* Calls the symbol of the next tool or of the MPI library. The error code is argument e; it is
 * optional in Fortran 2008. Lengths of strings follow it. */
#define NEXT(n, e, symbol)                                         \
    do {                                                           \
        static void *known;                                        \
        union {                                                    \
            void *address;                                         \
            void (*function)(P##n);                                \
        } real = {next(&known, #symbol, ERROR(n, e))};             \
        if (real.function != NULL) real.function(A##n);            \
    } while (0)
#define ERROR(n, e) (((MPI_Fint *[]){A##n})[e - 1])
#define FAILED(n, e) (ERROR(n, e) != NULL && *ERROR(n, e) != MPI_SUCCESS)

#define LEAVE(n, e, traffic) \
    if (call.event != 0) tlm_leave(&call, FAILED(n, e) ? tlm_no_traffic() : traffic)

#define ROUTINE(symbol, name, n, e, traffic)                                    \
    void symbol(P##n);                                                          \
    void symbol(P##n) {                                                         \
        TLM_CALL("MPI_" #name);                                                 \
        NEXT(n, e, symbol);                                                     \
        LEAVE(n, e, traffic);                                                   \
    }

/* Replaces the status argument s if the program ignores the status. */
#define RECEIVING(symbol, name, n, s, traffic)                                  \
    void symbol(P##n);                                                          \
    void symbol(P##n) {                                                         \
        MPI_Fint own[MAX_STATUS_INTS];                                           \
        TLM_CALL("MPI_" #name);                                                 \
        if (call.event != 0 && s == (void *)MPI_F_STATUS_IGNORE) s = own;       \
        NEXT(n, n, symbol);                                                     \
        LEAVE(n, n, traffic);                                                   \
    }

/* The request r may be started while its creation was not recorded. */
#define REMEMBERING(symbol, name, n, r, traffic)                                \
    void symbol(P##n);                                                          \
    void symbol(P##n) {                                                         \
        TLM_CALL("MPI_" #name);                                                 \
        NEXT(n, n, symbol);                                                     \
        if (!FAILED(n, n)) tlm_remember(R(r), traffic);                         \
        LEAVE(n, n, tlm_no_traffic());                                          \
    }

/* x has the count, the requests and the statuses; `completed` adds those that are complete. */
#define COMPLETING(symbol, name, n, x, completed)                               \
    void symbol(P##n);                                                          \
    void symbol(P##n) {                                                         \
        completion all;                                                         \
        TLM_CALL("MPI_" #name);                                                 \
        OPEN x;                                                                 \
        NEXT(n, n, symbol);                                                     \
        all.batch.is_recorded = call.event != 0;                                 \
        if (all.batch.count > 0 && !FAILED(n, n)) completed;                     \
        close_completion(&all);                                                 \
        LEAVE(n, n, tlm_no_traffic());                                          \
    }
#define OPEN(count, requests, statuses)                                         \
    statuses = open_completion(&all, tlm_is_enclosed(&call) ? 0 : (count), requests, statuses)

enum { MAX_STATUS_INTS = 64, STATUS_INTS = sizeof(MPI_Status) / sizeof(MPI_Fint) };

/* Symbol names with one trailing underscore (gfortran and most compilers), with two (f2c), and of
 * the module mpi_f08. */
#define NAMED(macro, lower, name, n, x, traffic)                                \
    macro(mpi_##lower##_, name, n, x, traffic)                                  \
    macro(mpi_##lower##_f08_, name, n, x, traffic)                              \
    void mpi_##lower##__(P##n) __attribute__((alias("mpi_" #lower "_")));
#define CALL(lower, name, n, traffic) NAMED(ROUTINE, lower, name, n, n, traffic)
#define CALL_WITH_STRINGS(lower, name, n, e, traffic) NAMED(ROUTINE, lower, name, n, e, traffic)
#define RECEIVE(lower, name, n, s, traffic) NAMED(RECEIVING, lower, name, n, s, traffic)
#define COMPLETION(lower, name, n, x, completed) NAMED(COMPLETING, lower, name, n, x, completed)
#define PERSISTENT(lower, name, n, r, traffic) NAMED(REMEMBERING, lower, name, n, r, traffic)

/* The blocking, non-blocking and persistent routine: with n - 1, n and n + 1 arguments. The letters
 * of the last arguments follow from the number. */
#define COLLECTIVE(lower, name, iname, n, traffic)                              \
    CALL_OF(lower, name, ARGUMENTS_BEFORE_##n, traffic)                         \
    CALL_OF(i##lower, iname, n, traffic)                                        \
    PERSISTENT_OF(lower##_init, name##_init, ARGUMENTS_AFTER_##n, LETTER_##n, traffic)
#define ARGUMENTS_BEFORE_3 2
#define ARGUMENTS_AFTER_3 4
#define LETTER_3 c
#define ARGUMENTS_BEFORE_4 3
#define ARGUMENTS_AFTER_4 5
#define LETTER_4 d
#define ARGUMENTS_BEFORE_5 4
#define ARGUMENTS_AFTER_5 6
#define LETTER_5 e
#define ARGUMENTS_BEFORE_6 5
#define ARGUMENTS_AFTER_6 7
#define LETTER_6 f
#define ARGUMENTS_BEFORE_7 6
#define ARGUMENTS_AFTER_7 8
#define LETTER_7 g
#define ARGUMENTS_BEFORE_8 7
#define ARGUMENTS_AFTER_8 9
#define LETTER_8 h
#define ARGUMENTS_BEFORE_9 8
#define ARGUMENTS_AFTER_9 10
#define LETTER_9 i
#define ARGUMENTS_BEFORE_10 9
#define ARGUMENTS_AFTER_10 11
#define LETTER_10 j
#define ARGUMENTS_BEFORE_11 10
#define ARGUMENTS_AFTER_11 12
#define LETTER_11 k
#define ARGUMENTS_BEFORE_12 11
#define ARGUMENTS_AFTER_12 13
#define LETTER_12 l
#define ARGUMENTS_BEFORE_13 12
#define ARGUMENTS_AFTER_13 14
#define LETTER_13 m
#define CALL_OF(lower, name, n, traffic) CALL(lower, name, n, traffic)
#define PERSISTENT_OF(lower, name, n, r, traffic) PERSISTENT(lower, name, n, r, traffic)

static int N(const void *number) { return *(const MPI_Fint *)number; }

static MPI_Datatype T(const void *type) { return PMPI_Type_f2c(*(const MPI_Fint *)type); }

static MPI_Request R(const void *request) { return PMPI_Request_f2c(*(const MPI_Fint *)request); }

static MPI_Win W(const void *window) { return PMPI_Win_f2c(*(const MPI_Fint *)window); }

static tlm_counts V(const void *counts) { return (tlm_counts){counts, sizeof(MPI_Fint)}; }

static tlm_types U(const void *types) { return (tlm_types){types, 1}; }

static MPI_Comm C(const void *comm) { return PMPI_Comm_f2c(*(const MPI_Fint *)comm); }

/* MPI_IN_PLACE is the address of a variable in Open MPI, and the value of a variable in MPICH.
 * If neither variable exists, every buffer counts as MPI_IN_PLACE, so its count and type are not
 * read. */
static const void *B(const void *buffer) {
    static const void *in_place;
    if (in_place == NULL) {
        void *const *held = dlsym(RTLD_DEFAULT, "MPIR_F_MPI_IN_PLACE");
        in_place = held != NULL ? *held : dlsym(RTLD_DEFAULT, "mpi_fortran_in_place_");
    }
    return in_place == NULL || buffer == in_place ? MPI_IN_PLACE : buffer;
}

static tlm_traffic received(void *status, int from, MPI_Comm comm) {
    MPI_Status known;
    if (PMPI_Status_f2c(status, &known) != MPI_SUCCESS) return tlm_no_traffic();
    return tlm_received(&known, from == MPI_ANY_SOURCE ? known.MPI_SOURCE : from, comm);
}

static tlm_traffic message(const void *n, const void *t, const void *peer, const void *tag,
                           const void *comm) {
    return tlm_message(N(n), T(t), N(peer), N(tag), C(comm));
}

static tlm_traffic receiving(const void *n, const void *t, const void *peer, const void *comm) {
    return tlm_receiving(N(n), T(t), N(peer), C(comm));
}

static tlm_traffic remote(const void *n, const void *t, const void *peer, const void *window) {
    return tlm_remote(N(n), T(t), N(peer), W(window));
}

static tlm_traffic started(int count, const MPI_Fint *requests) {
    tlm_traffic sum = tlm_no_traffic();
    for (int i = 0; i < count; i++) {
        MPI_Request request = R(requests + i);
        tlm_traffic one = tlm_started(1, &request);
        if (one.bytes >= 0) sum.bytes = one.bytes + (sum.bytes < 0 ? 0 : sum.bytes);
        sum.peers += one.peers;
    }
    return sum;
}

static tlm_traffic blocks(const void *buffer, const void *n, const void *t, const void *got,
                          const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_blocks(N(got), T(as), C(comm))
                                     : tlm_blocks(N(n), T(t), C(comm));
}

static tlm_traffic vector(const void *buffer, const void *n, const void *t, const void *got,
                          const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_vector(V(got), T(as), C(comm))
                                     : tlm_vector(V(n), T(t), C(comm));
}

static tlm_traffic typed_blocks(const void *buffer, const void *n, const void *t, const void *got,
                                const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_typed_blocks(V(got), U(as), C(comm))
                                     : tlm_typed_blocks(V(n), U(t), C(comm));
}

static tlm_traffic block(const void *buffer, const void *n, const void *t, const void *got,
                         const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_block(N(got), T(as), C(comm))
                                     : tlm_block(N(n), T(t), C(comm));
}

static tlm_traffic own_block(const void *buffer, const void *n, const void *t, const void *got,
                             const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_block(tlm_own_count(V(got), C(comm)), T(as), C(comm))
                                     : tlm_block(N(n), T(t), C(comm));
}

static tlm_traffic rooted(const void *buffer, const void *root, const void *n, const void *t,
                          const void *comm) {
    const void *at = buffer == NULL ? NULL : B(buffer);
    int from = N(root);
    int has_none = at == MPI_IN_PLACE || from == MPI_ROOT || from == MPI_PROC_NULL;
    return has_none ? tlm_rooted(NULL, from, 0, MPI_DATATYPE_NULL, C(comm))
                    : tlm_rooted(NULL, from, N(n), T(t), C(comm));
}

/* The requests of a call that completes some of them, with statuses in place of those that the
 * program ignores. */
typedef struct {
    tlm_batch batch;
    MPI_Fint *statuses;
} completion;

static void close_completion(completion *all) {
    tlm_close_batch(&all->batch);
    free(all->statuses);
}

/* Returns the statuses for the call. */
static void *open_completion(completion *all, int count, const void *requests, void *statuses) {
    all->statuses = NULL;
    if (!tlm_prepare_batch(&all->batch, count)) return statuses;
    for (int i = 0; i < count; i++) all->batch.requests[i] = R((const MPI_Fint *)requests + i);
    if (statuses != (void *)MPI_F_STATUS_IGNORE && statuses != (void *)MPI_F_STATUSES_IGNORE)
        return statuses;
    all->statuses = calloc((size_t)count, STATUS_INTS * sizeof *all->statuses);
    if (all->statuses != NULL) return all->statuses;
    close_completion(all);
    return statuses;
}

/* Indices start at 1. */
static void add_completed(completion *all, int index, const MPI_Fint *status) {
    MPI_Status known;
    if (index < 1 || index > all->batch.count) return; /* MPI_UNDEFINED */
    if (PMPI_Status_f2c(status, &known) == MPI_SUCCESS)
        tlm_add_completed(&all->batch, index - 1, &known);
}

static void add_all_completed(completion *all, const MPI_Fint *statuses) {
    for (int i = 0; i < all->batch.count; i++)
        add_completed(all, i + 1, statuses + (size_t)i * STATUS_INTS);
}

static void add_some_completed(completion *all, int count, const MPI_Fint *indices,
                               const MPI_Fint *statuses) {
    for (int i = 0; i < count; i++)
        add_completed(all, indices[i], statuses + (size_t)i * STATUS_INTS);
}

#include "fortran.h"

static int result_of(const MPI_Fint *error) { return error == NULL ? MPI_SUCCESS : *error; }

#define AFTER_INIT(symbol, n, e)                        \
    void symbol(P##n);                                  \
    void symbol(P##n) {                                 \
        NEXT(n, n, symbol);                             \
        tlm_after_init(result_of(e));                   \
    }
#define BEFORE(symbol, n, prepare)                      \
    void symbol(P##n);                                  \
    void symbol(P##n) {                                 \
        prepare;                                        \
        NEXT(n, n, symbol);                             \
    }
#define PCONTROL(symbol)                                \
    void symbol(P1);                                    \
    void symbol(P1) { tlm_control(N(a)); }

AFTER_INIT(mpi_init_, 1, a)
AFTER_INIT(mpi_init__, 1, a)
AFTER_INIT(mpi_init_f08_, 1, a)
AFTER_INIT(mpi_init_thread_, 3, c)
AFTER_INIT(mpi_init_thread__, 3, c)
AFTER_INIT(mpi_init_thread_f08_, 3, c)
BEFORE(mpi_finalize_, 1, tlm_before_finalize())
BEFORE(mpi_finalize__, 1, tlm_before_finalize())
BEFORE(mpi_finalize_f08_, 1, tlm_before_finalize())
BEFORE(mpi_abort_, 3, tlm_before_abort())
BEFORE(mpi_abort__, 3, tlm_before_abort())
BEFORE(mpi_abort_f08_, 3, tlm_before_abort())
PCONTROL(mpi_pcontrol_)
PCONTROL(mpi_pcontrol__)
PCONTROL(mpi_pcontrol_f08_)

/* MPI_Request_free. */
#define FORGETTING(symbol)                              \
    void symbol(P2);                                    \
    void symbol(P2) {                                   \
        TLM_CALL("MPI_Request_free");                   \
        tlm_forget(R(a));                               \
        NEXT(2, 2, symbol);                             \
        LEAVE(2, 2, tlm_no_traffic());                  \
    }

FORGETTING(mpi_request_free_)
FORGETTING(mpi_request_free__)
FORGETTING(mpi_request_free_f08_)
