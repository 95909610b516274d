/* Interceptors for Fortran: each MPI call is an event around the same entry point of the MPI
 * library. That entry point converts the Fortran constants such as MPI_IN_PLACE, MPI_STATUS_IGNORE
 * and MPI_BOTTOM. Some libraries then call their C functions, which are not recorded as separate
 * events. All arguments are addresses. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

#include "traffic.h"

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

/* Calls the symbol of the MPI library. */
#define NEXT(n, symbol)                                            \
    do {                                                           \
        static void *known;                                        \
        union {                                                    \
            void *address;                                         \
            void (*function)(P##n);                                \
        } real = {next(&known, #symbol, LAST(n))};                 \
        if (real.function != NULL) real.function(A##n);            \
    } while (0)

/* The last argument is the error code, which is optional in Fortran 2008. */
#define LAST(n) (((MPI_Fint *[]){A##n})[n - 1])
#define FAILED(n) (LAST(n) != NULL && *LAST(n) != MPI_SUCCESS)

#define WRAPPED(symbol, name, n, traffic)                                     \
    void symbol(P##n);                                                      \
    void symbol(P##n) {                                                     \
        uint64_t event = tlm_enter("MPI_" #name);                           \
        NEXT(n, symbol);                                                    \
        if (event != 0) tlm_leave(event, FAILED(n) ? tlm_no_traffic() : traffic); \
    }

/* Replaces the status argument s if the program ignores the status. */
#define RECEIVING(symbol, name, n, s, traffic)                                \
    void symbol(P##n);                                                      \
    void symbol(P##n) {                                                     \
        uint64_t event = tlm_enter("MPI_" #name);                           \
        MPI_Fint own[MAX_STATUS_INTS];                                       \
        if (event != 0 && s == (void *)MPI_F_STATUS_IGNORE) s = own;        \
        NEXT(n, symbol);                                                    \
        if (event != 0) tlm_leave(event, FAILED(n) ? tlm_no_traffic() : traffic); \
    }

enum { MAX_STATUS_INTS = 64 };

/* Symbol names with one trailing underscore (gfortran and most compilers), with two (f2c), and of
 * the module mpi_f08. */
#define CALL(lower, name, n, traffic)                                           \
    WRAPPED(mpi_##lower##_, name, n, traffic)                                   \
    WRAPPED(mpi_##lower##_f08_, name, n, traffic)                               \
    void mpi_##lower##__(P##n) __attribute__((alias("mpi_" #lower "_")));
#define RECEIVE(lower, name, n, s, traffic)                                     \
    RECEIVING(mpi_##lower##_, name, n, s, traffic)                              \
    RECEIVING(mpi_##lower##_f08_, name, n, s, traffic)                          \
    void mpi_##lower##__(P##n) __attribute__((alias("mpi_" #lower "_")));

static int N(const void *number) { return *(const MPI_Fint *)number; }

static MPI_Datatype T(const void *type) { return PMPI_Type_f2c(*(const MPI_Fint *)type); }

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

static tlm_traffic received(void *status, int from) {
    MPI_Status known;
    if (PMPI_Status_f2c(status, &known) != MPI_SUCCESS) return tlm_no_traffic();
    return tlm_received(&known, from);
}

static tlm_traffic blocks(const void *buffer, const void *n, const void *t, const void *got,
                          const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_blocks(N(got), T(as), C(comm))
                                     : tlm_blocks(N(n), T(t), C(comm));
}

static tlm_traffic vector(const void *buffer, const void *n, const void *t, const void *got,
                          const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_vector(got, T(as), C(comm))
                                     : tlm_vector(n, T(t), C(comm));
}

/* Each block has its own type. */
static tlm_traffic typed_blocks(const void *buffer, const MPI_Fint *n, const MPI_Fint *t,
                                const MPI_Fint *got, const MPI_Fint *as, const void *comm) {
    int in_place = B(buffer) == MPI_IN_PLACE;
    tlm_traffic sum = tlm_collective(C(comm));
    int partners = tlm_partners(C(comm));
    sum.bytes = 0;
    for (int i = 0; i < partners; i++)
        sum.bytes += tlm_file(in_place ? got[i] : n[i], T(in_place ? as + i : t + i)).bytes;
    return sum;
}

static tlm_traffic in_place_or(const void *buffer, const void *n, const void *t, int got,
                               const void *as, const void *comm) {
    return B(buffer) == MPI_IN_PLACE ? tlm_block(got, T(as), C(comm))
                                     : tlm_block(N(n), T(t), C(comm));
}

static tlm_traffic rooted(const void *buffer, const void *root, const void *n, const void *t,
                          const void *comm) {
    const void *at = buffer == NULL ? NULL : B(buffer);
    int from = N(root);
    int has_none = at == MPI_IN_PLACE || from == MPI_ROOT || from == MPI_PROC_NULL;
    return has_none ? tlm_block(0, MPI_DATATYPE_NULL, C(comm)) : tlm_block(N(n), T(t), C(comm));
}

#include "fortran.h"

static int result_of(const MPI_Fint *error) { return error == NULL ? MPI_SUCCESS : *error; }

#define AFTER_INIT(symbol)                              \
    void symbol(P1);                                \
    void symbol(P1) {                               \
        NEXT(1, symbol);                            \
        tlm_after_init(result_of(a));                    \
    }
#define AFTER_INIT_THREAD(symbol)                 \
    void symbol(P3);                                \
    void symbol(P3) {                               \
        NEXT(3, symbol);                            \
        tlm_after_init(result_of(c));                    \
    }
#define BEFORE_FINALIZE(symbol)                                \
    void symbol(P1);                                \
    void symbol(P1) {                               \
        tlm_before_finalize();                               \
        NEXT(1, symbol);                            \
    }
#define PCONTROL(symbol)                            \
    void symbol(P1);                                \
    void symbol(P1) { tlm_control(N(a)); }

AFTER_INIT(mpi_init_)
AFTER_INIT(mpi_init__)
AFTER_INIT(mpi_init_f08_)
AFTER_INIT_THREAD(mpi_init_thread_)
AFTER_INIT_THREAD(mpi_init_thread__)
AFTER_INIT_THREAD(mpi_init_thread_f08_)
BEFORE_FINALIZE(mpi_finalize_)
BEFORE_FINALIZE(mpi_finalize__)
BEFORE_FINALIZE(mpi_finalize_f08_)
PCONTROL(mpi_pcontrol_)
PCONTROL(mpi_pcontrol__)
PCONTROL(mpi_pcontrol_f08_)
