/* One file of a recording. */
#ifndef TREELINE_PART_FILE_H
#define TREELINE_PART_FILE_H

#include "base.h"

#include "buffer.h"
#include "path-table.h"

#pragma GCC visibility push(hidden)

typedef struct {
    unsigned char *bytes;
    size_t length;
} tl_message;

int tl_write_part(const char *folder, int part, const tl_path_table *table,
                  const tl_message *messages, int count, const tl_buffer *metadata, char *problem,
                  size_t room);

#pragma GCC visibility pop

#endif
