/* The trace file of this rank. */
#ifndef TREELINE_TRACE_FILE_H
#define TREELINE_TRACE_FILE_H

#include "base.h"

#pragma GCC visibility push(hidden)

enum { TL_TRACE_NAME_BYTES = 48 };

void tl_name_trace(char *into, int rank);
void tl_trace_pattern(char *into); /* the names of all ranks, with * for the rank */

/* Counts the events that did not fit into the trace as misuse. */
void tl_count_untraced(void);

/* Writes the trace into the folder of the recording, or reports a problem. */
void tl_write_trace(void);

/* Deletes the traces of earlier recordings if this one is complete. Otherwise, if it was to replace
 * another, deletes those of this one. */
void tl_settle_traces(int directory, int is_whole);

int tl_count_traces(int directory); /* of this recording */

#pragma GCC visibility pop

#endif
