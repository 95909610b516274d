// Which rows a threshold leaves: those that hold a share of the total, with their callers. Pure.

/** @typedef {import('./tree.js').Shape} Shape */

/**
 * What a threshold leaves. `below` is by row: how many rows that are not shown are counted there, at the nearest caller that is.
 * @typedef {{mask: Uint8Array, below: Int32Array, hidden: number}} Kept
 */

/**
 * Rows with less than a share of the total go, and everything below them. Of two runs, a row stays if it is large enough in one.
 * @param {Shape} tree
 * @param {{values: Float64Array, total: number}[]} runs  inclusive values, and what they are shares of
 * @param {number} share  from 0 to 1
 * @param {number} [looked]  a row that is looked at: it stays, with its callers
 * @returns {Kept | null} null where all rows stay
 */
export function keptRows(tree, runs, share, looked = -1) {
    if (!(share > 0) || runs.every(({ total }) => !(total > 0))) return null;
    const mask = new Uint8Array(tree.length);
    const below = new Int32Array(tree.length);
    let hidden = 0;
    for (let row = 0; row < tree.length; row++) {
        const around = row <= looked && looked < tree.end[row];
        if (around || runs.some(({ values, total }) => values[row] >= share * total)) {
            mask[row] = 1;
            continue;
        }
        const count = tree.end[row] - row;
        hidden += count;
        if (tree.parent[row] >= 0) below[tree.parent[row]] += count;
        row = tree.end[row] - 1;
    }
    return { mask, below, hidden };
}
