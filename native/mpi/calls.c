/* The entry points of C: each call of MPI as an event around the same call of PMPI. C++ programs
 * use them, too; fortran.c has those of Fortran. */
#include <stddef.h>

#include "traffic.h"

#define CALL(name, parameters, arguments, moved)                                       \
    int MPI_##name parameters {                                                        \
        uint64_t event = tlm_enter("MPI_" #name);                                      \
        int result = PMPI_##name arguments;                                            \
        if (event != 0) tlm_leave(event, result == MPI_SUCCESS ? (moved) : tlm_nothing()); \
        return result;                                                                 \
    }

#include "calls.h"

/* What has come is known by the status, which the program may not want. */

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status) {
    uint64_t event = tlm_enter("MPI_Recv");
    MPI_Status own;
    MPI_Status *seen = event == 0 || status != MPI_STATUS_IGNORE ? status : &own;
    int result = PMPI_Recv(buffer, count, type, from, tag, comm, seen);
    if (event != 0)
        tlm_leave(event, result == MPI_SUCCESS ? tlm_arrived(seen, from) : tlm_nothing());
    return result;
}

int MPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message,
              MPI_Status *status) {
    uint64_t event = tlm_enter("MPI_Mrecv");
    int from = *message == MPI_MESSAGE_NO_PROC ? MPI_PROC_NULL : 0;
    MPI_Status own;
    MPI_Status *seen = event == 0 || status != MPI_STATUS_IGNORE ? status : &own;
    int result = PMPI_Mrecv(buffer, count, type, message, seen);
    if (event != 0)
        tlm_leave(event, result == MPI_SUCCESS ? tlm_arrived(seen, from) : tlm_nothing());
    return result;
}

int MPI_Sendrecv(const void *sent, int count, MPI_Datatype type, int to, int tag, void *received,
                 int room, MPI_Datatype as, int from, int its_tag, MPI_Comm comm,
                 MPI_Status *status) {
    uint64_t event = tlm_enter("MPI_Sendrecv");
    MPI_Status own;
    MPI_Status *seen = event == 0 || status != MPI_STATUS_IGNORE ? status : &own;
    int result =
        PMPI_Sendrecv(sent, count, type, to, tag, received, room, as, from, its_tag, comm, seen);
    if (event != 0)
        tlm_leave(event,
                  result == MPI_SUCCESS
                      ? tlm_both(tlm_message(count, type, to), tlm_arrived(seen, from))
                      : tlm_nothing());
    return result;
}

/* Begin and end of MPI, and of the recording. */

int MPI_Init(int *count, char ***values) {
    int result = PMPI_Init(count, values);
    tlm_begun(result);
    return result;
}

int MPI_Init_thread(int *count, char ***values, int required, int *provided) {
    int result = PMPI_Init_thread(count, values, required, provided);
    tlm_begun(result);
    return result;
}

int MPI_Finalize(void) {
    tlm_ending();
    return PMPI_Finalize();
}

/* The standard leaves it to tools what this means: 0 leaves out what follows. */
int MPI_Pcontrol(const int level, ...) {
    tlm_control(level);
    return MPI_SUCCESS;
}
