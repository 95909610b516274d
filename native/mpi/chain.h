/* Chains this library with other PMPI tools in the same process, in either order. */
#ifndef TREELINE_CHAIN_H
#define TREELINE_CHAIN_H

/* The next function of an interceptor: of the next tool that defines the routine, or of the MPI
 * library. All rows form an array in a section of this library. */
typedef struct {
    const char *name;
    void *next; /* the address of a function pointer */
} tlm_chained;

#define TLM_CHAINED(routine)                                                                   \
    static const tlm_chained chained_##routine                                                   \
        __attribute__((section("tlm_chained"), used, aligned(sizeof(void *)))) = {               \
            "MPI_" #routine, (void *)&next_##routine};

#endif
