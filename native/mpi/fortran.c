/* The entry points of Fortran: each call of MPI as an event around the same entry point of the MPI
 * library, which knows how Fortran says "in place", "ignored" and "bottom". Some libraries call
 * their C functions then; those are part of the call. All arguments are addresses. */
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

/* The libraries of Fortran. A linker leaves them out where we have all that a program calls. */
#ifdef OPEN_MPI
static const char *const libraries[] = {"libmpi_mpifh.so.40", "libmpi_mpifh.so",
                                        "libmpi_usempif08.so.40", "libmpi_usempif08.so"};
#else
static const char *const libraries[] = {"libmpichfort.so.12", "libmpichfort.so", "libmpifort.so.12",
                                        "libmpifort.so"};
#endif

static void *searched(const char *symbol) {
    void *found = dlsym(RTLD_NEXT, symbol);
    for (size_t i = 0; found == NULL && i < sizeof libraries / sizeof *libraries; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_GLOBAL);
        if (library != NULL) found = dlsym(library, symbol);
    }
    return found;
}

/* Without it nothing can go on: the program gets an error, and a line says why. */
static void *next(void **known, const char *symbol, MPI_Fint *error) {
    if (*known == NULL) *known = searched(symbol);
    if (*known != NULL) return *known;
    (void)fprintf(stderr, "treeline: MPI's own %s was not found; link the program with"
                          " -Wl,--no-as-needed\n", symbol);
    if (error != NULL) *error = MPI_ERR_OTHER;
    return NULL;
}

/* Calls what a symbol is without us. */
#define NEXT(n, symbol)                                            \
    do {                                                           \
        static void *known;                                        \
        union {                                                    \
            void *address;                                         \
            void (*function)(P##n);                                \
        } real = {next(&known, #symbol, LAST(n))};                 \
        if (real.function != NULL) real.function(A##n);            \
    } while (0)

/* The last argument is the error, which Fortran 2008 may leave out. */
#define LAST(n) (((MPI_Fint *[]){A##n})[n - 1])
#define FAILED(n) (LAST(n) != NULL && *LAST(n) != MPI_SUCCESS)

#define WRAPPED(symbol, name, n, moved)                                     \
    void symbol(P##n);                                                      \
    void symbol(P##n) {                                                     \
        uint64_t event = tlm_enter("MPI_" #name);                           \
        NEXT(n, symbol);                                                    \
        if (event != 0) tlm_leave(event, FAILED(n) ? tlm_nothing() : moved); \
    }

/* With a status s, that the program may not want. */
#define RECEIVING(symbol, name, n, s, moved)                                \
    void symbol(P##n);                                                      \
    void symbol(P##n) {                                                     \
        uint64_t event = tlm_enter("MPI_" #name);                           \
        MPI_Fint own[MOST_OF_STATUS];                                       \
        if (event != 0 && s == (void *)MPI_F_STATUS_IGNORE) s = own;        \
        NEXT(n, symbol);                                                    \
        if (event != 0) tlm_leave(event, FAILED(n) ? tlm_nothing() : moved); \
    }

enum { MOST_OF_STATUS = 64 };

/* As gfortran and most others write a name, with two underscores as f2c does, and of the module
 * mpi_f08. */
#define CALL(lower, name, n, moved)                                           \
    WRAPPED(mpi_##lower##_, name, n, moved)                                   \
    WRAPPED(mpi_##lower##_f08_, name, n, moved)                               \
    void mpi_##lower##__(P##n) __attribute__((alias("mpi_" #lower "_")));
#define RECEIVE(lower, name, n, s, moved)                                     \
    RECEIVING(mpi_##lower##_, name, n, s, moved)                              \
    RECEIVING(mpi_##lower##_f08_, name, n, s, moved)                          \
    void mpi_##lower##__(P##n) __attribute__((alias("mpi_" #lower "_")));

static int N(const void *number) { return *(const MPI_Fint *)number; }

static MPI_Datatype T(const void *type) { return PMPI_Type_f2c(*(const MPI_Fint *)type); }

static MPI_Comm C(const void *comm) { return PMPI_Comm_f2c(*(const MPI_Fint *)comm); }

/* Open MPI has a variable of which the address says it, MPICH one that holds the address. Where
 * neither is there, every buffer is taken for it: then its count and type are not looked at. */
static const void *B(const void *buffer) {
    static const void *in_place;
    if (in_place == NULL) {
        void *const *held = dlsym(RTLD_DEFAULT, "MPIR_F_MPI_IN_PLACE");
        in_place = held != NULL ? *held : dlsym(RTLD_DEFAULT, "mpi_fortran_in_place_");
    }
    return in_place == NULL || buffer == in_place ? MPI_IN_PLACE : buffer;
}

static tlm_traffic arrived(void *status, int from) {
    MPI_Status known;
    if (PMPI_Status_f2c(status, &known) != MPI_SUCCESS) return tlm_nothing();
    return tlm_arrived(&known, from);
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
static tlm_traffic mixed(const void *buffer, const MPI_Fint *n, const MPI_Fint *t,
                         const MPI_Fint *got, const MPI_Fint *as, const void *comm) {
    int in_place = B(buffer) == MPI_IN_PLACE;
    tlm_traffic sum = tlm_together(C(comm));
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

#define BEGINS(symbol)                              \
    void symbol(P1);                                \
    void symbol(P1) {                               \
        NEXT(1, symbol);                            \
        tlm_begun(result_of(a));                    \
    }
#define BEGINS_WITH_THREADS(symbol)                 \
    void symbol(P3);                                \
    void symbol(P3) {                               \
        NEXT(3, symbol);                            \
        tlm_begun(result_of(c));                    \
    }
#define ENDS(symbol)                                \
    void symbol(P1);                                \
    void symbol(P1) {                               \
        tlm_ending();                               \
        NEXT(1, symbol);                            \
    }
#define CONTROLS(symbol)                            \
    void symbol(P1);                                \
    void symbol(P1) { tlm_control(N(a)); }

BEGINS(mpi_init_)
BEGINS(mpi_init__)
BEGINS(mpi_init_f08_)
BEGINS_WITH_THREADS(mpi_init_thread_)
BEGINS_WITH_THREADS(mpi_init_thread__)
BEGINS_WITH_THREADS(mpi_init_thread_f08_)
ENDS(mpi_finalize_)
ENDS(mpi_finalize__)
ENDS(mpi_finalize_f08_)
CONTROLS(mpi_pcontrol_)
CONTROLS(mpi_pcontrol__)
CONTROLS(mpi_pcontrol_f08_)
