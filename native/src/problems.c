#include "problems.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char problems[2048];

void tl_problem(const char *format, ...) {
    size_t used = strlen(problems);
    va_list arguments;
    if (used + 4 > sizeof problems) return;
    if (used > 0) {
        memcpy(problems + used, "; ", 3);
        used += 2;
    }
    va_start(arguments, format);
    (void)vsnprintf(problems + used, sizeof problems - used, format, arguments);
    va_end(arguments);
}

/* Without the lock of stderr, which a thread that waits in a signal handler may hold. */
void tl_print_problems(void) {
    if (problems[0] != '\0') (void)dprintf(STDERR_FILENO, "treeline: %s\n", problems);
    tl_forget_problems();
}

void tl_forget_problems(void) { problems[0] = '\0'; }
