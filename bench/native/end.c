/* The duration of the end of a run, for main, 48 events in a loop of 100 iterations, and update on
 * odd ranks, as in treeline.bench.record.mpi.OutputProgram. Records with one tool only, because
 * within one process the tool that ran second was faster, whichever it was. Times the close between two
 * barriers on the slowest rank. Arguments: treeline or caliper, sum or iter, and the output. Prints
 * "end TOOL MILLISECONDS CPU_MILLISECONDS", the second number without the barriers and for all
 * ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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

static double cpu_millis(void) {
    struct rusage used;
    (void)getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

static void end_run(const char *tool, int rank, void (*close_recorder)(void)) {
    double mine[2];
    double most;
    double cpu;
    double before;
    uint64_t start;
    MPI_Barrier(MPI_COMM_WORLD);
    before = cpu_millis();
    start = now();
    close_recorder();
    mine[1] = cpu_millis() - before;
    MPI_Barrier(MPI_COMM_WORLD);
    mine[0] = (double)(now() - start) / 1e6;
    MPI_Reduce(&mine[0], &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine[1], &cpu, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("end %s %.3f %.3f\n", tool, most, cpu);
}

int main(int count, char **values) {
    int by_peer = count > 1 && strcmp(values[1], "caliper") == 0;
    int each = count > 2 && strcmp(values[2], "iter") == 0;
    const char *output = count > 3 ? values[3] : "end-recording";
    int rank;
    MPI_Init(&count, &values);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int event = 0; event < EVENTS; event++)
        snprintf(names[event], sizeof names[event], "region_%d", event);
    if (by_peer && HAS_PEER) {
        peer_start(output);
        record_by_peer(rank, each);
        end_run("caliper", rank, peer_flush);
    } else if (!by_peer) {
        treeline_option("replace", "true");
        if (TREELINE_START(output) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
        record(rank, each ? TREELINE_EACH : TREELINE_SUM);
        end_run("treeline", rank, treeline_close);
    }
    MPI_Finalize();
    return 0;
}
