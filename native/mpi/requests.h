/* The traffic of persistent requests, which MPI_Start counts. */
#ifndef TREELINE_REQUESTS_H
#define TREELINE_REQUESTS_H

#include "traffic.h"

#pragma GCC visibility push(hidden)

void tlm_remember(MPI_Request request, tlm_traffic traffic);
void tlm_forget(MPI_Request request);

/* The sum over the started requests; requests that were not remembered have no traffic. */
tlm_traffic tlm_started(int count, const MPI_Request *requests);

#pragma GCC visibility pop

#endif
