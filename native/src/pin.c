#include "pin.h"

#include <dlfcn.h>
#include <sys/auxv.h>

/* Handlers for exit, fork, signals and the end of threads cannot all be removed again, and a
 * recording goes on after its plugin is unloaded. So the library with the recorder stays in memory.
 * The linker option -z nodelete does the same for libtreeline.so; this is for plugins that contain
 * libtreeline.a.
 *
 * The references are weak, because programs without plugins may be linked without libdl, or
 * statically. */
#pragma weak dladdr
#pragma weak dlopen

static int is_in_program(const Dl_info *found) {
    Dl_info program;
    const void *headers = (const void *)(uintptr_t)getauxval(AT_PHDR); /* of the program */
    return dladdr(headers, &program) != 0 && program.dli_fbase == found->dli_fbase;
}

/* The handle is kept. */
void tl_pin_object(const void *address) {
    Dl_info found;
    if (dladdr == NULL || dlopen == NULL || dladdr(address, &found) == 0) return;
    if (found.dli_fname == NULL || is_in_program(&found)) return;
    (void)dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* Callers must not hold a lock of the recorder: dlopen waits for libraries that other threads load,
 * and their constructors may record. */
void tl_pin_recorder(void) {
    static int is_pinned;
    if (__atomic_exchange_n(&is_pinned, 1, __ATOMIC_RELAXED) == 0) tl_pin_object(&is_pinned);
}
