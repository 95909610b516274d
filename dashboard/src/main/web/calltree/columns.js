// The columns of the tree table: what they show, how they sort and what they export.

import { callPath } from '../draw/format.js';
import { placeUnit } from '../page/chips.js';
import { intervalText, pText } from '../page/compared-facts.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Tree} Tree */

/**
 * @typedef {Object} ColumnOf
 * @property {string} key
 * @property {string} label
 * @property {string} title
 * @property {'number' | 'bar' | 'spark' | 'name' | 'diffbar'} kind
 * @property {(row: number) => number} value  NaN sorts last
 * @property {(row: number) => string} text
 * @property {string} [unit]  of a column beside those that every tree has, such as another metric; its key says what it is
 */

/** @param {App} app @param {Tree} tree @returns {ColumnOf[]} */
export function columnsOf(app, tree) {
    const name = nameColumn(tree);
    return app.model.diff ? [name, ...diffColumns(app, tree)] : [name, ...valueColumns(app, tree), ...metricColumns(app)];
}

/** @param {Tree} tree @returns {ColumnOf} */
function nameColumn(tree) {
    const text = (/** @type {number} */ row) => tree.names[tree.frame[row]];
    return { key: 'name', label: 'Call path', title: 'Name of the frame', kind: 'name', value: () => 0, text };
}

/**
 * A column of numbers: `write` turns one into its text.
 * @param {string} key
 * @param {string} label
 * @param {string} title
 * @param {ColumnOf['kind']} kind
 * @param {(row: number) => number} value
 * @param {(number: number) => string} write
 * @returns {ColumnOf}
 */
function numbers(key, label, title, kind, value, write) {
    return { key, label, title, kind, value, text: (row) => write(value(row)) };
}

/** @param {App} app @param {Tree} tree @returns {ColumnOf[]} */
function valueColumns(app, tree) {
    const { model, format, state } = app;
    const shown = state.scope === 'inclusive' ? tree.inclusive : tree.exclusive;
    /** @param {number} number */
    const quantity = (number) => format.value(number, model.unit);
    const { elapsed } = tree;
    const columns = [
        numbers('inclusive', 'Inclusive', 'With everything that was called', 'number', (row) => tree.inclusive[row], quantity),
        numbers('exclusive', 'Exclusive', 'Excluding callees', 'number', (row) => tree.exclusive[row], quantity),
        ...(elapsed ? [numbers('elapsed', 'Elapsed', "What a stopwatch shows: the time of the longest-running thread", 'number', (row) => elapsed[row], quantity)] : []),
        // readings and ratios are not added up: there is no total that they are a share of
        ...(Number.isNaN(model.total) ? [] : [numbers('share', 'Share', `${state.scope} share of the total`, 'bar', (row) => shown[row] / model.total, format.percent)]),
    ];
    if ((model.runInfo?.contexts ?? 1) < 2) return columns;
    const unit = placeUnit(app);
    const many = format.plural(unit);
    const imbalance = (/** @type {number} */ row) => tree.imbalance[row];
    return [
        ...columns,
        numbers('imbalance', 'Imbalance', `Slowest ${unit} over the mean ${unit}`, 'number', imbalance, format.ratio),
        numbers('ranks', `${many.charAt(0).toUpperCase()}${many.slice(1)}`.split(' or ')[0], `How many ${many} take how long: fast ones left, slow ones right`, 'spark', imbalance, () => ''),
    ];
}

/** Other metrics, as the reader has chosen them. @param {App} app @returns {ColumnOf[]} */
function metricColumns({ state, model, format }) {
    const known = model.runInfo?.metrics ?? [];
    return state.columns.flatMap(({ metric, scope }) => {
        const info = known.find(({ name }) => name === metric);
        if (!info) return [];
        const answer = model.columns.get(metric);
        const values = answer && 'unit' in answer ? answer : null;
        const unit = values?.unit ?? info.unit;
        const what = info.scope === 'point' ? metric : `${metric} ${scope}`;
        const value = (/** @type {number} */ row) => values?.[scope][row] ?? NaN;
        const title = answer && 'error' in answer ? `${what}: ${answer.error}` : `${what}${unit ? ` (${unit})` : ''}`;
        return [{ ...numbers(what, what, title, 'number', value, (number) => format.value(number, unit)), unit }];
    });
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
    /** @param {number} number */
    const quantity = (number) => format.value(number, model.unit);
    const tests = diff.tests[state.scope];
    return [
        numbers('run', 'This run', `${state.scope} in ${model.runInfo?.name}`, 'number', (row) => ours[row], quantity),
        numbers('against', 'Other run', `${state.scope} in ${diff.name}`, 'number', (row) => theirs[row], quantity),
        numbers('change', 'Difference', 'This run minus the other', 'diffbar', change, (number) => format.change(number, model.unit)),
        numbers('ratio', 'Ratio', 'This run over the other', 'number', (row) => ours[row] / theirs[row], format.ratio),
        ...(tests ? testColumns(format, tests) : []),
    ];
}

/** @param {App['format']} format @param {import('../data/compared.js').Tests} tests @returns {ColumnOf[]} */
function testColumns(format, tests) {
    const interval = numbers('interval', '95 % interval', 'Confidence interval of the relative change; sorted by its lower end', 'number', (row) => tests.low[row], String);
    return [
        { ...interval, unit: '', text: (row) => intervalText(format, tests.low[row], tests.high[row]) },
        { unit: '', ...numbers('p', 'p', 'p value of the difference, adjusted for all nodes that were tested; a dash: not tested', 'number', (row) => tests.p[row], (p) => pText(format, p)) },
    ];
}

/**
 * The column that rows are sorted by. Two runs are sorted by their difference until the reader says otherwise: the usual column
 * is none of theirs.
 * @param {ColumnOf[]} columns
 * @param {{column: string}} sort
 */
export function sortColumn(columns, sort) {
    return columns.find(({ key }) => key === sort.column) ?? columns.find(({ kind }) => kind === 'diffbar') ?? columns[1];
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
    // differences by their size, whichever run is slower
    const value = column.kind === 'diffbar' ? (/** @type {number} */ row) => Math.abs(column.value(row)) : column.value;
    return (a, b) => {
        const x = value(a);
        const y = value(b);
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
    /** @param {ColumnOf} column */
    const withUnit = ({ key, unit = app.model.unit }) => (['share', 'ratio', 'imbalance', 'interval', 'p'].includes(key) || !unit ? key : `${key} (${unit})`);
    const head = ['path', 'depth', ...columns.map(withUnit)];
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
    return callPath(names.reverse());
}
