// Places of the nodes in the node-link view. If there is room, callers are left of callees, each on the line of its first callee:
// callees are sorted by value, so the hot path is a straight line along the top. A tree that is too deep for this has a line per
// node and callees below their caller, so that names have all the room to their right.

/** @typedef {import('../data/types.js').Tree} Tree */

/** `narrowest` and `widest` are the limits of a box; for lack of room, none becomes narrower than `squeezed`. `link` is the space between a box and its callees, `indent` that of a line per node. */
export const BOX = { indent: 36, leastIndent: 22, height: 22, narrowest: 70, squeezed: 170, widest: 480, link: 48, down: 30, margin: 16, handle: 30 };

/**
 * @typedef {Object} Layout
 * @property {Int32Array} rows
 * @property {Float64Array} y  middle of the box, by place in `rows`
 * @property {Map<number, number>} at  place of a row in `rows`
 * @property {number[]} left  of the boxes of each depth
 * @property {Float64Array} box  width, by place in `rows`
 * @property {boolean} down  a line per node, callees below their caller
 * @property {number} width
 * @property {number} height
 */

/**
 * Boxes are as wide as their text, if there is room. Only boxes with a callee on their line share the room of their depth: nothing is
 * to the right of any other box, so that its name can use that space.
 * @param {Tree} tree @param {Int32Array} rows  depth-first, callers before callees @param {(row: number) => number} wanted  width of a box that has all of its text
 * @param {number} [room] @returns {Layout}
 */
export function nodeLayout(tree, rows, wanted, room = Infinity) {
    const at = new Map();
    const y = new Float64Array(rows.length);
    /** @type {number[]} the widest box of each depth, of those with a callee on their line */
    const widest = [];
    let line = -1;
    let deepest = 0;
    rows.forEach((row, place) => {
        at.set(row, place);
        deepest = Math.max(deepest, tree.depth[row]);
        // the first callee stays on the line of its caller, every other row begins a new one
        if (!(place > 0 && tree.parent[row] === rows[place - 1])) line++;
        y[place] = BOX.margin + BOX.height / 2 + line * BOX.down;
        if (isOpen(tree, rows, place)) widest[tree.depth[row]] = Math.max(widest[tree.depth[row]] ?? 0, limited(wanted(row)));
    });
    const natural = Array.from({ length: deepest }, (_, depth) => widest[depth] ?? BOX.narrowest);
    const columns = fitted(natural, room - lastBox(tree, rows, wanted, deepest));
    if (!columns) return downwards(tree, rows, at, wanted, room, deepest);
    const left = [BOX.margin];
    for (const column of columns) left.push(left[left.length - 1] + column + BOX.link);
    const box = Float64Array.from(rows, (row, place) => Math.min(limited(wanted(row)), isOpen(tree, rows, place) ? columns[tree.depth[row]] : Infinity));
    const right = rows.reduce((most, row, place) => Math.max(most, left[tree.depth[row]] + box[place]), 0);
    return { rows, y, at, left, box, down: false, width: right + BOX.handle + BOX.margin, height: BOX.margin * 2 + BOX.height + Math.max(0, line) * BOX.down };
}

/**
 * @param {Tree} tree @param {Int32Array} rows @param {Map<number, number>} at @param {(row: number) => number} wanted
 * @param {number} room @param {number} deepest @returns {Layout}
 */
function downwards(tree, rows, at, wanted, room, deepest) {
    const indent = Math.max(BOX.leastIndent, Math.min(BOX.indent, Math.floor((room - BOX.widest) / Math.max(1, deepest))));
    const left = Array.from({ length: deepest + 1 }, (_, depth) => BOX.margin + depth * indent);
    const y = Float64Array.from(rows, (_, place) => BOX.margin + BOX.height / 2 + place * BOX.down);
    const free = room - BOX.handle - BOX.margin;
    const box = Float64Array.from(rows, (row) => Math.max(BOX.narrowest, Math.min(wanted(row), Math.max(BOX.widest, free - left[tree.depth[row]]))));
    const right = rows.reduce((most, row, place) => Math.max(most, left[tree.depth[row]] + box[place]), 0);
    return { rows, y, at, left, box, down: true, width: right + BOX.handle + BOX.margin, height: BOX.margin * 2 + BOX.height + Math.max(0, rows.length - 1) * BOX.down };
}

/** Whether the callee of a row is on its line. @param {Tree} tree @param {Int32Array} rows @param {number} place */
const isOpen = (tree, rows, place) => place + 1 < rows.length && tree.parent[rows[place + 1]] === rows[place];

/** @param {number} width */
const limited = (width) => Math.max(BOX.narrowest, Math.min(BOX.widest, width));

/** The space of the deepest boxes and of the margins. @param {Tree} tree @param {Int32Array} rows @param {(row: number) => number} wanted @param {number} deepest */
function lastBox(tree, rows, wanted, deepest) {
    const widest = rows.reduce((most, row) => (tree.depth[row] === deepest ? Math.max(most, limited(wanted(row))) : most), BOX.narrowest);
    return widest + BOX.margin * 2 + BOX.handle;
}

/** Columns that need more room than there is: the widest become narrower first; null if they would become too narrow. @param {number[]} columns @param {number} room */
function fitted(columns, room) {
    const space = room - columns.length * BOX.link;
    if (columns.reduce((sum, each) => sum + each, 0) <= space) return columns;
    if (columns.reduce((sum, each) => sum + Math.min(each, BOX.squeezed), 0) > space) return null;
    let [low, high] = [BOX.squeezed, BOX.widest];
    for (let step = 0; step < 20; step++) {
        const middle = (low + high) / 2;
        if (columns.reduce((sum, each) => sum + Math.min(each, middle), 0) > space) high = middle;
        else low = middle;
    }
    return columns.map((each) => Math.floor(Math.min(each, low)));
}

/** @param {Layout} layout @param {Tree} tree @param {number} row */
export const leftOf = (layout, tree, row) => layout.left[tree.depth[row]];

/** @param {Layout} layout @param {number} row */
export const boxOf = (layout, row) => layout.box[layout.at.get(row) ?? 0];

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
