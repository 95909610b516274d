// Places of the nodes in the node-link view: callers left of callees, each on the line of its first callee. Callees are sorted
// by value, so the hot path is a straight line along the top, however large the tree is.

/** @typedef {import('../data/types.js').Tree} Tree */

/** `across` is from one box to that of its callee: the widest, the narrowest, and the part of it that the link has. */
export const BOX = { height: 22, across: 216, narrowest: 168, link: 48, down: 30, margin: 16, handle: 30 };

/**
 * @typedef {Object} Layout
 * @property {Int32Array} rows
 * @property {Float64Array} y  middle of the box, by place in `rows`
 * @property {Map<number, number>} at  place of a row in `rows`
 * @property {number} across  from one column of boxes to the next
 * @property {number} box  width of a box
 * @property {number} width
 * @property {number} height
 */

/** Columns are as narrow as it takes to have all of them in the room, within reason. @param {Tree} tree @param {Int32Array} rows  depth-first, callers before callees @param {number} [room] @returns {Layout} */
export function nodeLayout(tree, rows, room = Infinity) {
    const at = new Map();
    const y = new Float64Array(rows.length);
    let line = -1;
    let deepest = 0;
    rows.forEach((row, place) => {
        at.set(row, place);
        deepest = Math.max(deepest, tree.depth[row]);
        // the first callee stays on the line of its caller, every other row begins a new one
        const first = place > 0 && tree.parent[row] === rows[place - 1];
        if (!first) line++;
        y[place] = BOX.margin + BOX.height / 2 + line * BOX.down;
    });
    const height = BOX.margin * 2 + BOX.height + Math.max(0, line) * BOX.down;
    const ends = BOX.margin * 2 + BOX.handle - BOX.link;
    const across = Math.max(BOX.narrowest, Math.min(BOX.across, Math.floor((room - ends) / (deepest + 1))));
    return { rows, y, at, across, box: across - BOX.link, width: ends + (deepest + 1) * across, height };
}

/** @param {Layout} layout @param {Tree} tree @param {number} row */
export const leftOf = (layout, tree, row) => BOX.margin + tree.depth[row] * layout.across;

/** The first place whose line is not above `y`. @param {Float64Array} lines  ascending @param {number} y */
export function firstAt(lines, y) {
    let low = 0;
    let high = lines.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (lines[middle] < y) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * Of the rows from `place` on, the next callee of every caller before it: their links cross what is shown, or begin in it.
 * @param {Tree} tree
 * @param {Int32Array} rows
 * @param {number} place
 */
export function leavingBelow(tree, rows, place) {
    /** @type {number[]} */
    const found = [];
    let level = place > 0 ? tree.depth[rows[place - 1]] + 1 : 0;
    for (let at = place; at < rows.length && level > 0; at++) {
        const depth = tree.depth[rows[at]];
        if (depth > level) continue;
        if (depth > 0) found.push(at);
        level = depth - 1;
    }
    return found;
}
