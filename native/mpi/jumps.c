/* Interceptors of longjmp: a jump inside an MPI call leaves that call, as in the error handlers of
 * programs that recover from errors. A jump that stays within a callback ends the event of the call
 * too early, without its bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "call.h"

#define JUMP(name)                                                                \
    static void (*next_##name)(void *, int) __attribute__((noreturn));            \
    void name(void *buffer, int value) __attribute__((noreturn, visibility("default"))); \
    void name(void *buffer, int value) {                                          \
        tlm_abandon_outermost();                                                  \
        next_##name(buffer, value);                                               \
    }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk) /* with _FORTIFY_SOURCE */

static void find(void *into, const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(into, &found, sizeof found);
}

/* At start, because a signal handler must not call dlsym. */
__attribute__((constructor)) static void find_jumps(void) {
    find(&next_longjmp, "longjmp");
    find(&next__longjmp, "_longjmp");
    find(&next_siglongjmp, "siglongjmp");
    find(&next___longjmp_chk, "__longjmp_chk");
}
