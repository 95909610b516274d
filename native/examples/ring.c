/* A ring of ranks with a slow rank and a slow phase, for traces: every iteration works, exchanges
 * messages with both neighbours and adds up a number over all ranks. Rank --slow works 40 % longer
 * than the others, and iterations 12 to 15 take twice as long. The work is a sleep, so that ranks
 * may outnumber cores.
 *
 *     mpicc -I../include ring.c -o ring -L../target -ltreeline
 *     TREELINE_RECORD_TRACE=true mpirun -n 8 env LD_PRELOAD=libtreeline-mpi.so ./ring --output ring  */
#define _POSIX_C_SOURCE 199309L
#include <mpi.h>
#include <time.h>
#include <treeline.h>

#include "options.h"

enum { BYTES = 8192, FIRST_SLOW = 12, LAST_SLOW = 15 };

static void work(double milliseconds) {
    struct timespec time = {(time_t)(milliseconds / 1000), 0};
    time.tv_nsec = (long)(milliseconds * 1e6) % 1000000000L;
    nanosleep(&time, NULL);
}

static void exchange(int left, int right) {
    static char buffers[4][BYTES];
    MPI_Request requests[4];
    MPI_Irecv(buffers[0], BYTES, MPI_CHAR, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(buffers[1], BYTES, MPI_CHAR, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(buffers[2], BYTES, MPI_CHAR, right, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(buffers[3], BYTES / 2, MPI_CHAR, left, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

int main(int count, char **values) {
    int iterations = (int)option_number(count, values, "--iterations", 20);
    double milliseconds = option_number(count, values, "--work", 4);
    int slow = (int)option_number(count, values, "--slow", 5);
    int rank;
    int ranks;
    MPI_Init(&count, &values);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    treeline_option("metadata.program", "ring");
    TREELINE_START(option_text(count, values, "--output", "ring-recording"));
    TREELINE_BEGIN("main");
    for (int i = 0; i < iterations; i++) {
        double factor = (rank == slow ? 1.4 : 1) * (i >= FIRST_SLOW && i <= LAST_SLOW ? 2 : 1);
        double mine = rank;
        double sum;
        TREELINE_BEGIN("stencil");
        work(milliseconds * factor);
        TREELINE_END("stencil");
        TREELINE_BEGIN("exchange");
        exchange((rank + ranks - 1) % ranks, (rank + 1) % ranks);
        TREELINE_END("exchange");
        TREELINE_BEGIN("norm");
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        TREELINE_END("norm");
    }
    TREELINE_END("main");
    MPI_Finalize();
    return 0;
}
