/* The event of one MPI call, and the start and end of the recording. Shared by the C and Fortran
 * interceptors. */
#ifndef TREELINE_CALL_H
#define TREELINE_CALL_H

#include <stdint.h>

#include "traffic.h"

#pragma GCC visibility push(hidden)

/* A local variable of each interceptor. Its address orders nested calls, because stacks grow
 * downwards. The event is 0 if the call is not recorded, or if another MPI call encloses it. */
typedef struct {
    uint64_t event;
} tlm_call;

void tlm_enter(tlm_call *call, const char *name);
void tlm_leave(tlm_call *call, tlm_traffic traffic);

/* Ends the event of a call that will not return: an error handler, or another callback of the
 * program, leaves it by an exception or by longjmp. */
void tlm_abandon(tlm_call *call);
void tlm_abandon_outermost(void); /* of this thread, if it is inside an MPI call */

/* Whether another call on this thread encloses it, which is recorded in its place. */
int tlm_is_enclosed(const tlm_call *call);

static inline void tlm_clean_up(tlm_call *call) {
    if (call->event != 0) tlm_abandon(call);
}

/* Declares the call. Exceptions that pass the interceptor run the cleanup, if it was compiled with
 * -fexceptions. */
#define TLM_CALL(name)                                       \
    tlm_call call __attribute__((cleanup(tlm_clean_up))) = {0}; \
    tlm_enter(&call, name)

/* Start and end the recording; called after MPI_Init and before MPI_Finalize. */
void tlm_after_init(int result);
void tlm_before_finalize(void);

/* MPI_Abort: writes the part of this rank. */
void tlm_before_abort(void);

/* MPI_Pcontrol: level 0 pauses the recording, any other level resumes it. */
void tlm_control(int level);

#pragma GCC visibility pop

#endif
