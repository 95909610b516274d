/* File calls that continue after a signal. Functions return 0 or an errno value, unless stated
 * otherwise. */
#ifndef TREELINE_FILES_H
#define TREELINE_FILES_H

#include "base.h"

#pragma GCC visibility push(hidden)

/* A descriptor, or -1 with errno. The inner directory must not be a symbolic link. */
int tl_open_directory(const char *path);
int tl_open_inner_directory(int directory, const char *name);
int tl_create_file(int directory, const char *name); /* fails if the name exists */

int tl_write_bytes(int file, const unsigned char *bytes, size_t length);
int tl_sync(int file); /* to the disk */
int tl_close(int file);

/* Calls the visitor for each name, until it returns another number than 0. */
typedef int tl_visitor(int directory, const char *name, void *state);
int tl_visit_names(int directory, tl_visitor *visitor, void *state);

#pragma GCC visibility pop

#endif
