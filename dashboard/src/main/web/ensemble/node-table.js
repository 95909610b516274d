// The call tree of all runs next to a table: statistics over the selected runs, or stacked bars of the top-down method, one
// bar per group of runs. Only the rows in sight exist in the page.

import { make } from '../draw/dom.js';
import { counted, percent, value } from '../draw/format.js';
import { pathOf } from '../tree/tree.js';
import { shortLabels } from './run-columns.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./types.js').Runs} Runs */
/** @typedef {import('./types.js').RunsTree} RunsTree */

const ROW = 22;
const HEAD = 26;
const COLUMNS = /** @type {const} */ (['mean', 'median', 'std', 'min', 'max', 'count']);
const TITLES = { mean: 'mean', median: 'median', std: 'std. dev.', min: 'min', max: 'max', count: 'runs' };
/** Shares of issue slots that add up to more than the whole by more than rounding. */
const ABOVE_WHOLE = 1.005;
const SLOT_CLASSES = ['retiring', 'frontend', 'backend', 'speculation'];

/**
 * Nodes in the order of the table: heavy siblings first; without subtrees below a share of the total.
 * @param {RunsTree} tree @param {Float64Array | null} weight @param {number} least  0..1
 */
export function nodeOrder(tree, weight, least) {
    const heavy = (/** @type {number} */ node) => (weight ? weight[node] || 0 : 0);
    /** @type {number[]} */
    const roots = [];
    for (let node = 0; node < tree.length; node = tree.end[node]) roots.push(node);
    const total = roots.reduce((sum, node) => sum + heavy(node), 0);
    /** @type {number[]} */
    const order = [];
    const open = roots.sort((one, other) => heavy(one) - heavy(other));
    let hidden = 0;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
        if (least > 0 && heavy(node) < least * total) {
            hidden += tree.end[node] - node;
            continue;
        }
        order.push(node);
        const children = [];
        for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(child);
        open.push(...children.sort((one, other) => heavy(one) - heavy(other)));
    }
    return { order, hidden };
}

export class NodeTable {
    /** @param {HTMLElement} host @param {App} app @param {() => Runs} model */
    constructor(host, app, model) {
        this.app = app;
        this.model = model;
        this.head = make('div', { class: 'run-table-head', role: 'row' });
        this.space = make('div', { class: 'run-table-space', role: 'rowgroup' });
        this.table = make('div', { class: 'run-table node-table', role: 'grid', tabIndex: 0, 'aria-label': 'Call tree with statistics over the selected runs' }, make('div', { class: 'run-table-top', role: 'rowgroup' }, this.head), this.space);
        this.foot = make('div', { class: 'panel-foot' });
        host.replaceChildren(make('div', { class: 'run-table-frame' }, this.table, this.foot));
        /** @type {number[]} */
        this.order = [];
        this.table.addEventListener('scroll', () => this.#rows());
        this.table.addEventListener('keydown', (event) => this.#key(event));
        this.space.addEventListener('click', (event) => {
            // by position: an answer may have replaced the row between press and release
            const node = this.order[Math.floor((event.clientY - this.space.getBoundingClientRect().top) / ROW)];
            if (node !== undefined) this.#choose(node);
        });
    }

    get topDown() {
        return this.app.state.runTree === 'topdown' && this.model().shares !== null;
    }

    update() {
        const runs = this.model();
        if (!runs.tree) return;
        const { order, hidden } = nodeOrder(runs.tree, runs.statistics?.mean ?? null, this.app.state.least / 100);
        this.order = order;
        const groups = runs.shares?.groups ?? [];
        const wide = this.topDown ? groups.map(() => `minmax(${Math.max(56, 130 - 8 * groups.length)}px, 1fr)`) : COLUMNS.map((each) => (each === 'count' ? '52px' : '72px'));
        this.table.style.setProperty('--run-columns', `minmax(170px, ${this.topDown ? '1.2fr' : '1fr'}) ${wide.join(' ')}`);
        const short = shortLabels(groups.map(({ label }) => label));
        const titles = this.topDown ? groups.map(({ runs: count }, at) => `${groups.length > 1 ? short[at] : this.app.data.live ? 'selected runs' : 'all runs'} (${count})`) : COLUMNS.map((each) => TITLES[each]);
        this.head.replaceChildren(...['call tree', ...titles].map((title, at) => make('div', { class: `run-cell${at > 0 && !this.topDown ? ' number' : ''}`, role: 'columnheader', title }, title)));
        this.space.style.height = `${order.length * ROW}px`;
        this.table.setAttribute('aria-rowcount', String(order.length + 1));
        this.#rows();
        this.#footer(runs, hidden);
    }

    #rows() {
        const { scrollTop, clientHeight } = this.table;
        const first = Math.max(0, Math.floor(scrollTop / ROW) - 2);
        const last = Math.min(this.order.length, Math.ceil((scrollTop + clientHeight - HEAD) / ROW) + 2);
        const rows = [];
        for (let at = first; at < last; at++) rows.push(this.#row(at));
        this.space.replaceChildren(...rows);
        const at = this.order.indexOf(this.model().node);
        if (at >= first && at < last) this.table.setAttribute('aria-activedescendant', `node-row-${at}`);
        else this.table.removeAttribute('aria-activedescendant');
    }

    /** @param {number} at */
    #row(at) {
        const runs = this.model();
        const node = this.order[at];
        const tree = /** @type {RunsTree} */ (runs.tree);
        const name = tree.names[tree.frame[node]];
        const cell = make('span', { class: 'run-cell', role: 'gridcell', title: this.app.format.callPath(pathOf(/** @type {any} */ (tree), node).map(this.app.format.stepName)) }, name);
        cell.style.paddingLeft = `${8 + 14 * tree.depth[node]}px`;
        const cells = this.topDown ? this.#bars(node) : this.#numbers(node);
        const row = make('div', { class: `run-row${at % 2 ? ' odd' : ''}${node === runs.node ? ' selected' : ''}`, id: `node-row-${at}`, role: 'row', 'aria-rowindex': at + 2, 'aria-selected': node === runs.node, 'data-node': node }, cell, ...cells);
        row.style.top = `${at * ROW}px`;
        return row;
    }

    /** @param {number} node */
    #numbers(node) {
        const { statistics } = this.model();
        return COLUMNS.map((each) => {
            const number = statistics ? statistics[each][node] : NaN;
            return make('span', { class: 'run-cell number', role: 'gridcell' }, each === 'count' ? (Number.isNaN(number) ? '–' : this.app.format.whole(number)) : value(number, statistics?.unit ?? ''));
        });
    }

    /** One stacked bar per group. @param {number} node */
    #bars(node) {
        const { shares } = this.model();
        if (!shares) return [];
        return shares.groups.map((group) => {
            const parts = group.shares.get(node);
            if (!parts) return make('span', { class: 'run-cell quiet', role: 'gridcell' }, '–');
            const whole = parts.reduce((all, each) => all + each, 0);
            const sum = Math.max(1, whole);
            const above = whole > ABOVE_WHOLE;
            const words = `${shares.slots.map((slot, i) => `${slot} ${percent(parts[i])}`).join(', ')}${above ? `; adds up to ${percent(whole)} as recorded, drawn to scale of that sum` : ''}`;
            const bar = make('span', { class: `slots${above ? ' above' : ''}`, title: words });
            parts.forEach((part, i) => {
                const slot = make('span', { class: `slot ${SLOT_CLASSES[i]}` });
                slot.style.width = `${(part / sum) * 100}%`;
                bar.append(slot);
            });
            return make('span', { class: 'run-cell slots-cell', role: 'gridcell', title: words }, bar, above ? make('span', { class: 'above-whole', 'aria-hidden': 'true' }, `${Math.round(100 * whole)} %`) : null, make('span', { class: 'sr-only' }, words));
        });
    }

    /** @param {Runs} runs @param {number} hidden */
    #footer(runs, hidden) {
        const { shares, selection } = runs;
        const legend = this.topDown && shares ? shares.slots.map((slot, at) => make('span', { class: 'legend-entry' }, make('span', { class: `slot-key ${SLOT_CLASSES[at]}` }), slot)) : [];
        const notes = [
            this.topDown ? `share of issue slots, mean of ${this.app.data.live ? counted(selection.count, 'run') : `all ${counted(runs.names.length, 'run')}; this file has no bars of groups or selected runs`}` : `over ${counted(runs.statistics?.runs ?? 0, 'run')}`,
            !this.topDown && runs.statistics?.held !== undefined && runs.statistics.held < (runs.tree?.length ?? 0) ? `values of ${counted((runs.tree?.length ?? 0) - runs.statistics.held, 'node')} are not in this file` : '',
            hidden > 0 ? `${counted(hidden, 'node')} below ${this.app.state.least} % hidden` : '',
            this.topDown && shares && shares.omitted > 0 ? `${counted(shares.omitted, 'group')} omitted` : '',
            ...(this.topDown && shares ? aboveWhole(shares) : []),
        ];
        this.foot.replaceChildren(...legend, make('span', { class: 'foot-notes', title: notes.filter(Boolean).join('\n') }, notes.filter(Boolean).join(' · ')));
    }

    /** @param {number} node */
    #choose(node) {
        const { tree } = this.model();
        if (tree) this.app.select({ node: pathOf(/** @type {any} */ (tree), node) });
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const page = Math.max(1, Math.floor(this.table.clientHeight / ROW) - 2);
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
        if (step === undefined || event.altKey || this.order.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const at = Math.max(0, Math.min(this.order.length - 1, this.order.indexOf(this.model().node) + step));
        const { scrollTop, clientHeight } = this.table;
        if (at * ROW < scrollTop) this.table.scrollTop = at * ROW;
        else if ((at + 1) * ROW > scrollTop + clientHeight - HEAD) this.table.scrollTop = (at + 1) * ROW - clientHeight + HEAD;
        this.#choose(this.order[at]);
    }

    resize() {
        this.#rows();
    }

    csv() {
        const { tree, statistics, shares } = this.model();
        if (!tree) return { name: 'nodes', rows: [] };
        const path = (/** @type {number} */ node) => this.app.format.callPath(pathOf(/** @type {any} */ (tree), node).map(this.app.format.stepName));
        const head = ['path', ...COLUMNS, ...(shares?.groups ?? []).flatMap(({ label }) => shares?.slots.map((slot) => `${label} ${slot}`.trim()) ?? [])];
        const rows = this.order.map((node) => [path(node), ...COLUMNS.map((each) => String(statistics?.[each][node] ?? '')), ...(shares?.groups ?? []).flatMap((group) => shares?.slots.map((_, i) => String(group.shares.get(node)?.[i] ?? '')) ?? [])]);
        return { name: 'nodes', rows: [head, ...rows] };
    }
}

const STATED = / with percentages that add up to more than 100 % as recorded: (.*?)(; such counters are estimates)?$/;

/** The statements of “ensemble topdown”; those of several groups share their sentence. @param {import('./types.js').TopDownShares} shares @returns {string[]} */
function aboveWhole({ groups }) {
    if (groups.length === 1) return groups[0].statements;
    const short = shortLabels(groups.map(({ label }) => label));
    const stated = groups.flatMap(({ statements }, at) => statements.map((each) => `${short[at].trim()}: ${each.replace(STATED, ', $1')}`));
    return stated.length > 0 ? [`percentages that add up to more than 100 % as recorded (such counters are estimates): ${stated.join('; ')}`] : [];
}
