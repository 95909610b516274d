/* Interceptors for C and C++: each MPI call is an event around the PMPI call. fortran.c has the
 * Fortran interceptors. */
#include <stddef.h>

#include "traffic.h"

#define CALL(name, parameters, arguments, traffic)                                       \
    int MPI_##name parameters {                                                        \
        uint64_t event = tlm_enter("MPI_" #name);                                      \
        int result = PMPI_##name arguments;                                            \
        if (event != 0) tlm_leave(event, result == MPI_SUCCESS ? (traffic) : tlm_no_traffic()); \
        return result;                                                                 \
    }

#include "calls.h"

/* The status has the length of the received message, so these calls need one even if the program
 * passes MPI_STATUS_IGNORE. */

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status) {
    uint64_t event = tlm_enter("MPI_Recv");
    MPI_Status own;
    MPI_Status *seen = event == 0 || status != MPI_STATUS_IGNORE ? status : &own;
    int result = PMPI_Recv(buffer, count, type, from, tag, comm, seen);
    if (event != 0)
        tlm_leave(event, result == MPI_SUCCESS ? tlm_received(seen, from) : tlm_no_traffic());
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
        tlm_leave(event, result == MPI_SUCCESS ? tlm_received(seen, from) : tlm_no_traffic());
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
                      ? tlm_sum(tlm_message(count, type, to), tlm_received(seen, from))
                      : tlm_no_traffic());
    return result;
}

/* Start and end of MPI and of the recording. */

int MPI_Init(int *count, char ***values) {
    int result = PMPI_Init(count, values);
    tlm_after_init(result);
    return result;
}

int MPI_Init_thread(int *count, char ***values, int required, int *provided) {
    int result = PMPI_Init_thread(count, values, required, provided);
    tlm_after_init(result);
    return result;
}

int MPI_Finalize(void) {
    tlm_before_finalize();
    return PMPI_Finalize();
}

/* The MPI standard leaves the meaning of the level to tools. Here 0 pauses the recording. */
int MPI_Pcontrol(const int level, ...) {
    tlm_control(level);
    return MPI_SUCCESS;
}
