/* The data of a rank and of the ranks below it in the tree: totals, call paths and, if they are
 * small, values. Each rank merges the data of its children and sends them to its parent, so rank 0
 * has those of all ranks after log P steps. */
#ifndef TREELINE_SUBTREE_H
#define TREELINE_SUBTREE_H

#include "base.h"

#include "misuse.h"
#include "part-file.h"
#include "path-table.h"
#include "rank-tree.h"
#include "view.h"

#pragma GCC visibility push(hidden)

typedef struct {
    tl_path_set paths;
    uint64_t values; /* estimate */
    uint64_t open_events;
    int has_workers;
    int has_repetitions;
    tl_misuse_log misuse;
    int failed; /* data of a rank are missing */
    uint64_t merged[TL_MAX_CHILDREN + 1]; /* hashes of path sets that `paths` includes */
    int merged_count;
    tl_message *early; /* by rank, from this rank on; complete if early_count == ranks */
    int early_count;
    int ranks;
    tl_message received[2 * TL_MAX_CHILDREN + 1]; /* `paths` and `early` point into them */
    int received_count;
} tl_subtree;

/* Starts with the data of this rank. Early values are included if `has_early`. */
void tl_start_subtree(tl_subtree *tree, const tl_view *view, uint32_t open_events, int has_early);

/* Receives the data of a child, and of the ranks below it. */
void tl_receive_subtree(tl_subtree *tree, int child);

void tl_send_subtree(const tl_subtree *tree, int parent);
void tl_free_subtree(tl_subtree *tree);

#pragma GCC visibility pop

#endif
