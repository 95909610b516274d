#include <treeline.h> /* before mpi.h, so that the communication is registered once */

#include "traffic.h"

#include <stdint.h>

__thread tlm_operation tlm_this_operation;

/* If the count is 0 the type may be invalid, so it is not read. */
static double data_bytes(double count, MPI_Datatype type) {
    MPI_Count size = 0;
    if (count <= 0 || PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size == MPI_UNDEFINED)
        return 0;
    return count * (double)size;
}

static MPI_Count count_at(tlm_counts counts, int i) {
    if (counts.width == sizeof(int)) return ((const int *)counts.counts)[i];
    return ((const MPI_Count *)counts.counts)[i];
}

static MPI_Datatype type_at(tlm_types types, int i) {
    if (types.is_fortran) return PMPI_Type_f2c(((const MPI_Fint *)types.types)[i]);
    return ((const MPI_Datatype *)types.types)[i];
}

/* The ranks of a communicator, or of the remote group of an intercommunicator. */
static int partner_count(MPI_Comm comm) {
    int is_inter = 0;
    int size = 0;
    if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &is_inter) != MPI_SUCCESS) return 0;
    if (is_inter) (void)PMPI_Comm_remote_size(comm, &size);
    else (void)PMPI_Comm_size(comm, &size);
    return size;
}

static int other_ranks(MPI_Comm comm) {
    int partners = partner_count(comm);
    int is_inter = 0;
    if (partners > 0) (void)PMPI_Comm_test_inter(comm, &is_inter);
    return is_inter || partners == 0 ? partners : partners - 1;
}

/* Notes the kind of the operation. Returns NULL if there is no trace. */
static tlm_operation *note(int shape, MPI_Comm comm) {
    if (!treeline_trace_is_on()) return NULL;
    tlm_this_operation.shape |= shape;
    tlm_this_operation.comm = comm;
    return &tlm_this_operation;
}

static tlm_traffic collective(double bytes, MPI_Comm comm, int root) {
    tlm_operation *noted = note(TLM_COLLECTIVE, comm);
    if (noted != NULL) {
        noted->root = root;
        noted->sent.bytes = bytes;
    }
    return (tlm_traffic){bytes, other_ranks(comm)};
}

tlm_traffic tlm_no_traffic(void) { return (tlm_traffic){-1, 0}; }

tlm_traffic tlm_probed(int peer, MPI_Comm comm) {
    (void)comm;
    return (tlm_traffic){-1, peer != MPI_PROC_NULL};
}

tlm_traffic tlm_message(MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
    double bytes;
    tlm_operation *noted;
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    bytes = data_bytes((double)count, type);
    noted = note(TLM_SENDS, comm);
    if (noted != NULL) noted->sent = (tlm_end){peer, tag, bytes};
    return (tlm_traffic){bytes, 1};
}

/* A receive has the size of its buffer until it is complete. */
tlm_traffic tlm_receiving(MPI_Count count, MPI_Datatype type, int peer, MPI_Comm comm) {
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    (void)note(TLM_RECEIVES, comm);
    return (tlm_traffic){data_bytes((double)count, type), 1};
}

/* A received message may be shorter than its buffer, so the status has its length. */
tlm_traffic tlm_received(const MPI_Status *status, int peer, MPI_Comm comm) {
    MPI_Count bytes = 0;
    tlm_operation *noted;
    if (peer == MPI_PROC_NULL) return (tlm_traffic){0, 0};
    if (PMPI_Get_elements_x((MPI_Status *)(uintptr_t)status, MPI_BYTE, &bytes) != MPI_SUCCESS ||
        bytes == MPI_UNDEFINED)
        bytes = 0;
    noted = note(TLM_RECEIVES, comm);
    if (noted != NULL)
        noted->received = (tlm_end){status->MPI_SOURCE, status->MPI_TAG, (double)bytes};
    return (tlm_traffic){(double)bytes, 1};
}

tlm_traffic tlm_posted(tlm_traffic message, MPI_Request request) {
    if (tlm_this_operation.shape != 0) tlm_this_operation.shape |= TLM_POSTS;
    tlm_this_operation.request = request;
    return message;
}

tlm_traffic tlm_untraced(tlm_traffic traffic) {
    tlm_this_operation.shape = 0;
    return traffic;
}

tlm_traffic tlm_sum(tlm_traffic one, tlm_traffic other) {
    return (tlm_traffic){one.bytes + other.bytes, one.peers + other.peers};
}

tlm_traffic tlm_file(MPI_Count count, MPI_Datatype type) {
    return (tlm_traffic){data_bytes((double)count, type), 0};
}

tlm_traffic tlm_remote(MPI_Count count, MPI_Datatype type, int peer, MPI_Win window) {
    (void)window;
    return tlm_untraced(tlm_message(count, type, peer, 0, MPI_COMM_NULL));
}

tlm_traffic tlm_exchange(MPI_Count sent, MPI_Datatype type, MPI_Count fetched, MPI_Datatype as,
                         int peer, MPI_Win window) {
    tlm_traffic both = tlm_remote(sent, type, peer, window);
    both.bytes += tlm_remote(fetched, as, peer, window).bytes;
    return both;
}

tlm_traffic tlm_synchronised(int peer, MPI_Win window) {
    (void)window;
    return tlm_probed(peer, MPI_COMM_NULL);
}

tlm_traffic tlm_collective(MPI_Comm comm) { return collective(-1, comm, -1); }

tlm_traffic tlm_block(MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    return collective(data_bytes((double)count, type), comm, -1);
}

tlm_traffic tlm_rooted(const void *buffer, int root, MPI_Count count, MPI_Datatype type,
                       MPI_Comm comm) {
    int has_none = buffer == MPI_IN_PLACE || root == MPI_ROOT || root == MPI_PROC_NULL;
    return collective(data_bytes(has_none ? 0 : (double)count, type), comm, root);
}

tlm_traffic tlm_blocks(MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    double all = (double)count * partner_count(comm);
    return collective(data_bytes(all, type), comm, -1);
}

tlm_traffic tlm_vector(tlm_counts counts, MPI_Datatype type, MPI_Comm comm) {
    int partners = partner_count(comm);
    double sum = 0;
    for (int i = 0; i < partners; i++) sum += (double)count_at(counts, i);
    return collective(data_bytes(sum, type), comm, -1);
}

tlm_traffic tlm_typed_blocks(tlm_counts counts, tlm_types types, MPI_Comm comm) {
    int partners = partner_count(comm);
    double sum = 0;
    for (int i = 0; i < partners; i++)
        sum += data_bytes((double)count_at(counts, i), type_at(types, i));
    return collective(sum, comm, -1);
}

MPI_Count tlm_own_count(tlm_counts counts, MPI_Comm comm) {
    int rank = 0;
    return PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS ? count_at(counts, rank) : 0;
}

/* The topology of a communicator. A grid has two neighbours per dimension, in the order of the
 * standard: before this rank, after it. */
typedef struct {
    MPI_Comm comm;
    int kind;
    int neighbours; /* that this rank sends to, with those beyond an edge */
} topology;

static topology topology_of(MPI_Comm comm) {
    topology made = {comm, MPI_UNDEFINED, 0};
    int size = 0;
    int is_weighted = 0;
    int rank = 0;
    if (PMPI_Topo_test(comm, &made.kind) != MPI_SUCCESS) return made;
    if (made.kind == MPI_CART && PMPI_Cartdim_get(comm, &size) == MPI_SUCCESS)
        made.neighbours = 2 * size;
    if (made.kind == MPI_GRAPH && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS)
        (void)PMPI_Graph_neighbors_count(comm, rank, &made.neighbours);
    if (made.kind == MPI_DIST_GRAPH)
        (void)PMPI_Dist_graph_neighbors_count(comm, &size, &made.neighbours, &is_weighted);
    return made;
}

static int is_beyond_edge(const topology *of, int neighbour) {
    int before = MPI_PROC_NULL;
    int after = MPI_PROC_NULL;
    if (of->kind != MPI_CART) return 0;
    (void)PMPI_Cart_shift(of->comm, neighbour / 2, 1, &before, &after);
    return (neighbour % 2 == 0 ? before : after) == MPI_PROC_NULL;
}

tlm_traffic tlm_neighbour_block(MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    tlm_traffic sum = tlm_neighbour_blocks(count, type, comm);
    sum.bytes = sum.peers > 0 ? data_bytes((double)count, type) : 0;
    return sum;
}

tlm_traffic tlm_neighbour_blocks(MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
    topology grid = topology_of(comm);
    tlm_traffic sum = {0, 0};
    for (int i = 0; i < grid.neighbours; i++) sum.peers += !is_beyond_edge(&grid, i);
    sum.bytes = data_bytes((double)count * sum.peers, type);
    return sum;
}

tlm_traffic tlm_neighbour_vector(tlm_counts counts, MPI_Datatype type, MPI_Comm comm) {
    topology grid = topology_of(comm);
    tlm_traffic sum = {0, 0};
    double elements = 0;
    for (int i = 0; i < grid.neighbours; i++) {
        if (is_beyond_edge(&grid, i)) continue;
        elements += (double)count_at(counts, i);
        sum.peers++;
    }
    sum.bytes = data_bytes(elements, type);
    return sum;
}

tlm_traffic tlm_neighbour_typed_blocks(tlm_counts counts, tlm_types types, MPI_Comm comm) {
    topology grid = topology_of(comm);
    tlm_traffic sum = {0, 0};
    for (int i = 0; i < grid.neighbours; i++) {
        if (is_beyond_edge(&grid, i)) continue;
        sum.bytes += data_bytes((double)count_at(counts, i), type_at(types, i));
        sum.peers++;
    }
    return sum;
}
