/* Records the time that a program spends in its regions, on every rank and thread.
 *
 *     TREELINE_START("out");
 *     TREELINE_BEGIN("main");
 *     for (int i = 0; i < steps; i++) {
 *         TREELINE_BEGIN_EACH("sweep", i);
 *         sweep();
 *         TREELINE_END("sweep");
 *     }
 *     TREELINE_END("main");
 *
 * The recording is written at the end of the program, at MPI_Finalize or by TREELINE_CLOSE(), and
 * by SIGTERM, SIGINT, SIGHUP, SIGXCPU and abort(), unless the option "signals" is off.
 * The recorder never aborts the program. It prints one line at the end if data was lost.
 *
 * Threads and libraries that are unloaded later may record. Events in signal handlers may allocate
 * memory; they are rejected if the handler has interrupted the recorder.
 *
 * C99 and C++11. Include mpi.h before this header in programs that use MPI. */
#ifndef TREELINE_H
#define TREELINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* The kind of an event: a bitwise or of these flags. */
enum {
    TREELINE_EACH = 1,   /* in a loop: stores one value per iteration */
    TREELINE_SUM = 2,    /* in a loop: stores the sum over all iterations */
    TREELINE_LOCAL = 4,  /* not on all ranks: a hint that saves messages at the end */
    TREELINE_LITERAL = 8, /* the name stays at its address until its library is unloaded */
    TREELINE_BETWEEN = 16 /* as an outermost event, it belongs to the last repetition */
};

/* 0 if nothing is recorded; an event then costs one read of it. Use treeline_is_on to read it. */
extern int treeline_state;

/* For other languages: 1 during a recording, 0 if nothing is recorded, -1 before the first event
 * decides. */
int treeline_get_state(void);

/* Sets an option before the start. Option names correspond to environment variables:
 * TREELINE_RECORD_SNAPSHOT_INTERVAL sets "snapshot-interval". "metadata.KEY" adds metadata to the
 * recording. The environment takes precedence. Must not be called while a thread records. Returns
 * 0, or -1 if the option or its value is invalid. */
int treeline_option(const char *name, const char *text);

/* Declares a numeric metric before the start: its unit ("", "B", "s", "ns" or your own) and its
 * scope ("exclusive" for quantities that add up over callees, "inclusive" if callees are included,
 * "point" for readings). */
int treeline_metric(const char *name, const char *unit, const char *scope);

/* Declares a label before the start: a string with one value per call path, such as a tag. */
int treeline_label(const char *name);

/* Starts recording into a folder; NULL uses the option "output". Under MPI all ranks call it, after
 * MPI_Init. A program without MPI need not call it: if TREELINE_RECORD_OUTPUT is set, the first
 * event starts the recording. Returns 0, or -1 if nothing is recorded. */
int treeline_start(const char *output);

/* Ends the recording and writes it. Under MPI all ranks call it. */
void treeline_close(void);

/* Ends the recording and writes the part of this rank, without communication. Call it before the
 * program ends in a way that the recorder cannot see, such as MPI_Abort or _exit. The reason, such
 * as "MPI_Abort", is stored as metadata. Ranks that do not call it are missing from the recording.
 * Not for signal handlers: see the option "signals". */
void treeline_close_alone(const char *reason);

/* Begins an event and returns its handle for treeline_end_event; 0 if nothing is recorded. */
uint64_t treeline_begin_event(const char *name, unsigned kind, int64_t iteration);
void treeline_end_event(uint64_t event);

/* Ends the innermost event. Its name must match, unless NULL is passed. */
void treeline_end_named(const char *name);

/* Adds to a declared metric of the innermost event, by the name or the number of the metric. The
 * number of an undeclared metric is -1. */
void treeline_add(const char *metric, double value);
int treeline_metric_number(const char *metric);
void treeline_add_number(int metric, double value);

/* Sets a declared label of the innermost event. */
void treeline_put(const char *label, const char *text);

/* Omits events that begin while paused, on all threads of this rank. Open events continue. */
void treeline_pause(void);
void treeline_resume(void);

/* The current call path of this thread, valid until the recording ends. The events of a thread that
 * attaches to it become its children, until the thread detaches. */
const void *treeline_here(void);
void treeline_attach(const void *path);
void treeline_detach(void);

/* Communication between ranks, for the output at the end. treeline-mpi.h implements it for MPI.
 * Functions with a status return 0 if successful. Received bytes are allocated by malloc; the
 * recorder frees them.
 *
 * The struct grows only at its end. The recorder treats the members beyond `bytes` as NULL, so a
 * program that was compiled with an older header keeps working. In 0.2.0 `bytes` did not exist. */
typedef struct treeline_ranks {
    size_t bytes; /* sizeof(treeline_ranks) */
    int (*is_ready)(void); /* whether messages can be sent */
    int (*rank)(void);
    int (*size)(void);
    int (*open)(void);  /* collective, before messages; registers treeline_close_at_end */
    void (*shut)(void); /* after the last message */
    int (*send)(const void *bytes, size_t length, int to);
    int (*receive)(int from, unsigned char **bytes, size_t *length);
    int (*broadcast)(unsigned char **bytes, size_t *length); /* from rank 0 */
    const char *(*library)(void);
} treeline_ranks;

/* Registers the communication; only the first call has an effect. Returns the number of earlier
 * calls. */
int treeline_use_ranks(const treeline_ranks *ranks);

/* Registers a function that each start calls after it has read the options, for libraries that
 * declare metrics. */
void treeline_before_start(void (*declare)(void));

/* Traces, for communication libraries. Kinds of operations; a post and its completion have the same
 * request. The numbers are those of the file format. */
enum {
    TREELINE_SEND = 1,
    TREELINE_RECEIVE = 2,
    TREELINE_POST_SEND = 3,
    TREELINE_COMPLETE_SEND = 4,
    TREELINE_POST_RECEIVE = 5,
    TREELINE_COMPLETE_RECEIVE = 6,
    TREELINE_CANCEL = 7,
    TREELINE_BARRIER = 16,
    TREELINE_BROADCAST = 17,
    TREELINE_GATHER = 18,
    TREELINE_GATHERV = 19,
    TREELINE_SCATTER = 20,
    TREELINE_SCATTERV = 21,
    TREELINE_ALLGATHER = 22,
    TREELINE_ALLGATHERV = 23,
    TREELINE_ALLTOALL = 24,
    TREELINE_ALLTOALLV = 25,
    TREELINE_ALLTOALLW = 26,
    TREELINE_ALLREDUCE = 27,
    TREELINE_REDUCE = 28,
    TREELINE_REDUCE_SCATTER = 29,
    TREELINE_REDUCE_SCATTER_BLOCK = 30,
    TREELINE_SCAN = 31,
    TREELINE_EXSCAN = 32,
    TREELINE_OTHER_COLLECTIVE = 33,
    TREELINE_FINALIZE = 34
};

/* Whether the recording stores a trace (option "trace"). */
int treeline_trace_is_on(void);

/* Defines a communicator by the world ranks of its members, -1 for unknown ones, and returns its
 * number. All members define communicators of the same members in the same order. Returns -1 if
 * there are too many. */
int treeline_trace_group(const char *name, const int *members, int count);

/* Stores an operation within the innermost event, which completes it. The peer is a world rank: that
 * of the other end of a message, or of the root; -1 if there is none. The bytes are those of this
 * rank. */
void treeline_trace_operation(int kind, int group, int peer, int tag, uint64_t bytes,
                              uint32_t request);

/* Ends the recording at MPI_Finalize or exit. Open events count with their time up to now and are
 * not reported as misuse. */
void treeline_close_at_end(void);

#pragma GCC visibility pop

static inline int treeline_is_on(void) {
    return __atomic_load_n(&treeline_state, __ATOMIC_RELAXED) != 0;
}

static inline void treeline_begin(const char *name, unsigned kind, int64_t iteration) {
    if (treeline_is_on()) (void)treeline_begin_event(name, kind, iteration);
}

static inline void treeline_end(const char *name) {
    if (treeline_is_on()) treeline_end_named(name);
}

#ifdef __cplusplus
}
#endif

/* The name must be a string literal: the empty string before it rejects all other expressions. */
#define TREELINE_START(output) treeline_start(output)
#define TREELINE_CLOSE() treeline_close()
#define TREELINE_BEGIN(name) treeline_begin("" name, TREELINE_LITERAL, 0)
#define TREELINE_BEGIN_EACH(name, i) treeline_begin("" name, TREELINE_LITERAL | TREELINE_EACH, i)
#define TREELINE_BEGIN_SUM(name, i) treeline_begin("" name, TREELINE_LITERAL | TREELINE_SUM, i)
#define TREELINE_BEGIN_LOCAL(name) treeline_begin("" name, TREELINE_LITERAL | TREELINE_LOCAL, 0)
#define TREELINE_END(name) treeline_end("" name)
#define TREELINE_ADD(metric, value) (treeline_is_on() ? treeline_add(metric, value) : (void)0)
#define TREELINE_PUT(label, text) (treeline_is_on() ? treeline_put(label, text) : (void)0)

#ifdef __cplusplus
namespace treeline {
/* An event from here to the end of the block (RAII). */
class Event {
  public:
    explicit Event(const char *name, unsigned kind = 0, int64_t iteration = 0)
        : event_(treeline_is_on() ? treeline_begin_event(name, kind, iteration) : 0) {}
    ~Event() { end(); }
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;

    Event &add(const char *metric, double value) {
        if (event_ != 0) treeline_add(metric, value);
        return *this;
    }
    Event &put(const char *label, const char *text) {
        if (event_ != 0) treeline_put(label, text);
        return *this;
    }
    /* Ends the event before the end of the block. */
    void end() {
        if (event_ != 0 && treeline_is_on()) treeline_end_event(event_);
        event_ = 0;
    }

  private:
    uint64_t event_;
};
} /* namespace treeline */

/* An event with the name of the enclosing function, from here to its end. */
#define TREELINE_FUNCTION ::treeline::Event treeline_function_event(__func__, TREELINE_LITERAL)
#endif

#ifdef MPI_VERSION
#include "treeline-mpi.h"
#endif

#endif
