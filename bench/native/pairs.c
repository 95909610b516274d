/* The overhead of an event compared with two clock reads: all kinds alternately, the minimum of
 * many tries. Argument: the number of tries. Prints "pair NAME NANOSECONDS". */
#include <stdio.h>
#include <stdlib.h>
#include <treeline.h>

#include "peer.h"

enum { BLOCK = 1000, KINDS = 6 };

static const char *const names[KINDS] = {"clock", "event", "iteration", "number", "off", "caliper"};

static volatile uint64_t sink;

/* One branch per kind instead of function pointers, so that calls can be inlined as in a
 * program. */
static void run(int kind) {
    switch (kind) {
    case 0:
        for (int i = 0; i < BLOCK; i++) sink += now() ^ now();
        break;
    case 2:
        for (int i = 0; i < BLOCK; i++) {
            TREELINE_BEGIN_EACH("iteration", i);
            TREELINE_END("iteration");
        }
        break;
    case 3:
        for (int i = 0; i < BLOCK; i++) {
            TREELINE_BEGIN("number");
            TREELINE_ADD("mem", 1);
            TREELINE_END("number");
        }
        break;
    case 5:
        for (int i = 0; i < BLOCK; i++) {
            PEER_BEGIN("event");
            PEER_END("event");
        }
        break;
    default:
        for (int i = 0; i < BLOCK; i++) {
            TREELINE_BEGIN("event");
            TREELINE_END("event");
        }
    }
}

static double once(int kind) {
    int state = treeline_state;
    uint64_t start;
    uint64_t end;
    if (kind == 4) treeline_state = 0; /* as if nothing were recorded */
    start = now();
    run(kind);
    end = now();
    treeline_state = state;
    return (double)(end - start) / BLOCK;
}

int main(int count, char **values) {
    int tries = count > 1 ? atoi(values[1]) : 3000;
    double least[KINDS];
    treeline_option("metrics", "mem:1");
    treeline_option("replace", "true");
    if (TREELINE_START(count > 2 ? values[2] : "pairs-recording") != 0) return 1;
    peer_start("pairs.cali");
    TREELINE_BEGIN("main");
    PEER_BEGIN("main");
    for (int kind = 0; kind < KINDS; kind++) least[kind] = 1e9;
    for (int i = 0; i < tries; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            double nanos = once(kind);
            if (nanos < least[kind]) least[kind] = nanos;
        }
    PEER_END("main");
    TREELINE_END("main");
    for (int kind = 0; kind < KINDS - !HAS_PEER; kind++)
        printf("pair %s %.1f\n", names[kind], least[kind]);
    return 0;
}
