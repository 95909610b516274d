/* The temperature of a square plate with a hot upper edge, by the Jacobi method: every iteration
 * replaces each inner point by the mean of its four neighbours. Rows are distributed over the
 * ranks, and neighbouring ranks exchange their edge rows (halos). The Java example of this name has
 * the same events and bitwise the same result.
 *
 *     mpicc -I../include jacobi.c -o jacobi -L../target -l:libtreeline.a -lpthread -lm
 *     mpirun -n 4 ./jacobi --imbalance 1 --output out  */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <treeline.h>

#include "options.h"

typedef struct {
    int rank;
    int ranks;
    int size;
    int first_row;
    int rows;
    double *plate; /* the rows of this rank, between one row of each neighbour */
    double *next;
} jacobi;

static int start_of(int items, int rank, int ranks, double imbalance) {
    return rank == 0 ? 0 : (int)floor(items * (rank + imbalance) / (ranks + imbalance) + 0.5);
}

static size_t width(const jacobi *it) { return (size_t)it->size + 2; }

static double *row_of(const jacobi *it, double *plate, int row) {
    return plate + (size_t)row * width(it);
}

static int make(jacobi *it, int size, int rank, int ranks, double imbalance) {
    size_t points;
    it->rank = rank;
    it->ranks = ranks;
    it->size = size;
    it->first_row = start_of(size, rank, ranks, imbalance);
    it->rows = start_of(size, rank + 1, ranks, imbalance) - it->first_row;
    points = ((size_t)it->rows + 2) * width(it);
    it->plate = calloc(points, sizeof(double));
    it->next = calloc(points, sizeof(double));
    if (it->plate == NULL || it->next == NULL) return -1;
    for (size_t i = 0; it->first_row == 0 && i < width(it); i++) it->plate[i] = it->next[i] = 100;
    return 0;
}

static void drop(jacobi *it) {
    free(it->plate);
    free(it->next);
}

static void exchange_halos(jacobi *it) {
    int upper = it->rank > 0 ? it->rank - 1 : MPI_PROC_NULL;
    int lower = it->rank < it->ranks - 1 ? it->rank + 1 : MPI_PROC_NULL;
    int count = it->size + 2;
    MPI_Sendrecv(row_of(it, it->plate, 1), count, MPI_DOUBLE, upper, 0,
                 row_of(it, it->plate, it->rows + 1), count, MPI_DOUBLE, lower, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(row_of(it, it->plate, it->rows), count, MPI_DOUBLE, lower, 1,
                 row_of(it, it->plate, 0), count, MPI_DOUBLE, upper, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static double sweep_row(jacobi *it, int row) {
    const double *above = row_of(it, it->plate, row - 1);
    const double *here = row_of(it, it->plate, row);
    const double *below = row_of(it, it->plate, row + 1);
    double *into = row_of(it, it->next, row);
    double change = 0;
    for (int column = 1; column <= it->size; column++) {
        double mean = (above[column] + below[column] + here[column - 1] + here[column + 1]) / 4;
        change = fmax(change, fabs(mean - here[column]));
        into[column] = mean;
    }
    return change;
}

static double sweep(jacobi *it) {
    double change = 0;
    double *before = it->plate;
    for (int row = 1; row <= it->rows; row++) change = fmax(change, sweep_row(it, row));
    it->plate = it->next;
    it->next = before;
    memcpy(row_of(it, it->plate, 0), row_of(it, it->next, 0), width(it) * sizeof(double));
    memcpy(row_of(it, it->plate, it->rows + 1), row_of(it, it->next, it->rows + 1),
           width(it) * sizeof(double));
    return change;
}

static double iterate(jacobi *it, int iterations) {
    double change = 0;
    for (int i = 0; i < iterations; i++) {
        double mine;
        TREELINE_BEGIN_EACH("halo", i);
        TREELINE_PUT("tag", "COMM");
        exchange_halos(it);
        TREELINE_ADD("mem", 2.0 * (double)width(it) * sizeof(double));
        TREELINE_END("halo");

        TREELINE_BEGIN_EACH("sweep", i);
        TREELINE_PUT("tag", "COMP");
        mine = sweep(it);
        TREELINE_ADD("mem", 2.0 * it->rows * it->size * sizeof(double));
        TREELINE_END("sweep");

        TREELINE_BEGIN_SUM("residual", i);
        TREELINE_PUT("tag", "COMM");
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        TREELINE_END("residual");
    }
    return change;
}

/* The serial result is bitwise the same, because sweeps do not depend on the order of points. */
static int check(const jacobi *it, int iterations) {
    jacobi serial;
    int wrong = make(&serial, it->size, 0, 1, 0);
    for (int i = 0; i < iterations && !wrong; i++) (void)sweep(&serial);
    for (int row = 1; row <= it->rows && !wrong; row++)
        wrong = memcmp(row_of(it, it->plate, row) + 1,
                       row_of(&serial, serial.plate, it->first_row + row) + 1,
                       (size_t)it->size * sizeof(double)) != 0;
    drop(&serial);
    return wrong;
}

int main(int count, char **values) {
    int size = (int)option_number(count, values, "--size", 128);
    int iterations = (int)option_number(count, values, "--iterations", 50);
    int repetitions = (int)option_number(count, values, "--repetitions", 2);
    double change = 0;
    int wrong = 0;
    int rank;
    int ranks;
    MPI_Init(&count, &values);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    treeline_option("metrics", "tag:0;mem:1");
    treeline_option("metadata.program", "jacobi");
    TREELINE_START(option_text(count, values, "--output", "jacobi-recording"));
    for (int repetition = 0; repetition < repetitions; repetition++) {
        jacobi parallel;
        TREELINE_BEGIN("main");
        if (make(&parallel, size, rank, ranks, option_number(count, values, "--imbalance", 0)) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
        change = iterate(&parallel, iterations);
        TREELINE_BEGIN("check");
        wrong |= check(&parallel, iterations);
        TREELINE_END("check");
        drop(&parallel);
        TREELINE_END("main");
    }
    if (wrong) printf("rank %d differs from the serial result\n", rank);
    else if (rank == 0)
        printf("jacobi on %d ranks: %d x %d points, %d iterations, last change %.4f, equal to the "
               "serial result\n",
               ranks, size, size, iterations, change);
    MPI_Finalize();
    return wrong;
}
