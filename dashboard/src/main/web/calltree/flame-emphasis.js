// The emphasis of flame graph boxes: coloured by category, or by difference if two runs are compared; muted outside the
// selection and the search results. Pure functions.

/** @typedef {import('./flame-boxes.js').Look} Look */

export const DIFF_STEPS = 21;

/**
 * How much a row differs as a step 0..DIFF_STEPS-1; the middle is "the same". The scale is the logarithm of the ratio,
 * full colour at twice or half, so that "twice as slow" and "twice as fast" look equally strong.
 * @param {number} value
 * @param {number} against
 */
export function diffStep(value, against) {
    const middle = (DIFF_STEPS - 1) / 2;
    const one = value > 0 ? value : 0;
    const other = against > 0 ? against : 0;
    if (one === other) return middle;
    if (other === 0) return DIFF_STEPS - 1;
    if (one === 0) return 0;
    const strength = Math.max(-1, Math.min(1, Math.log2(one / other)));
    const step = Math.round(middle + strength * middle);
    return step;
}

/**
 * Rows to draw strong: the selected row, its callers and everything it calls; all rows where nothing is selected.
 * @param {{ length: number, parent: Int32Array, end: Int32Array }} tree
 * @param {number} row
 */
export function related(tree, row) {
    const strong = new Uint8Array(tree.length);
    if (row < 0) return strong.fill(1);
    strong.fill(1, row, tree.end[row]);
    for (let up = tree.parent[row]; up >= 0; up = tree.parent[up]) strong[up] = 1;
    return strong;
}

/**
 * Looks by row. The table of looks is `strong` then `muted` then one look for what a search found.
 * @param {Uint8Array} base look of each row as an index into `strong`
 * @param {number} count how many strong looks there are
 * @param {Uint8Array} strong
 * @param {Uint8Array | null} found rows that match a search: they shine, everything else is muted
 */
export function looksOf(base, count, strong, found) {
    const look = new Uint8Array(base.length);
    for (let row = 0; row < base.length; row++) {
        if (found?.[row]) look[row] = 2 * count;
        else look[row] = strong[row] && !found ? base[row] : base[row] + count;
    }
    return look;
}
