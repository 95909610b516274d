/* Command-line options of the examples: --name value, as in the Java examples. */
#ifndef EXAMPLE_OPTIONS_H
#define EXAMPLE_OPTIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *option_text(int count, char **values, const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < count; i += 2)
        if (strcmp(values[i], name) == 0) return values[i + 1];
    return otherwise;
}

static double option_number(int count, char **values, const char *name, double otherwise) {
    const char *text = option_text(count, values, name, NULL);
    return text == NULL ? otherwise : strtod(text, NULL);
}

#endif
