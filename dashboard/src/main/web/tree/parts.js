// How the value of a node splits: over itself and what it calls, over functions, or over the values of a tag. Pure.

/**
 * One part of a whole. `row` is a row of the tree to select, -1 where there is none.
 * @typedef {{ name: string, value: number, before?: number, row: number, frame: number }} Part
 */

/** @typedef {import('../data/types.js').Tree} Tree */

/** @param {Tree} tree @param {number} row -1: the whole tree @returns {[number, number]} */
function rangeOf(tree, row) {
    return row < 0 ? [0, tree.length] : [row, tree.end[row]];
}

/** @param {number} value */
const amount = (value) => (value > 0 ? value : 0);

/**
 * The node itself and its children, the heaviest first.
 * @param {Tree} tree
 * @param {number} row
 * @param {{ inclusive: Float64Array, exclusive: Float64Array } | null} against
 * @returns {Part[]}
 */
export function childParts(tree, row, against) {
    /** @type {Part[]} */
    const parts = [];
    if (row >= 0) parts.push({ name: 'itself', value: amount(tree.exclusive[row]), before: against?.exclusive[row], row: -1, frame: tree.frame[row] });
    const [, end] = rangeOf(tree, row);
    for (let child = row + 1; child < end; child = tree.end[child]) {
        parts.push({ name: tree.names[tree.frame[child]], value: amount(tree.inclusive[child]), before: against?.inclusive[child], row: child, frame: tree.frame[child] });
    }
    return sorted(parts);
}

/**
 * Every function that runs at or below the node, by the time spent in itself.
 * @param {Tree} tree
 * @param {number} row
 * @param {{ exclusive: Float64Array } | null} against
 * @returns {Part[]}
 */
export function functionParts(tree, row, against) {
    const [from, to] = rangeOf(tree, row);
    /** @type {Map<number, Part>} */
    const parts = new Map();
    const heaviest = new Map();
    for (let at = from; at < to; at++) {
        const frame = tree.frame[at];
        let part = parts.get(frame);
        if (!part) parts.set(frame, (part = { name: tree.names[frame], value: 0, row: at, frame, ...(against ? { before: 0 } : {}) }));
        part.value += amount(tree.exclusive[at]);
        if (against) part.before = (part.before ?? 0) + amount(against.exclusive[at]);
        if (tree.exclusive[at] > (heaviest.get(frame) ?? 0)) {
            heaviest.set(frame, tree.exclusive[at]);
            part.row = at;
        }
    }
    return sorted([...parts.values()].filter((part) => part.value > 0 || (part.before ?? 0) > 0));
}

/**
 * The time spent at or below the node by the value of a tag. A row without the tag belongs to its nearest caller that
 * has it: what a tagged phase calls is part of the phase.
 * @param {Tree} tree
 * @param {number} row
 * @param {(row: number) => number} label index into `values`, -1 without
 * @param {string[]} values
 * @returns {Part[]}
 */
export function tagParts(tree, row, label, values) {
    const of = new Int32Array(tree.length);
    const sum = new Float64Array(values.length + 1);
    const [from, to] = rangeOf(tree, row);
    for (let at = 0; at < to; at++) {
        const own = label(at);
        of[at] = own >= 0 ? own : tree.parent[at] >= 0 ? of[tree.parent[at]] : -1;
        if (at >= from) sum[of[at] < 0 ? values.length : of[at]] += amount(tree.exclusive[at]);
    }
    const parts = Array.from(sum, (value, at) => ({ name: values[at] === undefined ? 'without this tag' : values[at] || 'none', value, row: -1, frame: -1 }));
    return sorted(parts.filter((part) => part.value > 0));
}

/** @param {Part[]} parts */
function sorted(parts) {
    return parts.sort((a, b) => b.value - a.value || (b.before ?? 0) - (a.before ?? 0) || (a.name < b.name ? -1 : 1));
}

/**
 * At most `most` parts; the lightest become one: "n more".
 * @param {Part[]} parts
 * @param {number} most
 * @returns {{ shown: Part[], rest: Part | null, count: number }}
 */
export function folded(parts, most) {
    if (parts.length <= most) return { shown: parts, rest: null, count: 0 };
    const lightest = parts.slice(most - 1);
    const before = lightest.some((part) => part.before !== undefined) ? { before: lightest.reduce((sum, part) => sum + amount(part.before ?? 0), 0) } : {};
    const rest = { name: `${lightest.length.toLocaleString('en-US')} more`, value: lightest.reduce((sum, part) => sum + part.value, 0), row: -1, frame: -1, ...before };
    return { shown: parts.slice(0, most - 1), rest, count: lightest.length };
}
