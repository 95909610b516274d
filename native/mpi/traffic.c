#define _GNU_SOURCE
#include "traffic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <treeline.h>

/* Each MPI call is an event below those that are open, with its bytes and peers. */

static int bytes_number = -1;
static int peers_number = -1;
static uint64_t program;       /* the event around all others, where the program has none */
static const void *program_at; /* its path */

static __thread int is_inside; /* of a call of MPI: what that calls is part of it */
static __thread const char *tag;
static __thread const void *attached_to;

/* Before each start; paths of a recording before it are gone. */
static void declare(void) {
    program = 0;
    program_at = NULL;
    (void)treeline_metric("bytes", "B", "exclusive");
    (void)treeline_metric("peers", "", "exclusive");
    (void)treeline_label("tag");
    bytes_number = treeline_metric_number("bytes");
    peers_number = treeline_metric_number("peers");
}

__attribute__((constructor)) static void prepare(void) { treeline_before_start(declare); }

/* Threads of a program without events of its own. */
static void attach(void) {
    attached_to = program_at;
    treeline_attach(program_at);
}

uint64_t tlm_enter(const char *name) {
    uint64_t event;
    if (is_inside || !treeline_is_on()) return 0;
    if (attached_to != program_at) attach();
    event = treeline_begin_event(name, TREELINE_LITERAL | TREELINE_BETWEEN, 0);
    is_inside = event != 0;
    tag = strncmp(name, "MPI_File", 8) == 0 ? "IO" : "COMM";
    return event;
}

void tlm_leave(uint64_t event, tlm_traffic moved) {
    is_inside = 0;
    if (!treeline_is_on()) return;
    treeline_put("tag", tag);
    if (moved.bytes >= 0 && bytes_number >= 0) treeline_add_number(bytes_number, moved.bytes);
    if (moved.peers > 0 && peers_number >= 0) treeline_add_number(peers_number, moved.peers);
    treeline_end_event(event);
}

static int is_preloaded(void) {
    const char *libraries = getenv("LD_PRELOAD");
    return libraries != NULL && strstr(libraries, "libtreeline-mpi") != NULL;
}

/* A program that has the header for MPI starts the recording itself. */
void tlm_begun(int result) {
    int others = treeline_use_ranks(&treeline_mpi_ranks) - 1;
    if (result != MPI_SUCCESS || others > 0 || !is_preloaded()) return;
    (void)treeline_option("metadata.program", program_invocation_short_name);
    if (treeline_start(NULL) != 0) return;
    program = treeline_begin_event(program_invocation_short_name, 0, 0);
    program_at = treeline_here();
    attached_to = program_at;
}

void tlm_ending(void) {
    if (program != 0 && treeline_is_on()) treeline_end_event(program);
    program = 0;
    treeline_close_at_end();
}

void tlm_control(int level) {
    if (level == 0) treeline_pause();
    else treeline_resume();
}

/* Types are not looked at where there are no data: they need not be types then. */
static double data(double count, MPI_Datatype type) {
    int size = 0;
    if (count <= 0 || PMPI_Type_size(type, &size) != MPI_SUCCESS) return 0;
    return count * size;
}

int tlm_partners(MPI_Comm comm) {
    int is_inter = 0;
    int size = 0;
    if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &is_inter) != MPI_SUCCESS) return 0;
    if (is_inter) (void)PMPI_Comm_remote_size(comm, &size);
    else (void)PMPI_Comm_size(comm, &size);
    return size;
}

static int others_of(MPI_Comm comm) {
    int partners = tlm_partners(comm);
    int is_inter = 0;
    if (partners > 0) (void)PMPI_Comm_test_inter(comm, &is_inter);
    return is_inter || partners == 0 ? partners : partners - 1;
}

tlm_traffic tlm_nothing(void) { return (tlm_traffic){-1, 0}; }

tlm_traffic tlm_probed(int peer) { return (tlm_traffic){-1, peer != MPI_PROC_NULL}; }

tlm_traffic tlm_message(int count, MPI_Datatype type, int peer) {
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    return (tlm_traffic){data(count, type), 1};
}

/* Of a message that has come, which may be shorter than there was room for. */
tlm_traffic tlm_arrived(const MPI_Status *status, int peer) {
    MPI_Count bytes = 0;
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    if (PMPI_Get_elements_x((MPI_Status *)(uintptr_t)status, MPI_BYTE, &bytes) != MPI_SUCCESS ||
        bytes == MPI_UNDEFINED)
        return (tlm_traffic){0, 1};
    return (tlm_traffic){(double)bytes, 1};
}

tlm_traffic tlm_both(tlm_traffic one, tlm_traffic other) {
    return (tlm_traffic){one.bytes + other.bytes, one.peers + other.peers};
}

tlm_traffic tlm_file(int count, MPI_Datatype type) { return (tlm_traffic){data(count, type), 0}; }

tlm_traffic tlm_together(MPI_Comm comm) { return (tlm_traffic){-1, others_of(comm)}; }

tlm_traffic tlm_block(int count, MPI_Datatype type, MPI_Comm comm) {
    return (tlm_traffic){data(count, type), others_of(comm)};
}

tlm_traffic tlm_rooted(const void *buffer, int root, int count, MPI_Datatype type, MPI_Comm comm) {
    int has_none = buffer == MPI_IN_PLACE || root == MPI_ROOT || root == MPI_PROC_NULL;
    return tlm_block(has_none ? 0 : count, type, comm);
}

tlm_traffic tlm_blocks(int count, MPI_Datatype type, MPI_Comm comm) {
    double all = (double)count * tlm_partners(comm);
    return (tlm_traffic){data(all, type), others_of(comm)};
}

tlm_traffic tlm_vector(const int *counts, MPI_Datatype type, MPI_Comm comm) {
    int partners = tlm_partners(comm);
    double sum = 0;
    for (int i = 0; i < partners; i++) sum += counts[i];
    return (tlm_traffic){data(sum, type), others_of(comm)};
}

tlm_traffic tlm_mixed(const int *counts, const MPI_Datatype *types, MPI_Comm comm) {
    int partners = tlm_partners(comm);
    double sum = 0;
    for (int i = 0; i < partners; i++) sum += data(counts[i], types[i]);
    return (tlm_traffic){sum, others_of(comm)};
}

int tlm_own(const int *counts, MPI_Comm comm) {
    int rank = 0;
    return PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS ? counts[rank] : 0;
}
