/* Temporary files and directories, .treeline-0123456789abcdef.tmp. The Java recorder uses the same
 * names. */
#ifndef TREELINE_TEMPORARY_H
#define TREELINE_TEMPORARY_H

#include "base.h"

#pragma GCC visibility push(hidden)

enum { TL_TEMPORARY_BYTES = 32 };

int tl_is_part(const char *name); /* part-000.tlsnap, and other extensions */
int tl_is_temporary(const char *name, uint64_t *number);
void tl_name_temporary(char *into, uint64_t number);

int tl_create_temporary(int directory, char *name); /* a descriptor, or -1 with errno */
int tl_create_temporary_directory(int directory, char *name); /* 0 or errno */

/* Deletes a directory of parts and temporary files. If it contains anything else, both functions
 * return ENOTEMPTY, and the first has deleted nothing. Returns 0 or errno. */
int tl_contains_only_parts(int directory, const char *name);
int tl_delete_directory(int directory, const char *name);

/* Deletes what writers that were killed have left in the directory more than a day before the
 * temporary file or directory `own` was created. */
void tl_delete_leftovers(int directory, const char *own);

#pragma GCC visibility pop

#endif
