#include "rank-tree.h"

/* The parent lacks the lowest 1 bit of the rank, and the children have one more bit below it. */
void tl_make_rank_tree(tl_rank_tree *tree, int rank, int size) {
    tree->parent = rank == 0 ? -1 : rank & (rank - 1);
    tree->children = 0;
    for (int bit = 0; bit < TL_MAX_CHILDREN; bit++) {
        int step = 1 << bit;
        if (step >= size - rank || (rank & step) != 0) return;
        tree->child[tree->children++] = rank + step;
    }
}
