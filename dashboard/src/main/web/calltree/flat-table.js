// Functions, files or modules by what they cost themselves, over all call paths: a click selects the heaviest call path of one, a
// double-click searches for all of them.

import { make, svg } from '../draw/dom.js';
import { flatRows, groupings, groupsOf } from '../tree/flat.js';
import { intervalText, pText, testOf } from '../page/compared-facts.js';
import { pattern } from '../tree/transform.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../tree/flat.js').FlatRow} FlatRow */
/** @typedef {{key: string, label: string, title: string, value: (row: FlatRow) => number | string, text: (row: FlatRow) => string}} FlatColumn */

/** More lines than this are no list for people; a search narrows it, and the CSV has them all. */
const MOST_LINES = 1000;
const LINE = 18;

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    return new FlatTable(host, app);
}

class FlatTable {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.by = make('select', { 'aria-label': 'Group by', title: 'Group by' });
        this.by.addEventListener('change', () => app.select({ by: /** @type {import('../data/types.js').State['by']} */ (this.by.value) }));
        this.note = make('span', { class: 'quiet' });
        this.table = make('table', { class: 'flat' });
        host.append(make('div', { class: 'flat-view' }, make('div', { class: 'flat-tools' }, make('label', {}, 'by ', this.by), this.note), make('div', { class: 'flat-scroll', tabIndex: 0 }, this.table)));
        this.sort = { column: 'exclusive', descending: true };
        /** @type {FlatRow[]} */
        this.rows = [];
    }

    resize() {}

    get tree() {
        return this.app.model.upright();
    }

    /** @returns {FlatColumn[]} */
    get columns() {
        const { model, format, state } = this.app;
        const write = (/** @type {number} */ value) => format.value(value, model.unit);
        const change = (/** @type {FlatRow} */ row) => (row.exclusive || 0) - (row.before || 0);
        /** @type {FlatColumn[]} */
        const columns = [
            { key: state.by, label: { function: 'Function', file: 'File', module: 'Module' }[state.by], title: 'Name', value: (row) => row.name, text: (row) => row.name },
            { key: 'exclusive', label: 'Exclusive', title: 'Excluding callees, over all call paths', value: (row) => row.exclusive, text: (row) => write(row.exclusive) },
            { key: 'inclusive', label: 'Inclusive', title: 'With everything that was called; recursion counts once', value: (row) => row.inclusive, text: (row) => write(row.inclusive) },
            ...(Number.isNaN(model.total) ? [] : [{ key: 'share', label: 'Share', title: 'Exclusive share of the total', value: (/** @type {FlatRow} */ row) => row.exclusive / model.total, text: (/** @type {FlatRow} */ row) => format.percent(row.exclusive / model.total) }]),
            { key: 'nodes', label: 'Call paths', title: 'How many call paths lead to it', value: (row) => row.nodes, text: (row) => format.whole(row.nodes) },
        ];
        if (!this.compares) return columns;
        return [...columns,
            { key: 'against', label: 'Other run', title: `exclusive in ${model.diff?.name}`, value: (row) => row.before, text: (row) => write(row.before) },
            { key: 'change', label: 'Difference', title: 'This run minus the other', value: change, text: (row) => format.change(change(row), model.unit) },
            { key: 'ratio', label: 'Ratio', title: 'This run over the other', value: (row) => row.exclusive / row.before, text: (row) => format.ratio(row.exclusive / row.before) },
            ...(model.diff?.tests.exclusive ? this.testColumns : [])];
    }

    /** A test is of one call path. @returns {FlatColumn[]} */
    get testColumns() {
        const { model, format } = this.app;
        /** @param {FlatRow} row */
        const test = (row) => (row.nodes === 1 ? testOf(model, 'exclusive', row.row) : null);
        const [low, p] = [(/** @type {FlatRow} */ row) => test(row)?.low ?? NaN, (/** @type {FlatRow} */ row) => test(row)?.p ?? NaN];
        const note = 'of functions with one call path; a dash: not tested';
        return [
            { key: 'interval', label: '95 % interval', title: `Confidence interval of the relative change, ${note}`, value: low, text: (row) => intervalText(format, low(row), test(row)?.high ?? NaN) },
            { key: 'p', label: 'p', title: `Adjusted p value of the difference, ${note}`, value: p, text: (row) => pText(format, p(row)) },
        ];
    }

    /** The other run is known by row of the shown tree only. */
    get compares() {
        return this.app.model.diff !== null && this.tree === this.app.model.tree;
    }

    update() {
        const { app, tree } = this;
        if (!tree) return;
        const { state, model, format } = app;
        const offered = groupings(tree);
        const by = offered.includes(state.by) ? state.by : 'function';
        this.by.replaceChildren(...offered.map((each) => make('option', { value: each }, each)));
        this.by.value = by;
        const all = flatRows(tree, by, this.compares ? model.diff?.exclusive : null);
        const wanted = state.search ? pattern(state.search) : null;
        this.rows = all.filter(({ name }) => !wanted || wanted.test(name)).sort((a, b) => this.order(a, b));
        const chosen = state.node && model.selectedRow >= 0 && tree === model.tree ? groupsOf(tree, by).of[model.selectedRow] : -1;
        const name = chosen < 0 ? null : groupsOf(tree, by).groups[chosen];
        this.note.textContent = this.notes(all, format).join(' · ');
        this.table.replaceChildren(this.head(), make('tbody', {}, ...this.rows.slice(0, MOST_LINES).map((row) => this.line(row, row.name === name))));
    }

    /** @param {FlatRow[]} all @param {App['format']} format */
    notes(all, format) {
        const { state, model } = this.app;
        const notes = [this.rows.length < all.length ? `${format.whole(this.rows.length)} of ${format.whole(all.length)} match the search` : format.counted(all.length, state.by)];
        if (this.rows.length > MOST_LINES) notes.push(`the first ${format.whole(MOST_LINES)} are listed: search, or save as CSV`);
        if (model.diff && !this.compares) notes.push(`without ${model.diff.name}: remove “inverted” to compare`);
        if (this.tree?.hidden.some((count) => count > 0)) notes.push('without call paths that were omitted to limit the size');
        if (['max', 'min'].includes(state.over) && model.metric?.scope !== 'point') notes.push('adds the extremes of call paths: a bound, not the extreme of the sum');
        return notes;
    }

    /** @param {FlatRow} a @param {FlatRow} b */
    order(a, b) {
        const column = this.columns.find(({ key }) => key === this.sort.column) ?? this.columns[1];
        const sign = this.sort.descending ? -1 : 1;
        const [x, y] = [column.value(a), column.value(b)];
        if (typeof x === 'string' || typeof y === 'string') return sign * String(x).localeCompare(String(y), 'en', { numeric: true });
        if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
        return sign * (x - y) || (a.name < b.name ? -1 : 1);
    }

    head() {
        const heads = this.columns.map(({ key, label, title }) => {
            const sorted = key === this.sort.column;
            const press = () => {
                this.sort = { column: key, descending: sorted ? !this.sort.descending : key !== this.app.state.by };
                this.update();
            };
            return make('th', { scope: 'col', title, 'aria-sort': sorted ? (this.sort.descending ? 'descending' : 'ascending') : 'none' },
                make('button', { type: 'button', class: 'sort', onclick: press }, `${label}${sorted ? (this.sort.descending ? ' ▾' : ' ▴') : ''}`));
        });
        return make('thead', {}, make('tr', {}, ...heads));
    }

    /** @param {FlatRow} row @param {boolean} selected */
    line(row, selected) {
        const [name, ...numbers] = this.columns;
        const select = () => this.select(row);
        return make('tr', { class: selected ? 'selected' : '', onclick: select, ondblclick: () => this.app.select({ search: row.name }) },
            make('th', { scope: 'row' }, make('button', { type: 'button', class: 'flat-name', title: row.name }, name.text(row))),
            ...numbers.map((column) => make('td', {}, column.text(row))));
    }

    /** The heaviest call path; of an inverted tree, the root of that name. @param {FlatRow} row */
    select(row) {
        const { app, tree } = this;
        if (row.row < 0 || !tree) return;
        app.select({ node: tree === app.model.tree ? app.pathOf(row.row) : [tree.names[tree.frame[row.row]]] });
    }

    csv() {
        const { unit } = this.app.model;
        const head = this.columns.map(({ key }, at) => (at > 0 && unit && !['share', 'nodes', 'ratio', 'interval', 'p'].includes(key) ? `${key} (${unit})` : key));
        const lines = this.rows.map((row) => this.columns.map(({ value }) => plain(value(row))));
        return { name: 'flat profile', rows: [head, ...lines] };
    }

    svg() {
        const { theme } = this.app;
        const rows = this.rows.slice(0, 200);
        const { columns } = this;
        const width = 420 + columns.length * 110;
        const height = 40 + rows.length * LINE;
        const ink = theme.colour('ink');
        const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'system-ui, sans-serif', 'font-size': 12, fill: ink });
        picture.append(svg('rect', { width, height, fill: theme.colour('paper') }));
        const right = (/** @type {number} */ at) => 410 + at * 110;
        columns.forEach(({ label }, at) => picture.append(svg('text', { x: at === 0 ? 10 : right(at), y: 18, 'font-weight': 600, 'text-anchor': at === 0 ? 'start' : 'end' }, label)));
        rows.forEach((row, line) => columns.forEach((column, at) => {
            picture.append(svg('text', { x: at === 0 ? 10 : right(at), y: 40 + line * LINE, 'text-anchor': at === 0 ? 'start' : 'end' }, column.text(row).slice(0, 70)));
        }));
        return new XMLSerializer().serializeToString(picture);
    }
}

/** @param {number | string} value */
const plain = (value) => (typeof value === 'number' && Number.isNaN(value) ? '' : String(value));
