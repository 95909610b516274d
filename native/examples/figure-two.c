/* The program of figure 2 of the TinyProf paper, with the same events: main runs twice; compute is
 * in a loop that stores each iteration; update is on odd ranks only; exchange contains comm and
 * write in a loop that stores the sum. The Java example of this name has the same events.
 *
 *     mpicc -I../include figure-two.c -o figure-two -L../target -l:libtreeline.a -lpthread -lm
 *     mpirun -n 4 ./figure-two --output out  */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <treeline.h>

#include "options.h"

enum { ITERATIONS = 3 };

static int rank;
static int ranks;

/* A number between -1 and 1 that depends only on i. */
static double noise(int64_t i) {
    uint64_t mixed = (uint64_t)(i + 1) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93u;
    return (double)((int64_t)mixed >> 11) * 0x1p-52;
}

static double mean_of_squares(int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += noise(i) * noise(i);
    return sum / count;
}

static double compute(int work) {
    double value = 0;
    for (int i = 0; i < ITERATIONS; i++) {
        TREELINE_BEGIN_EACH("compute", i);
        TREELINE_PUT("tag", "COMP");
        TREELINE_ADD("mem", (double)work * sizeof(double));
        value = mean_of_squares(work);
        TREELINE_END("compute");
    }
    if (rank % 2 == 1) {
        TREELINE_BEGIN_LOCAL("update");
        TREELINE_PUT("tag", "COMP");
        TREELINE_ADD("mem", sizeof(double));
        value = sqrt(value);
        TREELINE_END("update");
    }
    return value;
}

static void receive_from_left(double *numbers, int size) {
    MPI_Sendrecv_replace(numbers, size, MPI_DOUBLE, (rank + 1) % ranks, 0,
                         (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Every rank writes to its own region of one file. */
static void write_numbers(MPI_File file, const double *numbers, int size, int iteration) {
    MPI_Offset place = (MPI_Offset)(iteration * ranks + rank) * size * (MPI_Offset)sizeof(double);
    MPI_File_write_at(file, place, numbers, size, MPI_DOUBLE, MPI_STATUS_IGNORE);
}

static void exchange(MPI_File file, double *numbers, int size) {
    TREELINE_BEGIN("exchange");
    for (int i = 0; i < size; i++) numbers[i] = rank;
    for (int i = 0; i < ITERATIONS; i++) {
        TREELINE_BEGIN_SUM("comm", i);
        receive_from_left(numbers, size);
        TREELINE_END("comm");
        TREELINE_BEGIN_SUM("write", i);
        TREELINE_PUT("tag", "IO");
        TREELINE_ADD("mem", (double)size * sizeof(double));
        write_numbers(file, numbers, size, i);
        TREELINE_END("write");
    }
    TREELINE_END("exchange");
}

/* After iteration i a rank has the numbers of the rank i + 1 positions to its left. */
static int check(MPI_File file, double *numbers, int size) {
    int wrong = 0;
    for (int i = 0; i < ITERATIONS; i++)
        for (int of = 0; of < ranks; of++) {
            MPI_Offset place = (MPI_Offset)(i * ranks + of) * size * (MPI_Offset)sizeof(double);
            int expected = ((of - i - 1) % ranks + ranks) % ranks;
            MPI_File_read_at(file, place, numbers, size, MPI_DOUBLE, MPI_STATUS_IGNORE);
            for (int n = 0; n < size; n++) wrong |= numbers[n] != expected;
        }
    return wrong;
}

int main(int count, char **values) {
    int size = (int)option_number(count, values, "--size", 10000);
    int repetitions = (int)option_number(count, values, "--repetitions", 2);
    const char *output = option_text(count, values, "--output", "figure-two-recording");
    double *numbers = malloc((size_t)size * sizeof(double));
    char name[4096];
    double value = 0;
    int wrong = 0;
    int work;
    MPI_File file;
    MPI_Init(&count, &values);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (numbers == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    work = rank == 0 ? (int)(size * (1 + option_number(count, values, "--imbalance", 0))) : size;
    snprintf(name, sizeof name, "%s.numbers", output);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    treeline_option("metrics", "tag:0;mem:1");
    treeline_option("metadata.program", "figure-two");
    TREELINE_START(output);
    for (int repetition = 0; repetition < repetitions; repetition++) {
        TREELINE_BEGIN("main");
        value += compute(work);
        exchange(file, numbers, size);
        TREELINE_END("main");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) wrong = check(file, numbers, size);
    MPI_File_close(&file);
    if (wrong) printf("%s does not hold what was exchanged\n", name);
    else if (rank == 0)
        printf("figure-two on %d ranks: %d numbers per rank computed (%.3f), exchanged %d times and "
               "written as they should be\n",
               ranks, size, value, ITERATIONS);
    free(numbers);
    MPI_Finalize();
    return wrong;
}
