/* The metadata and metrics of a recording. */
#ifndef TREELINE_METADATA_H
#define TREELINE_METADATA_H

#include "base.h"

#include "buffer.h"
#include "misuse.h"
#include "path-table.h"

#pragma GCC visibility push(hidden)

typedef struct {
    double sync_seconds;
    double gather_seconds;
    int snapshot; /* its number; 0 for the end of the recording */
    uint32_t open_events;
    const tl_misuse_log *misuse; /* of all ranks */
} tl_outcome;

void tl_put_metadata(tl_buffer *out, const tl_layout *layout, int part, int ranks,
                     const tl_outcome *outcome);

#pragma GCC visibility pop

#endif
