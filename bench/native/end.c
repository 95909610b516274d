/* The duration of the end of a run, for main, 48 events in a loop of 100 iterations, and update on
 * odd ranks, as in treeline.bench.record.mpi.OutputProgram. Times the close between two barriers on
 * the slowest rank, first of this recorder, then of Caliper. Arguments: sum or iter, and a folder.
 * Prints "end NAME MILLISECONDS". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"
#include <treeline.h>

enum { EVENTS = 48, ITERATIONS = 100 };

static char names[EVENTS][16];
static volatile uint64_t sink;

/* A few hundred nanoseconds, increasing with the event number. */
static void work(int event) {
    uint64_t mixed = (uint64_t)event;
    for (int i = 0; i < 50 + 10 * event; i++) mixed = mixed * 6364136223846793005u + (uint64_t)i;
    sink = mixed;
}

static void record(int rank, unsigned kind) {
    TREELINE_BEGIN("main");
    for (int i = 0; i < ITERATIONS; i++) {
        for (int event = 0; event < EVENTS; event++) {
            treeline_begin(names[event], kind | TREELINE_LITERAL, i);
            work(event);
            treeline_end(names[event]);
        }
        if (rank % 2 == 1) {
            treeline_begin("update", kind | TREELINE_LITERAL | TREELINE_LOCAL, i);
            work(EVENTS);
            treeline_end("update");
        }
    }
    TREELINE_END("main");
}

/* Caliper records iterations as separate regions. */
static void record_by_peer(int rank, int each) {
    char step[16];
    PEER_BEGIN("main");
    for (int i = 0; i < ITERATIONS; i++) {
        snprintf(step, sizeof step, "iter_%d", i);
        if (each) PEER_BEGIN(step);
        for (int event = 0; event < EVENTS; event++) {
            PEER_BEGIN(names[event]);
            work(event);
            PEER_END(names[event]);
        }
        if (rank % 2 == 1) {
            PEER_BEGIN("update");
            work(EVENTS);
            PEER_END("update");
        }
        if (each) PEER_END(step);
    }
    PEER_END("main");
}

static void report(const char *name, int rank, uint64_t start) {
    double mine = (double)(now() - start) / 1e6;
    double most = 0;
    MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("end %s %.3f\n", name, most);
}

int main(int count, char **values) {
    const char *folder = count > 2 ? values[2] : "end-recording";
    int each = count > 1 && strcmp(values[1], "iter") == 0;
    int rank;
    uint64_t start;
    char file[4096];
    MPI_Init(&count, &values);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int event = 0; event < EVENTS; event++)
        snprintf(names[event], sizeof names[event], "region_%d", event);
    treeline_option("replace", "true");
    if (TREELINE_START(folder) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    record(rank, each ? TREELINE_EACH : TREELINE_SUM);
    MPI_Barrier(MPI_COMM_WORLD);
    start = now();
    TREELINE_CLOSE();
    MPI_Barrier(MPI_COMM_WORLD);
    report("treeline", rank, start);
    if (HAS_PEER) {
        snprintf(file, sizeof file, "%s.cali", folder);
        peer_start(file);
        record_by_peer(rank, each);
        MPI_Barrier(MPI_COMM_WORLD);
        start = now();
        peer_flush();
        MPI_Barrier(MPI_COMM_WORLD);
        report("caliper", rank, start);
    }
    MPI_Finalize();
    return 0;
}
