/* The compilers of the program. */
#ifndef TREELINE_COMPILER_H
#define TREELINE_COMPILER_H

#include "base.h"

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The compiler versions in the .comment section of the executable, separated by "; ". Returns -1 if
 * it has none, as after strip --remove-section=.comment. */
int tl_compilers(char *text, size_t size);

/* The same for an ELF file that is open for reading. */
int tl_compilers_of(int file, char *text, size_t size);

#pragma GCC visibility pop

#endif
