// Which rows of the tree are open, and which rows are therefore to be seen, in order. Shared by the table and the node-link
// view, so that both show the same.

import { childrenOf, pathOf, rowOf } from './tree.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Tree} Tree */
/** @typedef {import('../data/types.js').State} State */

/** So many rows fit on a usual screen. */
const FEW = 20;

/**
 * What "auto" means: everything of a program with few call paths, else the hot path. Asked of the run, not of the shown tree, so
 * that a transform does not turn it round.
 * @param {App} app
 * @returns {{open: 'hot' | 'all' | 'none', expanded: string[][]}}
 */
function opening({ state, model }) {
    const few = (model.runInfo?.nodes ?? Infinity) <= FEW;
    return { open: state.open === 'auto' ? (few ? 'all' : 'hot') : state.open, expanded: state.expanded };
}

/**
 * @param {Tree} tree
 * @param {Set<number>} hot
 * @param {{open: 'hot' | 'all' | 'none', expanded: string[][]}} state
 * @param {number} selectedRow  its callers are always open
 */
export function openRows(tree, hot, state, selectedRow) {
    const open = new Uint8Array(tree.length);
    if (state.open === 'all') open.fill(1);
    if (state.open === 'hot') for (const row of hot) open[row] = 1;
    for (const path of state.expanded) {
        const row = rowOf(tree, path);
        if (row >= 0) open[row] ^= 1;
    }
    for (let row = selectedRow < 0 ? -1 : tree.parent[selectedRow]; row >= 0; row = tree.parent[row]) open[row] = 1;
    return open;
}

/**
 * Rows to be seen, callees in the order of `weight`, largest first.
 * @param {Tree} tree
 * @param {Uint8Array} open
 * @param {(a: number, b: number) => number} order
 * @param {Uint8Array | null} [mask]  1 for rows that a threshold leaves
 * @returns {Int32Array}
 */
export function visibleRows(tree, open, order, mask = null) {
    const children = (/** @type {number} */ row) => (mask ? childrenOf(tree, row).filter((child) => mask[child]) : childrenOf(tree, row)).sort(order);
    const rows = new Int32Array(tree.length);
    let count = 0;
    const stack = children(-1).reverse();
    while (stack.length > 0) {
        const row = /** @type {number} */ (stack.pop());
        rows[count++] = row;
        if (!open[row] || tree.end[row] === row + 1) continue;
        const below = children(row);
        for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]);
    }
    return rows.slice(0, count);
}

/** The rows of a view that opens and closes them, made anew only when something that they hang on has changed. */
export class ShownRows {
    constructor() {
        /** @type {Uint8Array} */
        this.open = new Uint8Array(0);
        /** @type {Int32Array} */
        this.visible = new Int32Array(0);
        /** @type {Tree | null} */
        this.tree = null;
        this.key = '';
        /** @type {import('./threshold.js').Kept | null} */
        this.kept = null;
        /** @type {unknown} values of other metrics, which rows may be sorted by */
        this.values = null;
    }

    /** @param {App} app @param {Tree} tree @param {string} by  the column that rows are sorted by @param {() => (a: number, b: number) => number} order */
    update(app, tree, by, order) {
        const { open, expanded, sort, scope, columns } = app.state;
        const { kept, selectedRow, columns: values } = app.model;
        const key = JSON.stringify([open, expanded, sort, by, scope, columns]);
        if (tree === this.tree && key === this.key && values === this.values && alike(kept, this.kept) && this.#holds(tree, selectedRow)) return;
        this.tree = tree;
        this.key = key;
        this.kept = kept;
        this.values = values;
        this.open = openRows(tree, app.model.hot, opening(app), selectedRow);
        this.visible = visibleRows(tree, this.open, order(), kept?.mask);
    }

    /** Whether the row is in sight already. @param {Tree} tree @param {number} row */
    #holds(tree, row) {
        for (let at = row < 0 ? -1 : tree.parent[row]; at >= 0; at = tree.parent[at]) if (!this.open[at]) return false;
        return true;
    }
}

/** Whether two thresholds leave the same rows. @param {import('./threshold.js').Kept | null} one @param {import('./threshold.js').Kept | null} other */
function alike(one, other) {
    if (one === other) return true;
    return one !== null && other !== null && one.hidden === other.hidden && one.mask.every((each, row) => each === other.mask[row]);
}

/**
 * The list of exceptions after `rows` are opened or closed.
 * @param {App} app
 * @param {Uint8Array} open
 * @param {Iterable<number>} rows
 * @param {boolean} wanted
 */
export function withOpen(app, open, rows, wanted) {
    const tree = /** @type {Tree} */ (app.model.tree);
    const natural = openRows(tree, app.model.hot, { ...opening(app), expanded: [] }, -1);
    const exceptions = new Map(app.state.expanded.map((path) => [path.join('\u0000'), path]));
    for (const row of rows) {
        if ((open[row] === 1) === wanted && exceptionHolds(tree, natural, exceptions, row, wanted)) continue;
        const path = pathOf(tree, row);
        const key = path.join('\u0000');
        if ((natural[row] === 1) === wanted) exceptions.delete(key);
        else exceptions.set(key, path);
    }
    return [...exceptions.values()];
}

/**
 * Whether the state already says so by itself, without the selection below.
 * @param {Tree} tree
 * @param {Uint8Array} natural
 * @param {Map<string, string[]>} exceptions
 * @param {number} row
 * @param {boolean} wanted
 */
function exceptionHolds(tree, natural, exceptions, row, wanted) {
    const excepted = exceptions.has(pathOf(tree, row).join('\u0000'));
    return ((natural[row] === 1) !== excepted) === wanted;
}

/** Opens or closes one row. Closing one that holds the selection selects it. @param {App} app @param {Uint8Array} open @param {number} row @param {boolean} wanted */
export function setOpen(app, open, row, wanted) {
    const tree = /** @type {Tree} */ (app.model.tree);
    const { selectedRow } = app.model;
    const expanded = withOpen(app, open, [row], wanted);
    const inside = selectedRow > row && selectedRow < tree.end[row];
    app.select(!wanted && inside ? { expanded, node: pathOf(tree, row) } : { expanded });
}

/** More than this would make the address too long. */
const MOST_OPENED = 2000;

/** Opens everything below a row. @param {App} app @param {Uint8Array} open @param {number} row */
export function openBelow(app, open, row) {
    const tree = /** @type {Tree} */ (app.model.tree);
    /** @type {number[]} */
    const rows = [];
    for (let at = row; at < tree.end[row] && rows.length < MOST_OPENED; at++) if (tree.end[at] > at + 1) rows.push(at);
    app.select({ expanded: withOpen(app, open, rows, true) });
}

/**
 * The open rows as a state of their own, so that another hot path does not open or close any; null if the state says so already.
 * @param {App} app @returns {Pick<State, 'open' | 'expanded'> | null}
 */
export function pinnedRows(app) {
    const { tree, hot, selectedRow } = app.model;
    const wanted = opening(app);
    if (!tree || app.state.open === wanted.open && wanted.open !== 'hot') return null;
    if (wanted.open !== 'hot') return { open: wanted.open, expanded: wanted.expanded };
    const open = openRows(tree, hot, wanted, selectedRow);
    const rows = [...open.keys()].filter((row) => open[row] === 1 && tree.end[row] > row + 1).slice(0, MOST_OPENED);
    return { open: 'none', expanded: rows.map((row) => pathOf(tree, row)) };
}

/** Keeps the callers of the selection open after it moves on. @param {App} app @param {Uint8Array} open */
export function keepRevealed(app, open) {
    const tree = /** @type {Tree} */ (app.model.tree);
    const { selectedRow } = app.model;
    const wanted = opening(app);
    if (wanted.open === 'all' && wanted.expanded.length === 0) return;
    const said = openRows(tree, app.model.hot, wanted, -1);
    /** @type {number[]} */
    const rows = [];
    for (let row = selectedRow < 0 ? -1 : tree.parent[selectedRow]; row >= 0; row = tree.parent[row]) if (!said[row]) rows.push(row);
    if (rows.length > 0) app.select({ expanded: withOpen(app, open, rows, true) }, { replace: true });
}
