/* Requests: the traffic of persistent ones, which MPI_Start counts, and for traces the messages that
 * were posted and are not complete. */
#ifndef TREELINE_REQUESTS_H
#define TREELINE_REQUESTS_H

#include <stdint.h>

#include "groups.h"
#include "traffic.h"

#pragma GCC visibility push(hidden)

/* Also remembers the operation of the call, which posts nothing itself. */
void tlm_remember(MPI_Request request, tlm_traffic traffic);
void tlm_forget(MPI_Request request);

/* The sum over the started requests; requests that were not remembered have no traffic. If they are
 * traced, they become posted messages of the innermost event. */
tlm_traffic tlm_started(int count, const MPI_Request *requests);

/* Follows a posted message until it is complete. Returns its number in the trace, or 0 if it is
 * complete already and shares its request with others. */
uint32_t tlm_follow(const tlm_operation *operation, const tlm_group *group);

int tlm_follows_any(void);
void tlm_follow_none(void); /* before each start */

/* A request was completed. If the call is recorded, the innermost event completes the message. */
void tlm_complete(MPI_Request request, const MPI_Status *status, int is_recorded);

#pragma GCC visibility pop

#endif
