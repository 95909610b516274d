// Runs and their metadata as a table with filters, groups and sorting. Only the rows in sight exist in the page.

import { fitMiddle, FONT, measure, repaint } from '../draw/canvas.js';
import { icon, make } from '../draw/dom.js';
import { counted, rangesOf } from '../draw/format.js';
import { openColumnFilter, wordsOf } from './column-filter.js';
import { cellText, nameColumn, orderOf, RUN } from './run-columns.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./types.js').Runs} Runs */
/** @typedef {import('./types.js').RunColumn} RunColumn */

const ROW = 22;
const HEAD = 26;
const [NARROWEST, WIDEST] = [64, 230];
const FEWEST_COLUMNS = 6;
const LONG_WORD = 28;
const PARTIAL = 'Only a part of this run could be read: see the warnings. The values that were read count in all statistics.';

/** The columns that differ between runs, short ones first; the first ones if none differs. @param {Runs} runs */
export function shownColumns({ columns }) {
    const differing = columns.filter((each) => !each.constant);
    const long = (/** @type {RunColumn} */ { words }) => words.some((word) => word.length > LONG_WORD);
    const ordered = [...differing.filter((each) => !long(each)), ...differing.filter(long)];
    return ordered.length > 0 ? ordered : columns.slice(0, FEWEST_COLUMNS);
}

/** A run, or the first of a group with its label. @typedef {{run: number, group: null} | {run: -1, group: {label: string, runs: number[]}}} Line */

export class RunTable {
    /**
     * @param {HTMLElement} host @param {App} app @param {() => Runs} model
     * @param {(run: number) => void} open
     */
    constructor(host, app, model, open) {
        this.app = app;
        this.model = model;
        this.openRun = open;
        this.head = make('div', { class: 'run-table-head', role: 'row' });
        this.space = make('div', { class: 'run-table-space', role: 'rowgroup' });
        this.table = make('div', { class: 'run-table', role: 'grid', tabIndex: 0, 'aria-label': 'Runs and their metadata', 'aria-multiselectable': 'true' }, make('div', { class: 'run-table-top', role: 'rowgroup' }, this.head), this.space);
        this.foot = make('div', { class: 'panel-foot' });
        host.replaceChildren(make('div', { class: 'run-table-frame' }, this.table, this.foot));
        /** @type {Line[]} */
        this.lines = [];
        /** @type {RunColumn | null} the names of the runs */
        this.names = null;
        /** @type {RunColumn[]} */
        this.columns = [];
        this.nameWidth = 0;
        this.cursor = 0;
        /** the run that a range of clicks starts at */
        this.anchor = -1;
        /** @type {number[][] | null} */
        this.before = null;
        this.built = '';
        this.pressed = false;
        this.presses = 0;
        const rows = () => this.#rows();
        this.space.addEventListener('pointerdown', () => this.#holdRows());
        this.table.addEventListener('scroll', () => repaint(rows));
        this.table.addEventListener('keydown', (event) => this.#key(event));
        this.space.addEventListener('click', (event) => this.#click(event));
        this.space.addEventListener('dblclick', (event) => this.#doubleClick(event));
    }

    update() {
        const runs = this.model();
        const { runSort, runGroup, runFilters } = this.app.state;
        if (this.names?.values.length !== runs.names.length) this.names = nameColumn(runs.names);
        const column = (/** @type {string | null | undefined} */ name) => (name === RUN && this.names ? this.names : runs.byName.get(name ?? ''));
        const group = column(runGroup);
        const order = orderOf(runs.selection, group, column(runSort?.column), runSort?.descending ?? false);
        this.lines = linesOf(order, group);
        this.columns = shownColumns(runs);
        this.table.setAttribute('aria-rowcount', String(this.lines.length + 1));
        this.table.setAttribute('aria-colcount', String(this.columns.length + 1));
        const key = JSON.stringify([this.columns.map(({ name }) => name), runSort, runFilters, runGroup, this.app.state.runColour]);
        if (key !== this.built) {
            this.built = key;
            this.#header(runs);
        }
        this.space.style.height = `${this.lines.length * ROW}px`;
        this.#rows();
        this.#footer(runs, order.length);
    }

    /** @param {Runs} runs */
    #header(runs) {
        const { columns } = this;
        const longest = runs.names.reduce((most, each) => Math.max(most, each.length), 4);
        const widths = [Math.max(120, Math.min(260, longest * 7 + 40 + (runs.partial.size > 0 ? 44 : 0))), ...columns.map((each) => widthOf(each, runs.names.length))];
        this.nameWidth = widths[0];
        this.table.style.setProperty('--run-columns', widths.map((each) => `${each}px`).join(' '));
        this.space.style.minWidth = this.head.style.minWidth = `${widths.reduce((sum, each) => sum + each, 0)}px`;
        this.head.replaceChildren(...[this.names, ...columns].flatMap((each) => (each ? [this.#heading(each, runs)] : [])));
    }

    /** @param {RunColumn} column @param {Runs} runs */
    #heading(column, runs) {
        const { runSort, runFilters, runGroup, runColour } = this.app.state;
        const sorted = runSort?.column === column.name ? runSort : null;
        const filter = runFilters.find((each) => each.column === column.name);
        const label = filter ? `Filter ${column.name}: ${wordsOf(runs, filter)}` : `Filter, group or colour by ${column.name}`;
        const press = () => this.app.select({ runSort: !sorted ? { column: column.name, descending: false } : sorted.descending ? null : { column: column.name, descending: true } });
        const marks = `${runGroup === column.name ? ' ▤' : ''}${runColour === column.name ? ' ●' : ''}`;
        const funnel = make('button', { type: 'button', class: `icon-button funnel${filter ? ' active' : ''}`, title: label, 'aria-label': label, 'aria-haspopup': 'dialog', onclick: () => openColumnFilter(funnel, this.app, this.model(), column) }, icon('down', 12));
        const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none';
        return make('div', { class: 'run-cell heading', role: 'columnheader', 'aria-sort': order }, make('button', { type: 'button', class: 'sort', title: `Sort by ${column.name}`, onclick: press }, `${column.name}${marks}${sorted ? (sorted.descending ? ' ↓' : ' ↑') : ''}`), funnel);
    }

    /** A browser forgets a click whose element is replaced between press and release, so rows stay until then. */
    #holdRows() {
        this.pressed = true;
        const press = ++this.presses;
        const release = new AbortController();
        const free = () => {
            release.abort();
            setTimeout(() => {
                if (press !== this.presses) return; // the second press of a double click has begun
                this.pressed = false;
                this.#rows();
            });
        };
        for (const type of ['pointerup', 'pointercancel']) addEventListener(type, free, { signal: release.signal });
    }

    #rows() {
        if (this.pressed) return;
        const { scrollTop, clientHeight } = this.table;
        const first = Math.max(0, Math.floor(scrollTop / ROW) - 2);
        const last = Math.min(this.lines.length, Math.ceil((scrollTop + clientHeight - HEAD) / ROW) + 2);
        const rows = [];
        for (let at = first; at < last; at++) rows.push(this.#row(at));
        this.space.replaceChildren(...rows);
        if (this.cursor >= first && this.cursor < last) this.table.setAttribute('aria-activedescendant', `run-row-${this.cursor}`);
        else this.table.removeAttribute('aria-activedescendant');
    }

    /** @param {number} at */
    #row(at) {
        const { run, group } = this.lines[at];
        const common = { id: `run-row-${at}`, role: 'row', 'aria-rowindex': at + 2, 'data-line': at };
        const place = (/** @type {HTMLElement} */ row) => {
            row.style.top = `${at * ROW}px`;
            row.classList.toggle('cursor', at === this.cursor);
            return row;
        };
        if (group) return place(make('div', { class: 'run-row group', ...common }, make('span', { class: 'run-cell', role: 'gridcell', 'aria-colspan': this.columns.length + 1 }, `${group.label} · ${counted(group.runs.length, 'run')}`)));
        const runs = this.model();
        const picked = this.app.state.runsPicked !== null;
        const selected = runs.selection.mask[run] === 1;
        const partial = runs.partial.has(run);
        const name = make('span', { class: 'run-cell name', role: 'gridcell', title: runs.folder + runs.names[run] }, make('span', {}, fitMiddle(runs.names[run], this.nameWidth - (partial ? 84 : 44))), partial ? make('span', { class: 'partial', title: PARTIAL }, 'partial') : null, this.app.data.live ? make('button', { type: 'button', class: 'icon-button open-run', tabIndex: -1, title: 'Open this run (Enter)', 'aria-label': `Open ${runs.names[run]}` }, icon('open', 12)) : null);
        const cells = this.columns.map((column) => {
            const text = cellText(column, run);
            return make('span', { class: `run-cell${column.kind === 'number' ? ' number' : ''}`, role: 'gridcell', title: text }, text);
        });
        return place(make('div', { class: `run-row${at % 2 ? ' odd' : ''}${picked ? (selected ? ' selected' : ' dimmed') : ''}`, ...common, 'aria-selected': selected }, name, ...cells));
    }

    /** @param {Runs} runs @param {number} shown */
    #footer(runs, shown) {
        const constant = runs.columns.filter((each) => each.constant);
        const hidden = runs.names.length - shown;
        const parts = [
            hidden > 0 ? `${counted(hidden, 'run')} filtered out` : '',
            constant.length > 0 ? `the same in all runs: ${constant.map((each) => `${each.name} = ${cellText(each, 0)}`).join(', ')}` : '',
        ].filter(Boolean);
        const text = parts.join(' · ');
        this.foot.hidden = text === '';
        this.foot.title = text;
        if (this.foot.textContent !== text) this.foot.replaceChildren(make('span', { class: 'foot-notes' }, text));
    }

    /** By position: an answer may have replaced the row between press and release. @param {MouseEvent} event */
    #lineAt(event) {
        const at = Math.floor((event.clientY - this.space.getBoundingClientRect().top) / ROW);
        return at >= 0 && at < this.lines.length ? at : -1;
    }

    /** @param {MouseEvent} event */
    #click(event) {
        const at = this.#lineAt(event);
        if (at < 0) return;
        this.cursor = at;
        const { run, group } = this.lines[at];
        if (run >= 0 && /** @type {HTMLElement} */ (event.target).closest('.open-run')) return this.openRun(run);
        if (event.detail > 1) return;
        this.before = this.app.state.runsPicked;
        if (group) return this.#pick(group.runs);
        if (event.shiftKey && this.anchor >= 0) return this.#pick(this.#between(this.anchor, at));
        this.anchor = at;
        this.#toggle(run, event.ctrlKey || event.metaKey);
    }

    /** @param {MouseEvent} event */
    #doubleClick(event) {
        const { run } = this.lines[this.#lineAt(event)] ?? { run: -1 };
        if (run < 0) return;
        this.app.select({ runsPicked: this.before }, { replace: true }); // the first click is part of the second
        this.openRun(run);
    }

    /** @param {number} one @param {number} other */
    #between(one, other) {
        const [from, to] = one < other ? [one, other] : [other, one];
        return this.lines.slice(from, to + 1).map(({ run }) => run).filter((run) => run >= 0);
    }

    /** @param {number} run @param {boolean} add  to those that are picked */
    #toggle(run, add) {
        const picked = new Set(this.#picked());
        const alone = picked.size === 1 && picked.has(run);
        if (!add) return this.#pick(alone ? [] : [run]);
        if (picked.has(run)) picked.delete(run);
        else picked.add(run);
        this.#pick([...picked]);
    }

    #picked() {
        const { runsPicked } = this.app.state;
        return runsPicked ? runsPicked.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)) : [];
    }

    /** @param {number[]} runs */
    #pick(runs) {
        this.app.select({ runsPicked: runs.length > 0 ? rangesOf(runs) : null });
        this.#rows();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.target !== this.table || event.altKey) return;
        const page = Math.max(1, Math.floor(this.table.clientHeight / ROW) - 2);
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
        const line = this.lines[this.cursor];
        if (step !== undefined) this.#move(Math.max(0, Math.min(this.lines.length - 1, this.cursor + step)), event.shiftKey);
        else if (event.key === 'Enter' && line?.run >= 0) this.openRun(line.run);
        else if (event.key === ' ' && line) line.group ? this.#pick(line.group.runs) : this.#toggle(line.run, true);
        else if (event.key === 'Escape' && this.app.state.runsPicked) this.#pick([]);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {number} to @param {boolean} extend */
    #move(to, extend) {
        if (this.anchor < 0 || !extend) this.anchor = extend ? this.cursor : to;
        this.cursor = to;
        const { scrollTop, clientHeight } = this.table;
        if (to * ROW < scrollTop) this.table.scrollTop = to * ROW;
        else if ((to + 1) * ROW > scrollTop + clientHeight - HEAD) this.table.scrollTop = (to + 1) * ROW - clientHeight + HEAD;
        if (extend) this.#pick(this.#between(this.anchor, to));
        this.#rows();
    }

    resize() {
        this.#rows();
    }

    csv() {
        const runs = this.model();
        const head = [RUN, ...runs.columns.map(({ name }) => name)];
        const rows = this.lines.filter(({ run }) => run >= 0 && runs.selection.mask[run]).map(({ run }) => [runs.folder + runs.names[run], ...runs.columns.map((each) => cellText(each, run))]);
        return { name: 'runs', rows: [head, ...rows] };
    }
}

/** @param {number[]} order @param {RunColumn | undefined} group @returns {Line[]} */
function linesOf(order, group) {
    if (!group) return order.map((run) => ({ run, group: null }));
    /** @type {Line[]} */
    const lines = [];
    let last = '';
    /** @type {number[]} */
    let members = [];
    for (const run of order) {
        const label = `${group.name} = ${cellText(group, run)}`;
        if (label !== last) {
            members = [];
            lines.push({ run: -1, group: { label, runs: members } });
            last = label;
        }
        members.push(run);
        lines.push({ run, group: null });
    }
    return lines;
}

/** Wide enough for most of the values. @param {RunColumn} column @param {number} runs */
function widthOf(column, runs) {
    let widest = measure(column.name, FONT) + 58;
    for (let at = 0; at < Math.min(runs, 40); at++) widest = Math.max(widest, measure(cellText(column, Math.floor((at * runs) / 40)), FONT) + (column.date ? 30 : 18));
    return Math.round(Math.max(NARROWEST, Math.min(WIDEST, widest)));
}
