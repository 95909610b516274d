// The rows of a timeline: traced contexts in an order, folded to one row per rank or host, and thinned out by an even stride
// if there are more than pixels. Pure functions.

/** @typedef {{context: number, name: string, members: number[]}} Row  members: the contexts that are folded into the row, itself first */

/** Rows of a tile. */
export const BLOCK = 64;

/**
 * @param {import('../data/types.js').Frame} trace
 * @param {'none' | 'rank' | 'host'} fold
 * @returns {Row[]}  by rank, thread and stream
 */
export function rowsOf(trace, fold) {
    const { context } = trace.columns;
    const { names } = trace.header;
    const key = foldKey(trace, fold);
    /** @type {Map<string, Row>} */
    const groups = new Map();
    context.forEach((each, at) => {
        const known = groups.get(key(at));
        if (known) known.members.push(each);
        else groups.set(key(at), { context: each, name: names[at], members: [each] });
    });
    return [...groups].map(([group, row]) => (row.members.length === 1 ? row : { ...row, name: foldedName(trace, fold, group, row) }));
}

/** @param {import('../data/types.js').Frame} trace @param {'none' | 'rank' | 'host'} fold @returns {(at: number) => string} */
function foldKey({ columns }, fold) {
    const column = fold === 'none' ? undefined : columns[fold];
    return column ? (at) => (column[at] < 0 ? `#${at}` : String(column[at])) : (at) => `#${at}`;
}

/** @param {import('../data/types.js').Frame} trace @param {'none' | 'rank' | 'host'} fold @param {string} group @param {Row} row */
function foldedName(trace, fold, group, row) {
    const name = fold === 'host' ? (trace.header.hosts[Number(group)] ?? 'host') : `rank ${group}`;
    return `${name} (1 of ${row.members.length})`;
}

/** What can be folded: groups that have several rows, but not all of them. @param {import('../data/types.js').Frame} trace @returns {('rank' | 'host')[]} */
export function foldings({ columns }) {
    const several = (/** @type {'rank' | 'host'} */ name) => {
        const column = columns[name];
        if (!column) return false;
        const groups = new Set(Array.from(column).filter((each) => each >= 0)).size;
        return groups > 1 && groups < column.length;
    };
    return /** @type {const} */ (['rank', 'host']).filter(several);
}

/** Most first; rows without a value last. @param {Row[]} rows @param {(context: number) => number} value */
export function sorted(rows, value) {
    const of = new Map(rows.map((row) => [row, row.members.reduce((sum, each) => sum + (value(each) || 0), 0)]));
    return rows.slice().sort((a, b) => (of.get(b) ?? 0) - (of.get(a) ?? 0));
}

/**
 * How many rows one shown row stands for: a power of two, so that every shown row has a pixel.
 * @param {number} count @param {number} pixels
 */
export function strideFor(count, pixels) {
    return 2 ** Math.max(0, Math.ceil(Math.log2(count / Math.max(1, pixels))));
}

/**
 * The contexts of a block of rows, in the order of the rows.
 * @param {Row[]} rows @param {number} stride @param {number} block
 */
export function blockContexts(rows, stride, block) {
    /** @type {number[]} */
    const found = [];
    const from = block * BLOCK * stride;
    for (let at = from; at < rows.length && found.length < BLOCK; at += stride) found.push(rows[at].context);
    return found;
}

/** The rows that a mailed file has: as many as it has room for, at an even stride. @param {Row[]} rows @param {number} most */
export function thinned(rows, most) {
    const count = Math.min(most, rows.length);
    return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)]);
}

/** The visible rows, at least one. @param {number[] | null} rows @param {number} count @returns {[number, number]} */
export function visibleRows(rows, count) {
    if (!rows) return [0, count];
    const first = Math.max(0, Math.min(count - 1, rows[0]));
    return [first, Math.max(first + 1, Math.min(count, rows[1] + 1))];
}
