#include <treeline.h> /* before mpi.h, so that the communication is registered once */

#include "groups.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A communicator keeps its group as an attribute, because its handle may be reused after
 * MPI_Comm_free. The group of an intercommunicator has the ranks of both sides in ascending order,
 * so that both define the same. */

struct tlm_group {
    int number;
    unsigned recording; /* the number is of this recording */
    int is_inter;
    int partners;
    int world_ranks[]; /* of the partners */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int key = MPI_KEYVAL_INVALID;
static unsigned recording = 1;

void tlm_forget_groups(void) { __atomic_add_fetch(&recording, 1, __ATOMIC_RELEASE); }

static int delete_group(MPI_Comm comm, int keyval, void *group, void *unused) {
    (void)comm;
    (void)keyval;
    (void)unused;
    (void)group; /* requests may refer to it */
    return MPI_SUCCESS;
}

/* World ranks of all members of a group of processes, in their order. Frees the group. */
static int translate(MPI_Group from, int count, int *into) {
    MPI_Group world;
    int *ranks = malloc((size_t)(count + 1) * sizeof *ranks);
    int result = MPI_ERR_OTHER;
    for (int i = 0; ranks != NULL && i < count; i++) ranks[i] = i;
    if (ranks != NULL && PMPI_Comm_group(MPI_COMM_WORLD, &world) == MPI_SUCCESS) {
        result = PMPI_Group_translate_ranks(from, count, ranks, world, into);
        (void)PMPI_Group_free(&world);
    }
    for (int i = 0; i < count; i++)
        if (result != MPI_SUCCESS || into[i] == MPI_UNDEFINED) into[i] = -1;
    free(ranks);
    (void)PMPI_Group_free(&from);
    return result;
}

static int ascending(const void *one, const void *other) {
    int a = *(const int *)one;
    int b = *(const int *)other;
    return (a > b) - (a < b);
}

static const char *name_of(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return "MPI_COMM_WORLD";
    return comm == MPI_COMM_SELF ? "MPI_COMM_SELF" : "";
}

/* The number of the group with both sides of an intercommunicator. */
static int define_inter(MPI_Comm comm, const tlm_group *made) {
    MPI_Group local;
    int size = 0;
    int number = -1;
    int *members;
    (void)PMPI_Comm_size(comm, &size);
    members = malloc((size_t)(size + made->partners + 1) * sizeof *members);
    if (members == NULL || PMPI_Comm_group(comm, &local) != MPI_SUCCESS) {
        free(members);
        return -1;
    }
    (void)translate(local, size, members);
    memcpy(members + size, made->world_ranks, (size_t)made->partners * sizeof *members);
    qsort(members, (size_t)(size + made->partners), sizeof *members, ascending);
    number = treeline_trace_group("", members, size + made->partners);
    free(members);
    return number;
}

static tlm_group *make_group(MPI_Comm comm) {
    MPI_Group partners;
    tlm_group *made;
    int is_inter = 0;
    int size = 0;
    if (PMPI_Comm_test_inter(comm, &is_inter) != MPI_SUCCESS) return NULL;
    if (is_inter) (void)PMPI_Comm_remote_size(comm, &size);
    else (void)PMPI_Comm_size(comm, &size);
    made = malloc(sizeof *made + (size_t)size * sizeof made->world_ranks[0]);
    if (made == NULL) return NULL;
    if ((is_inter ? PMPI_Comm_remote_group(comm, &partners) : PMPI_Comm_group(comm, &partners)) !=
        MPI_SUCCESS) {
        free(made);
        return NULL;
    }
    made->is_inter = is_inter;
    made->partners = size;
    (void)translate(partners, size, made->world_ranks);
    return made;
}

static void define(MPI_Comm comm, tlm_group *group) {
    group->recording = recording;
    group->number = group->is_inter
                        ? define_inter(comm, group)
                        : treeline_trace_group(name_of(comm), group->world_ranks, group->partners);
}

static tlm_group *known_group(MPI_Comm comm) {
    tlm_group *known = NULL;
    int is_known = 0;
    int own = __atomic_load_n(&key, __ATOMIC_ACQUIRE);
    if (own == MPI_KEYVAL_INVALID) return NULL;
    if (PMPI_Comm_get_attr(comm, own, &known, &is_known) != MPI_SUCCESS || !is_known) return NULL;
    return known;
}

static void make_key(void) {
    int made = MPI_KEYVAL_INVALID;
    if (key != MPI_KEYVAL_INVALID) return;
    if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_group, &made, NULL) == MPI_SUCCESS)
        __atomic_store_n(&key, made, __ATOMIC_RELEASE);
}

static const tlm_group *add_group(MPI_Comm comm) {
    tlm_group *group;
    (void)pthread_mutex_lock(&lock);
    make_key();
    group = known_group(comm);
    if (group == NULL && key != MPI_KEYVAL_INVALID) {
        group = make_group(comm);
        if (group != NULL) {
            define(comm, group);
            (void)PMPI_Comm_set_attr(comm, key, group);
        }
    } else if (group != NULL && group->recording != recording) define(comm, group);
    (void)pthread_mutex_unlock(&lock);
    return group;
}

const tlm_group *tlm_group_of(MPI_Comm comm) {
    const tlm_group *known;
    if (comm == MPI_COMM_NULL) return NULL;
    known = known_group(comm);
    return known != NULL && known->recording == recording ? known : add_group(comm);
}

int tlm_group_number(const tlm_group *group) { return group->number; }

int tlm_is_inter(const tlm_group *group) { return group->is_inter; }

int tlm_world_rank(const tlm_group *group, int rank) {
    return rank < 0 || rank >= group->partners ? -1 : group->world_ranks[rank];
}
