#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void tl_host_name(char *into, size_t room) {
    const char *named = getenv("HOSTNAME");
    if (named != NULL && *named != '\0') (void)snprintf(into, room, "%s", named);
    else if (gethostname(into, room) != 0) (void)snprintf(into, room, "unknown");
    into[room - 1] = '\0';
}
