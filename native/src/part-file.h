/* One file of a recording. */
#ifndef TREELINE_PART_FILE_H
#define TREELINE_PART_FILE_H

#include "base.h"

#include "buffer.h"
#include "path-table.h"

#pragma GCC visibility push(hidden)

enum { TL_PART_NAME_BYTES = 32 };

typedef struct {
    unsigned char *bytes;
    size_t length;
} tl_message;

/* The content of a part: messages and what is needed to read them. */
typedef struct {
    int number;
    const tl_path_table *table;
    const tl_message *messages;
    int count;
    const tl_buffer *metadata;
} tl_part;

void tl_name_part(char *into, int part, int parts);

/* Writes a part to the disk under a temporary name. Returns 0 or errno; then there is no file. */
int tl_write_part(int directory, const tl_part *part, char *temporary);

#pragma GCC visibility pop

#endif
