#define _GNU_SOURCE
#include "call.h"

#include <errno.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <treeline.h>

#include "groups.h"
#include "operations.h"
#include "requests.h"

/* Each MPI call is an event below the innermost open event, with its bytes and peers. */

static int bytes_metric = -1;
static int peers_metric = -1;
static uint64_t program; /* the outermost event of a preloaded program */
static const void *program_path;

/* The library is preloaded or linked, so its few thread variables fit into the static block, which
 * is the fastest to access. */
#define THREAD static __thread __attribute__((tls_model("initial-exec")))

THREAD const tlm_call *outermost; /* nested MPI calls belong to this call */
THREAD uint64_t outermost_event;  /* a copy: the frame of a call that was left is invalid */
THREAD const char *outermost_name;
THREAD const char *tag;
THREAD const void *attached_path;

/* Called before each start. The paths of an earlier recording are no longer valid. */
static void declare(void) {
    program = 0;
    program_path = NULL;
    tlm_forget_groups();
    tlm_follow_none();
    (void)treeline_metric("bytes", "B", "exclusive");
    (void)treeline_metric("peers", "", "exclusive");
    (void)treeline_label("tag");
    bytes_metric = treeline_metric_number("bytes");
    peers_metric = treeline_metric_number("peers");
}

__attribute__((constructor)) static void prepare(void) { treeline_before_start(declare); }

/* The MPI calls of a worker thread become children of the outermost event of the program. */
static void attach(void) {
    attached_path = program_path;
    treeline_attach(program_path);
}

/* The outermost call encloses this call only if its frame is older. Otherwise it was left in a way
 * that neither the cleanup nor jumps.c noticed, such as setcontext. */
static int is_nested(const tlm_call *call) {
    if (outermost == NULL) return 0;
    if ((uintptr_t)call < (uintptr_t)outermost) return 1;
    tlm_abandon_outermost();
    return 0;
}

void tlm_enter(tlm_call *call, const char *name) {
    if (!treeline_is_on() || is_nested(call)) return;
    if (attached_path != program_path) attach();
    call->event = treeline_begin_event(name, TREELINE_LITERAL | TREELINE_BETWEEN, 0);
    if (call->event == 0) return;
    outermost = call;
    outermost_event = call->event;
    outermost_name = name;
    tlm_this_operation.shape = 0;
    tag = strncmp(name, "MPI_File", 8) == 0 ? "IO" : "COMM";
}

static void end(tlm_traffic traffic) {
    outermost = NULL;
    if (!treeline_is_on()) return;
    if (tlm_this_operation.shape != 0 && treeline_trace_is_on())
        tlm_trace(outermost_name, &tlm_this_operation);
    treeline_put("tag", tag);
    if (traffic.bytes >= 0 && bytes_metric >= 0) treeline_add_number(bytes_metric, traffic.bytes);
    if (traffic.peers > 0 && peers_metric >= 0) treeline_add_number(peers_metric, traffic.peers);
    treeline_end_event(outermost_event);
}

void tlm_leave(tlm_call *call, tlm_traffic traffic) {
    call->event = 0;
    if (outermost == call) end(traffic); /* otherwise it was abandoned */
}

void tlm_abandon(tlm_call *call) { tlm_leave(call, tlm_no_traffic()); }

void tlm_abandon_outermost(void) {
    if (outermost != NULL) end(tlm_no_traffic());
}

int tlm_is_enclosed(const tlm_call *call) { return call->event == 0 && outermost != NULL; }

static int is_preloaded(void) {
    const char *libraries = getenv("LD_PRELOAD");
    return libraries != NULL && strstr(libraries, "libtreeline-mpi") != NULL;
}

/* Starts the recording of a preloaded program. A program that was compiled with treeline-mpi.h
 * starts the recording itself. */
void tlm_after_init(int result) {
    int others = treeline_use_ranks(&treeline_mpi_ranks) - 1;
    if (result != MPI_SUCCESS || others > 0 || !is_preloaded()) return;
    (void)treeline_option("metadata.program", program_invocation_short_name);
    if (treeline_start(NULL) != 0) return;
    program = treeline_begin_event(program_invocation_short_name, 0, 0);
    program_path = treeline_here();
    attached_path = program_path;
}

/* The recorder waits for all ranks before it writes. In a trace this is the time in MPI_Finalize. */
static void wait_in_finalize(void) {
    TLM_CALL("MPI_Finalize");
    (void)PMPI_Barrier(MPI_COMM_WORLD);
    if (call.event != 0) tlm_leave(&call, tlm_collective(MPI_COMM_WORLD));
}

void tlm_before_finalize(void) {
    if (treeline_trace_is_on()) wait_in_finalize();
    if (program != 0 && treeline_is_on()) treeline_end_event(program);
    program = 0;
    treeline_close_at_end();
}

void tlm_before_abort(void) { treeline_close_alone("MPI_Abort"); }

void tlm_control(int level) {
    if (level == 0) treeline_pause();
    else treeline_resume();
}
