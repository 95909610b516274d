/* Communication between ranks by MPI. treeline.h includes this header if mpi.h was included before.
 * The library itself is built without MPI, so it works with every MPI. The recorder calls PMPI
 * functions, which are not recorded. */
#ifndef TREELINE_MPI_H
#define TREELINE_MPI_H

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "treeline.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TREELINE_MPI_TAG = 26, TREELINE_MPI_PACKET = 4096 };

static MPI_Comm treeline_mpi_comm;
static int treeline_mpi_hooked;

/* An attribute deleter of MPI_COMM_SELF: MPI_Finalize calls it first, while messages still work. */
static int treeline_mpi_finalizing(MPI_Comm self, int key, void *value, void *state) {
    (void)self;
    (void)key;
    (void)value;
    (void)state;
    treeline_close_at_end();
    return MPI_SUCCESS;
}

static void treeline_mpi_hook(void) {
    int key = MPI_KEYVAL_INVALID;
    treeline_mpi_hooked = 1;
    if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, treeline_mpi_finalizing, &key, NULL) ==
        MPI_SUCCESS)
        (void)PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
}

static int treeline_mpi_is_ready(void) {
    int begun = 0;
    int ended = 0;
    if (PMPI_Initialized(&begun) != MPI_SUCCESS || !begun) return 0;
    return PMPI_Finalized(&ended) == MPI_SUCCESS && !ended;
}

static int treeline_mpi_rank(void) {
    int rank = 0;
    (void)PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static int treeline_mpi_size(void) {
    int size = 1;
    (void)PMPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

/* A communicator of its own separates the messages of the recorder from those of the program.
 * Errors in them do not abort the program. */
static int treeline_mpi_open(void) {
    if (!treeline_mpi_hooked) treeline_mpi_hook();
    if (PMPI_Comm_dup(MPI_COMM_WORLD, &treeline_mpi_comm) != MPI_SUCCESS) return -1;
    return PMPI_Comm_set_errhandler(treeline_mpi_comm, MPI_ERRORS_RETURN) == MPI_SUCCESS ? 0 : -1;
}

static void treeline_mpi_shut(void) { (void)PMPI_Comm_free(&treeline_mpi_comm); }

static int treeline_mpi_send(const void *bytes, size_t length, int to) {
    if (length > INT_MAX) return -1;
    /* the cast is for older headers, which lack const */
    return PMPI_Send((void *)(uintptr_t)bytes, (int)length, MPI_BYTE, to, TREELINE_MPI_TAG,
                     treeline_mpi_comm) == MPI_SUCCESS
               ? 0
               : -1;
}

static int treeline_mpi_receive(int from, unsigned char **bytes, size_t *length) {
    MPI_Status status;
    int count = 0;
    if (PMPI_Probe(from, TREELINE_MPI_TAG, treeline_mpi_comm, &status) != MPI_SUCCESS) return -1;
    if (PMPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS || count < 0) return -1;
    *length = (size_t)count;
    *bytes = (unsigned char *)malloc(*length + 1);
    if (*bytes == NULL) return -1;
    if (PMPI_Recv(*bytes, count, MPI_BYTE, from, TREELINE_MPI_TAG, treeline_mpi_comm, &status) ==
        MPI_SUCCESS)
        return 0;
    free(*bytes);
    *bytes = NULL;
    return -1;
}

/* The first packet contains the length. In most cases it is the only packet. */
static int treeline_mpi_broadcast(unsigned char **bytes, size_t *length) {
    unsigned char packet[TREELINE_MPI_PACKET];
    const size_t room = sizeof packet - sizeof(uint64_t);
    const int is_root = treeline_mpi_rank() == 0;
    uint64_t total = is_root ? *length : 0;
    size_t first;
    memset(packet, 0, sizeof packet);
    if (is_root) {
        memcpy(packet, &total, sizeof total);
        memcpy(packet + sizeof total, *bytes, total < room ? (size_t)total : room);
    }
    if (PMPI_Bcast(packet, (int)sizeof packet, MPI_BYTE, 0, treeline_mpi_comm) != MPI_SUCCESS)
        return -1;
    memcpy(&total, packet, sizeof total);
    if (total > INT_MAX) return -1;
    first = total < room ? (size_t)total : room;
    if (!is_root) {
        *length = (size_t)total;
        *bytes = (unsigned char *)malloc((size_t)total + 1);
        if (*bytes == NULL) return -1;
        memcpy(*bytes, packet + sizeof total, first);
    }
    if (first == total) return 0;
    return PMPI_Bcast(*bytes + first, (int)(total - first), MPI_BYTE, 0, treeline_mpi_comm) ==
                   MPI_SUCCESS
               ? 0
               : -1;
}

static const char *treeline_mpi_library(void) {
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    char *end;
    if (PMPI_Get_library_version(text, &length) != MPI_SUCCESS) return "";
    end = strpbrk(text, ",\n");
    if (end != NULL) *end = '\0';
    return text;
}

static const treeline_ranks treeline_mpi_ranks = {
    sizeof(treeline_ranks), treeline_mpi_is_ready, treeline_mpi_rank,      treeline_mpi_size,
    treeline_mpi_open,      treeline_mpi_shut,     treeline_mpi_send,      treeline_mpi_receive,
    treeline_mpi_broadcast, treeline_mpi_library};

__attribute__((constructor)) static void treeline_mpi_register(void) {
    (void)treeline_use_ranks(&treeline_mpi_ranks);
}

#ifdef __cplusplus
}
#endif

#endif
