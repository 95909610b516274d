/* Records which regions of a program took how long, on every rank and thread.
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
 * The recording is written at the end of the program, at MPI_Finalize or by TREELINE_CLOSE().
 * Nothing here aborts the program or prints, but for one line at the end where something was lost.
 * C99 and C++11. Include mpi.h before this header in programs that use MPI. */
#ifndef TREELINE_H
#define TREELINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* What an event is, or-ed together. */
enum {
    TREELINE_EACH = 1,   /* in a loop: the value of each iteration is kept */
    TREELINE_SUM = 2,    /* in a loop: the sum over all iterations is kept */
    TREELINE_LOCAL = 4,  /* only some ranks have it: a hint that saves messages at the end */
    TREELINE_LITERAL = 8, /* the text at the address of its name never changes */
    TREELINE_BETWEEN = 16 /* outermost, it is no repetition but part of the last one */
};

/* 0 where nothing is recorded, so that an event costs this look. Read it by treeline_is_on. */
extern int treeline_state;

/* The same for other languages: 1 while a recording is under way, -1 before that is decided. */
int treeline_get_state(void);

/* Sets an option before the start, by the names that environment variables use
 * (TREELINE_RECORD_SNAPSHOT_INTERVAL is "snapshot-interval"); "metadata.KEY" adds a key to the
 * recording. While no thread records. The environment wins. 0, or -1 if there is no such option or not with this text. */
int treeline_option(const char *name, const char *text);

/* Declares a number that events add to: its unit ("", "B", "s", "ns" or your own) and its scope
 * ("exclusive" for quantities that add up, "point" for readings, "inclusive"). Before the start. */
int treeline_metric(const char *name, const char *unit, const char *scope);

/* Declares a text about events that is the same for all calls, such as a tag. Before the start. */
int treeline_label(const char *name);

/* Starts recording into a folder; NULL takes the option "output". Under MPI all ranks call it, after
 * MPI_Init. A program without MPI that does not call it records from its first event on if
 * TREELINE_RECORD_OUTPUT is set. 0, or -1 if nothing is recorded. */
int treeline_start(const char *output);

/* Ends the recording and writes it. Under MPI all ranks call it. */
void treeline_close(void);

/* Begins an event, and gives what treeline_end_event needs; 0 where nothing is recorded. */
uint64_t treeline_begin_event(const char *name, unsigned kind, int64_t iteration);
void treeline_end_event(uint64_t event);

/* Ends the innermost event, which has to have this name; NULL for whatever it is called. */
void treeline_end_named(const char *name);

/* Adds to a declared number of the innermost event, by name or by its number (-1: there is none). */
void treeline_add(const char *metric, double value);
int treeline_metric_number(const char *metric);
void treeline_add_number(int metric, double value);

/* Sets a declared text of the innermost event. */
void treeline_put(const char *label, const char *text);

/* Leaves out what begins from now on, on all threads of this rank; what is open goes on. */
void treeline_pause(void);
void treeline_resume(void);

/* The call path that is open on this thread. Another thread that attaches to it records its events
 * below it, until it detaches. Valid until the recording ends. */
const void *treeline_here(void);
void treeline_attach(const void *path);
void treeline_detach(void);

/* How ranks reach each other, for the output at the end. treeline-mpi.h has one for MPI. Functions
 * return 0 if all went well; what is received is malloc'ed. */
typedef struct treeline_ranks {
    int (*is_ready)(void); /* whether messages can be sent now */
    int (*rank)(void);
    int (*size)(void);
    int (*open)(void);  /* collective, before messages; from now on treeline_close_at_end is called */
    void (*shut)(void); /* after all messages */
    int (*send)(const void *bytes, size_t length, int to);
    int (*receive)(int from, unsigned char **bytes, size_t *length);
    int (*broadcast)(unsigned char **bytes, size_t *length); /* from rank 0 */
    const char *(*library)(void);
} treeline_ranks;

/* The first that is given counts; returns how many were given before. */
int treeline_use_ranks(const treeline_ranks *ranks);

/* Calls this at each start, when all options are known: for libraries that declare metrics. */
void treeline_before_start(void (*declare)(void));

/* For the hook at MPI_Finalize: writes the recording; events that are open count up to now. */
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

/* The name is a literal: the empty text in front refuses all else. */
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
/* An event from here to the end of the block, however that is left. */
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
    /* Before the end of the block. */
    void end() {
        if (event_ != 0 && treeline_is_on()) treeline_end_event(event_);
        event_ = 0;
    }

  private:
    uint64_t event_;
};
} /* namespace treeline */

/* An event of the name of the function that it stands in, from here to its end. */
#define TREELINE_FUNCTION ::treeline::Event treeline_function_event(__func__, TREELINE_LITERAL)
#endif

#ifdef MPI_VERSION
#include "treeline-mpi.h"
#endif

#endif
