/* The names of the parts of a finished recording. */
#ifndef TREELINE_PUBLISH_H
#define TREELINE_PUBLISH_H

#include "base.h"

#include "options.h"
#include "path-table.h"
#include "temporary.h"

#pragma GCC visibility push(hidden)

/* The outcome of an aggregator: the temporary name of its part, or a problem and no name. */
typedef struct {
    char file[TL_TEMPORARY_BYTES];
    char problem[TL_PATH_BYTES + 256];
} tl_written;

void tl_send_written(const tl_written *part); /* to rank 0 */

/* On rank 0: receives the outcomes of the other aggregators, and gives the parts their names if
 * `directory` is open. Returns whether the recording is complete; reports why it is not. */
int tl_publish(int directory, const tl_layout *layout, const tl_written *part_0);

#pragma GCC visibility pop

#endif
