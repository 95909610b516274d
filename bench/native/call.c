/* The overhead of recording an MPI call: a message from this rank to itself by PMPI and by MPI
 * alternately, the minimum of many tries. Argument: the number of tries. Prints "call NAME
 * NANOSECONDS". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "peer.h"
#include <treeline.h>

enum { BLOCK = 200 };

static double of_messages(int recorded) {
    double sent = 1;
    double got = 0;
    uint64_t start = now();
    for (int i = 0; i < BLOCK; i++) {
        if (recorded)
            MPI_Sendrecv(&sent, 1, MPI_DOUBLE, 0, 0, &got, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
                         MPI_STATUS_IGNORE);
        else
            PMPI_Sendrecv(&sent, 1, MPI_DOUBLE, 0, 0, &got, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE);
    }
    return (double)(now() - start) / BLOCK;
}

static double of_tests(int recorded) {
    MPI_Request none = MPI_REQUEST_NULL;
    int done = 0;
    uint64_t start = now();
    for (int i = 0; i < BLOCK; i++) {
        if (recorded) MPI_Test(&none, &done, MPI_STATUS_IGNORE);
        else PMPI_Test(&none, &done, MPI_STATUS_IGNORE);
    }
    return (double)(now() - start) / BLOCK;
}

static void keep_least(double *least, double nanos) {
    if (nanos < *least) *least = nanos;
}

int main(int count, char **values) {
    int tries = count > 1 ? atoi(values[1]) : 3000;
    double least[4] = {1e9, 1e9, 1e9, 1e9};
    MPI_Init(&count, &values);
    treeline_option("replace", "true");
    if (TREELINE_START(count > 2 ? values[2] : "call-recording") != 0) return 1;
    TREELINE_BEGIN("main");
    for (int i = 0; i < tries; i++)
        for (int recorded = 0; recorded < 2; recorded++) {
            keep_least(&least[recorded], of_messages(recorded));
            keep_least(&least[2 + recorded], of_tests(recorded));
        }
    TREELINE_END("main");
    printf("call sendrecv %.1f\ncall sendrecv-recorded %.1f\n", least[0], least[1]);
    printf("call test %.1f\ncall test-recorded %.1f\n", least[2], least[3]);
    MPI_Finalize();
    return 0;
}
