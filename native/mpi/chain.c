/* A PMPI tool defines MPI_Send and calls PMPI_Send, so by itself it cannot share a process with
 * another PMPI tool: the first library in the order of symbol lookup hides the second.
 *
 * - Tools after this library are called instead of the MPI library: dlsym(RTLD_NEXT) finds them.
 * - Tools before this library call PMPI_Send, which bypasses it. Their global offset tables are
 *   changed so that they call MPI_Send of this library, as the GOTCHA library does. The same
 *   applies to a tool that is linked into the program.
 *
 * Both happen once, at start. */
#define _GNU_SOURCE
#include "chain.h"

#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if __SIZEOF_POINTER__ == 8
#define SYMBOL_INDEX ELF64_R_SYM
#else
#define SYMBOL_INDEX ELF32_R_SYM
#endif

enum { MAX_OBJECTS = 64 };

/* A loaded program or shared library. */
typedef struct {
    uintptr_t base;
    uintptr_t low;
    uintptr_t high;
    const ElfW(Dyn) *dynamic;
    uintptr_t read_only_from; /* protected after relocation (RELRO) */
    uintptr_t read_only_to;
    const char *path; /* empty for the program */
} object;

/* The objects before this library in the order of symbol lookup, this library, the MPI library. */
typedef struct {
    object before[MAX_OBJECTS];
    int count;
    object own;
    object mpi;
} objects;

extern const tlm_chained __start_tlm_chained[] __attribute__((visibility("hidden")));
extern const tlm_chained __stop_tlm_chained[] __attribute__((visibility("hidden")));

static int contains(const object *of, const void *address) {
    return (uintptr_t)address >= of->low && (uintptr_t)address < of->high;
}

static object object_of(const struct dl_phdr_info *info) {
    object made = {info->dlpi_addr, UINTPTR_MAX, 0, NULL, 0, 0, info->dlpi_name};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = made.base + part->p_vaddr;
        uintptr_t to = from + part->p_memsz;
        if (part->p_type == PT_DYNAMIC) made.dynamic = (const void *)from;
        if (part->p_type == PT_GNU_RELRO) {
            made.read_only_from = from;
            made.read_only_to = to;
        }
        if (part->p_type != PT_LOAD) continue;
        if (from < made.low) made.low = from;
        if (to > made.high) made.high = to;
    }
    return made;
}

static void *address_of_pmpi(void) {
    int (*function)(void) = PMPI_Finalize;
    void *address;
    memcpy(&address, &function, sizeof address);
    return address;
}

/* Objects are visited in the order of symbol lookup. */
static int visit(struct dl_phdr_info *info, size_t size, void *state) {
    objects *all = state;
    object found = object_of(info);
    (void)size;
    if (contains(&found, __start_tlm_chained)) all->own = found;
    else if (contains(&found, address_of_pmpi())) all->mpi = found;
    else if (all->own.high == 0 && all->count < MAX_OBJECTS && found.dynamic != NULL)
        all->before[all->count++] = found;
    return 0;
}

/* The definition of a symbol in an object; NULL if it has none. */
static void *defined_in(const object *of, void *handle, const char *symbol) {
    void *found = dlsym(handle, symbol);
    return found != NULL && contains(of, found) ? found : NULL;
}

/* -- tools after this library -- */

static void call_tools_after(const objects *all) {
    for (const tlm_chained *row = __start_tlm_chained; row < __stop_tlm_chained; row++) {
        void *found = dlsym(RTLD_NEXT, row->name);
        if (found != NULL && !contains(&all->mpi, found))
            memcpy(row->next, &found, sizeof found);
    }
}

/* -- tools before this library -- */

/* Some C libraries store addresses here, others offsets. */
static const void *pointer(const object *of, ElfW(Addr) value) {
    return (const void *)(value < of->low ? of->base + value : value);
}

static void replace(const object *of, uintptr_t slot, void *function) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = slot & ~(page - 1);
    size_t length = slot + sizeof function - start;
    int is_protected = slot >= of->read_only_from && slot < of->read_only_to;
    if (is_protected && mprotect((void *)start, length, PROT_READ | PROT_WRITE) != 0) return;
    memcpy((void *)slot, &function, sizeof function);
    if (is_protected) (void)mprotect((void *)start, length, PROT_READ);
}

typedef struct {
    const object *tool;
    void *tool_handle;
    const object *own;
    void *own_handle;
    const ElfW(Sym) *symbols;
    const char *names;
} patch;

/* Redirects a use of PMPI_X or pmpi_x_ if the tool defines MPI_X or mpi_x_. Other uses are
 * communication of the tool. */
static void redirect(const patch *by, ElfW(Xword) symbol, uintptr_t slot) {
    const char *name = by->names + by->symbols[symbol].st_name;
    void *own;
    if (symbol == 0) return; /* relative to the load address */
    if (strncmp(name, "PMPI_", 5) != 0 && strncmp(name, "pmpi_", 5) != 0) return;
    own = defined_in(by->own, by->own_handle, name + 1);
    if (own != NULL && defined_in(by->tool, by->tool_handle, name + 1) != NULL)
        replace(by->tool, slot, own);
}

static void redirect_all(const patch *by, const void *table, size_t bytes, int has_addends) {
    size_t step = has_addends ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel));
    for (size_t at = 0; at + step <= bytes; at += step) {
        const ElfW(Rel) *entry = (const void *)((const char *)table + at); /* a prefix of Rela */
        redirect(by, SYMBOL_INDEX(entry->r_info), by->tool->base + entry->r_offset);
    }
}

static void redirect_tool(patch *by) {
    const void *tables[3] = {NULL, NULL, NULL}; /* of jumps, with and without addends */
    size_t bytes[3] = {0, 0, 0};
    int jumps_have_addends = 0;
    for (const ElfW(Dyn) *at = by->tool->dynamic; at->d_tag != DT_NULL; at++) {
        const void *address = pointer(by->tool, at->d_un.d_ptr);
        if (at->d_tag == DT_SYMTAB) by->symbols = address;
        if (at->d_tag == DT_STRTAB) by->names = address;
        if (at->d_tag == DT_JMPREL) tables[0] = address;
        if (at->d_tag == DT_RELA) tables[1] = address;
        if (at->d_tag == DT_REL) tables[2] = address;
        if (at->d_tag == DT_PLTRELSZ) bytes[0] = at->d_un.d_val;
        if (at->d_tag == DT_RELASZ) bytes[1] = at->d_un.d_val;
        if (at->d_tag == DT_RELSZ) bytes[2] = at->d_un.d_val;
        if (at->d_tag == DT_PLTREL) jumps_have_addends = at->d_un.d_val == DT_RELA;
    }
    if (by->symbols == NULL || by->names == NULL) return;
    for (int i = 0; i < 3; i++)
        if (tables[i] != NULL)
            redirect_all(by, tables[i], bytes[i], i == 0 ? jumps_have_addends : i == 1);
}

static void *open_loaded(const object *of) {
    return dlopen(of->path[0] == '\0' ? NULL : of->path, RTLD_LAZY | RTLD_NOLOAD);
}

static void redirect_tools_before(const objects *all) {
    void *own_handle = open_loaded(&all->own);
    for (int i = 0; own_handle != NULL && i < all->count; i++) {
        const object *tool = &all->before[i];
        patch by = {tool, open_loaded(tool), &all->own, own_handle, NULL, NULL};
        if (by.tool_handle == NULL) continue; /* such as the vDSO */
        redirect_tool(&by);
        (void)dlclose(by.tool_handle);
    }
    if (own_handle != NULL) (void)dlclose(own_handle);
}

__attribute__((constructor)) static void chain(void) {
    objects all = {.count = 0};
    (void)dl_iterate_phdr(visit, &all);
    if (all.own.high == 0) return;
    call_tools_after(&all);
    redirect_tools_before(&all);
}
