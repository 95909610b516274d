// The columns of the tree table: what they show, how they sort and what they export.

import { contextUnit } from './chips.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {import('./types.js').Tree} Tree */

/**
 * @typedef {Object} ColumnOf
 * @property {string} key
 * @property {string} label
 * @property {string} title
 * @property {'number' | 'bar' | 'spark' | 'name' | 'diffbar'} kind
 * @property {(row: number) => number} value  NaN sorts last
 * @property {(row: number) => string} text
 */

/** @param {App} app @param {Tree} tree @returns {ColumnOf[]} */
export function columnsOf(app, tree) {
    const name = nameColumn(tree);
    return app.model.diff ? [name, ...diffColumns(app, tree)] : [name, ...valueColumns(app, tree)];
}

/** @param {Tree} tree @returns {ColumnOf} */
function nameColumn(tree) {
    return { key: 'name', label: 'Call path', title: 'Name of the frame', kind: 'name', value: () => 0, text: (row) => tree.names[tree.frame[row]] };
}

/** @param {App} app @param {Tree} tree @returns {ColumnOf[]} */
function valueColumns(app, tree) {
    const { model, format, state } = app;
    const shown = state.scope === 'inclusive' ? tree.inclusive : tree.exclusive;
    const columns = /** @type {ColumnOf[]} */ ([
        { key: 'inclusive', label: 'Inclusive', title: 'With everything that was called', kind: 'number', value: (row) => tree.inclusive[row], text: (row) => format.value(tree.inclusive[row], model.unit) },
        { key: 'exclusive', label: 'Exclusive', title: 'Without what was called', kind: 'number', value: (row) => tree.exclusive[row], text: (row) => format.value(tree.exclusive[row], model.unit) },
        { key: 'share', label: 'Share', title: `${state.scope} share of the total`, kind: 'bar', value: (row) => shown[row] / model.total, text: (row) => format.percent(shown[row] / model.total) },
    ]);
    if ((model.runInfo?.contexts ?? 1) < 2) return columns;
    const unit = contextUnit(app);
    return [
        ...columns,
        { key: 'imbalance', label: 'Imbalance', title: `Slowest ${unit} over the mean ${unit}: 1.00× is balanced`, kind: 'number', value: (row) => tree.imbalance[row], text: (row) => format.ratio(tree.imbalance[row]) },
        { key: 'ranks', label: `${unit.charAt(0).toUpperCase()}${unit.slice(1)}s`, title: `How many ${unit}s take how long: fast ones left, slow ones right`, kind: 'spark', value: (row) => tree.imbalance[row], text: () => '' },
    ];
}

/** @param {App} app @param {Tree} tree @returns {ColumnOf[]} */
function diffColumns(app, tree) {
    const { model, format, state } = app;
    const diff = /** @type {NonNullable<typeof model.diff>} */ (model.diff);
    const ours = state.scope === 'inclusive' ? tree.inclusive : tree.exclusive;
    const theirs = state.scope === 'inclusive' ? diff.inclusive : diff.exclusive;
    /** @param {number} number */
    const present = (number) => (Number.isNaN(number) ? 0 : number);
    /** @param {number} row */
    const change = (row) => present(ours[row]) - present(theirs[row]);
    return [
        { key: 'inclusive', label: 'This run', title: `${state.scope} in ${model.runInfo?.name}`, kind: 'number', value: (row) => ours[row], text: (row) => format.value(ours[row], model.unit) },
        { key: 'against', label: 'Other run', title: `${state.scope} in ${diff.name}`, kind: 'number', value: (row) => theirs[row], text: (row) => format.value(theirs[row], model.unit) },
        { key: 'change', label: 'Difference', title: 'This run minus the other', kind: 'diffbar', value: change, text: (row) => format.change(change(row), model.unit) },
        { key: 'ratio', label: 'Ratio', title: 'This run over the other', kind: 'number', value: (row) => ours[row] / theirs[row], text: (row) => format.ratio(ours[row] / theirs[row]) },
    ];
}

/**
 * @param {Tree} tree
 * @param {ColumnOf} column
 * @param {boolean} descending
 * @returns {(a: number, b: number) => number}
 */
export function orderBy(tree, column, descending) {
    const sign = descending ? -1 : 1;
    if (column.kind === 'name') {
        const places = placesOf(tree.names);
        return (a, b) => sign * (places[tree.frame[a]] - places[tree.frame[b]]) || a - b;
    }
    return (a, b) => {
        const x = column.value(a);
        const y = column.value(b);
        if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
        return sign * (x - y) || a - b;
    };
}

const COLLATOR = new Intl.Collator('en', { numeric: true });
/** @type {WeakMap<string[], Int32Array>} */
const knownPlaces = new WeakMap();

/** The place of each name among all: names are compared once for each tree, not once for each row. @param {string[]} names */
function placesOf(names) {
    const known = knownPlaces.get(names);
    if (known) return known;
    const places = new Int32Array(names.length);
    const order = names.map((_, frame) => frame).sort((a, b) => COLLATOR.compare(names[a], names[b]));
    order.forEach((frame, at) => {
        const before = order[at - 1];
        places[frame] = at > 0 && COLLATOR.compare(names[before], names[frame]) === 0 ? places[before] : at;
    });
    knownPlaces.set(names, places);
    return places;
}

/** Rows as a sheet: the call path and plain numbers in the unit of the metric. @param {App} app @param {ArrayLike<number>} rows */
export function sheetOf(app, rows) {
    const tree = /** @type {Tree} */ (app.model.tree);
    const columns = columnsOf(app, tree).filter(({ kind }) => kind !== 'spark' && kind !== 'name');
    const head = ['path', 'depth', ...columns.map(({ key }) => (key === 'share' || key === 'ratio' || key === 'imbalance' || !app.model.unit ? key : `${key} (${app.model.unit})`))];
    const lines = Array.from(rows, (row) => [pathText(tree, row), String(tree.depth[row]), ...columns.map((column) => number(column.value(row)))]);
    return { name: 'call tree', rows: [head, ...lines] };
}

/** @param {number} value */
const number = (value) => (Number.isNaN(value) ? '' : String(value));

/** @param {Tree} tree @param {number} row */
function pathText(tree, row) {
    /** @type {string[]} */
    const names = [];
    for (let at = row; at >= 0; at = tree.parent[at]) names.push(tree.names[tree.frame[at]]);
    return names.reverse().join('/');
}
