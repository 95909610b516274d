/* Problems for the one line that the recorder prints to the standard error. */
#ifndef TREELINE_PROBLEMS_H
#define TREELINE_PROBLEMS_H

#include "base.h"

#pragma GCC visibility push(hidden)

void tl_problem(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tl_print_problems(void); /* and forgets them */
void tl_forget_problems(void);

#pragma GCC visibility pop

#endif
