#define _GNU_SOURCE
#include "traffic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <treeline.h>

/* Each MPI call is an event below the innermost open event, with its bytes and peers. */

static int bytes_metric = -1;
static int peers_metric = -1;
static uint64_t program; /* the outermost event of a preloaded program */
static const void *program_path;

static __thread int is_in_mpi_call; /* nested MPI calls belong to the outer call */
static __thread const char *tag;
static __thread const void *attached_path;

/* Called before each start. The paths of an earlier recording are no longer valid. */
static void declare(void) {
    program = 0;
    program_path = NULL;
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

uint64_t tlm_enter(const char *name) {
    uint64_t event;
    if (is_in_mpi_call || !treeline_is_on()) return 0;
    if (attached_path != program_path) attach();
    event = treeline_begin_event(name, TREELINE_LITERAL | TREELINE_BETWEEN, 0);
    is_in_mpi_call = event != 0;
    tag = strncmp(name, "MPI_File", 8) == 0 ? "IO" : "COMM";
    return event;
}

void tlm_leave(uint64_t event, tlm_traffic traffic) {
    is_in_mpi_call = 0;
    if (!treeline_is_on()) return;
    treeline_put("tag", tag);
    if (traffic.bytes >= 0 && bytes_metric >= 0) treeline_add_number(bytes_metric, traffic.bytes);
    if (traffic.peers > 0 && peers_metric >= 0) treeline_add_number(peers_metric, traffic.peers);
    treeline_end_event(event);
}

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

void tlm_before_finalize(void) {
    if (program != 0 && treeline_is_on()) treeline_end_event(program);
    program = 0;
    treeline_close_at_end();
}

void tlm_control(int level) {
    if (level == 0) treeline_pause();
    else treeline_resume();
}

/* If the count is 0 the type may be invalid, so it is not read. */
static double data_bytes(double count, MPI_Datatype type) {
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

static int other_ranks(MPI_Comm comm) {
    int partners = tlm_partners(comm);
    int is_inter = 0;
    if (partners > 0) (void)PMPI_Comm_test_inter(comm, &is_inter);
    return is_inter || partners == 0 ? partners : partners - 1;
}

tlm_traffic tlm_no_traffic(void) { return (tlm_traffic){-1, 0}; }

tlm_traffic tlm_probed(int peer) { return (tlm_traffic){-1, peer != MPI_PROC_NULL}; }

tlm_traffic tlm_message(int count, MPI_Datatype type, int peer) {
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    return (tlm_traffic){data_bytes(count, type), 1};
}

/* A received message may be shorter than its buffer, so the status has its length. */
tlm_traffic tlm_received(const MPI_Status *status, int peer) {
    MPI_Count bytes = 0;
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    if (PMPI_Get_elements_x((MPI_Status *)(uintptr_t)status, MPI_BYTE, &bytes) != MPI_SUCCESS ||
        bytes == MPI_UNDEFINED)
        return (tlm_traffic){0, 1};
    return (tlm_traffic){(double)bytes, 1};
}

tlm_traffic tlm_sum(tlm_traffic one, tlm_traffic other) {
    return (tlm_traffic){one.bytes + other.bytes, one.peers + other.peers};
}

tlm_traffic tlm_file(int count, MPI_Datatype type) {
    return (tlm_traffic){data_bytes(count, type), 0};
}

tlm_traffic tlm_collective(MPI_Comm comm) { return (tlm_traffic){-1, other_ranks(comm)}; }

tlm_traffic tlm_block(int count, MPI_Datatype type, MPI_Comm comm) {
    return (tlm_traffic){data_bytes(count, type), other_ranks(comm)};
}

tlm_traffic tlm_rooted(const void *buffer, int root, int count, MPI_Datatype type, MPI_Comm comm) {
    int has_none = buffer == MPI_IN_PLACE || root == MPI_ROOT || root == MPI_PROC_NULL;
    return tlm_block(has_none ? 0 : count, type, comm);
}

tlm_traffic tlm_blocks(int count, MPI_Datatype type, MPI_Comm comm) {
    double all = (double)count * tlm_partners(comm);
    return (tlm_traffic){data_bytes(all, type), other_ranks(comm)};
}

tlm_traffic tlm_vector(const int *counts, MPI_Datatype type, MPI_Comm comm) {
    int partners = tlm_partners(comm);
    double sum = 0;
    for (int i = 0; i < partners; i++) sum += counts[i];
    return (tlm_traffic){data_bytes(sum, type), other_ranks(comm)};
}

tlm_traffic tlm_typed_blocks(const int *counts, const MPI_Datatype *types, MPI_Comm comm) {
    int partners = tlm_partners(comm);
    double sum = 0;
    for (int i = 0; i < partners; i++) sum += data_bytes(counts[i], types[i]);
    return (tlm_traffic){sum, other_ranks(comm)};
}

int tlm_own_count(const int *counts, MPI_Comm comm) {
    int rank = 0;
    return PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS ? counts[rank] : 0;
}
