/* A binomial tree over the ranks: each rank has at most log P children, and the subtree of a rank is
 * the range of ranks that starts with it. */
#ifndef TREELINE_RANK_TREE_H
#define TREELINE_RANK_TREE_H

#include "base.h"

#pragma GCC visibility push(hidden)

enum { TL_MAX_CHILDREN = 31 };

typedef struct {
    int parent; /* -1 for rank 0 */
    int children;
    int child[TL_MAX_CHILDREN]; /* ascending */
} tl_rank_tree;

void tl_make_rank_tree(tl_rank_tree *tree, int rank, int size);

#pragma GCC visibility pop

#endif
