// The controls of a timeline: order and folding of rows, call depth, zoom, size, and what is shown besides functions.

import { element } from '../draw/figure.js';
import { timeAt } from './time-draw.js';
import { Counters } from './time-counters.js';
import { Overlays } from './time-overlays.js';
import { rounded } from './time-axis.js';
import { foldings } from './time-rows.js';

/** @typedef {import('./time-view.js').TimeView} TimeView */
/** @typedef {import('../data/types.js').State} State */

const NEAR = 3;

export class TimeControls {
    /** @param {TimeView} view @param {{group: HTMLElement, set: (value: string) => void}} as  timeline or matrix */
    constructor(view, as) {
        this.as = as;
        this.view = view;
        const { figure, app } = view;
        this.depth = figure.select('Depth', (value) => app.select({ timeDepth: value === '' ? null : Number(value) }, { replace: true }));
        this.order = figure.select('Order', (value) => app.select({ timeOrder: /** @type {State['timeOrder']} */ (value), timeRows: null }, { replace: true }));
        this.fold = figure.select('Fold', (value) => app.select({ timeFold: /** @type {State['timeFold']} */ (value), timeRows: null }, { replace: true }));
        this.shows = /** @type {const} */ ([
            ['statistics', 'Functions', 'Functions and utilisation of the visible interval'],
            ['messages', 'Messages', 'Messages from send to receive, if there are at most 300 in view'],
            ['waits', 'Waits', 'Who waits for whom'],
            ['path', 'Critical path', 'The chain of work and waiting that determines the length of the run'],
        ]).map(([name, text, title]) => ({ name, button: this.toggle(name, text, title) }));
        const zoomOut = figure.button('−', 'Zoom out (−)', () => view.zoom(2));
        const zoomIn = figure.button('+', 'Zoom in (+)', () => view.zoom(0.5));
        const all = figure.button('All', 'Show the whole run (0)', () => view.show([0, view.end], [0, view.rows.length]));
        this.filter = figure.button('Filter', 'Restrict all numbers to the visible interval (b)', () => this.filterToView());
        this.size = figure.button('Enlarge', '', () => app.select({ timeSize: app.state.timeSize === 'large' ? 'normal' : 'large' }, { replace: true }));
        // none of them is alone on a line
        const together = element('span', 'figure-together');
        together.append(zoomOut, zoomIn, all, this.filter, this.size);
        figure.controls.append(together);
        this.overlays = new Overlays(view);
        this.counters = new Counters(view);
        /** @type {Float64Array | null} seconds that each context waits */
        this.waited = null;
        this.waitingKey = '';
    }

    /** @param {string} name @param {string} text @param {string} title */
    toggle(name, text, title) {
        const { figure, app } = this.view;
        return figure.button(text, title, () => {
            const shown = app.state.timeShow;
            app.select({ timeShow: shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name] }, { replace: true });
        });
    }

    update() {
        const { view } = this;
        const { state } = view.app;
        this.as.set('rows');
        this.as.group.hidden = !this.overlays.hasMessages;
        const deepest = view.trace?.header.depth ?? 1;
        const depths = Array.from({ length: Math.min(deepest, 60) }, (_, at) => /** @type {[string, string]} */ ([String(at), String(at + 1)]));
        this.depth.wrap.hidden = deepest < 2;
        this.depth.set([['', 'leaf'], ...depths], state.timeDepth === null ? '' : String(state.timeDepth));
        this.order.wrap.hidden = view.rows.length < 2;
        this.order.set([['rank', 'by number'], ['value', 'by time in the selection'], ...(this.overlays.possible ? [/** @type {[string, string]} */ (['waiting', 'by waiting time'])] : [])], state.timeOrder);
        const folds = view.trace ? foldings(view.trace) : [];
        this.fold.wrap.hidden = folds.length === 0 || !view.app.data.live;
        this.fold.set([['none', 'nothing'], ...folds.map((each) => /** @type {[string, string]} */ ([each, each === 'rank' ? 'threads of a rank' : 'ranks of a host']))], state.timeFold);
        if (state.timeOrder === 'waiting' && this.overlays.possible) void this.askWaiting(state.run);
        for (const { name, button } of this.shows) {
            button.hidden = name !== 'statistics' && !(name === 'messages' ? this.overlays.hasMessages : this.overlays.possible);
            button.setAttribute('aria-pressed', String(state.timeShow.includes(name)));
        }
        this.filter.hidden = !view.app.data.live;
        const large = state.timeSize === 'large';
        this.size.textContent = large ? 'Shrink' : 'Enlarge';
        this.size.title = large ? 'Show the other panels again' : 'Use the space of the other panels';
        view.figure.root.closest('.layout')?.setAttribute('data-time', state.timeSize);
    }

    /** @param {import('../data/types.js').RunRef} run */
    async askWaiting(run) {
        const key = `waiting ${run}`;
        if (this.waitingKey === key) return;
        this.waitingKey = key;
        this.waited = null;
        const answer = await this.view.app.data.waiting(run).catch(() => null);
        if (this.waitingKey !== key) return;
        this.waited = /** @type {Float64Array | null} */ (answer?.columns.waited ?? null);
        this.view.update(new Set());
    }

    /** The value of a context by which rows are sorted; null for their numbers. @param {State['timeOrder']} order @returns {((context: number) => number) | null} */
    valueOf(order) {
        const { model } = this.view.app;
        const { waited } = this;
        if (order === 'waiting') return waited ? (context) => waited[context] ?? 0 : null;
        if (order !== 'value' || !model.ranks || 'error' in model.ranks || !model.contexts) return null;
        const { threads, value } = model.ranks.columns;
        const place = threads ? model.contexts.columns.threadPlace : model.contexts.columns.place;
        const values = threads ?? value;
        return (context) => values[place[context]] ?? 0;
    }

    /** @param {number} step */
    stepDepth(step) {
        const { app, trace } = this.view;
        const deepest = (trace?.header.depth ?? 1) - 1;
        const now = app.state.timeDepth ?? deepest + 1;
        const next = Math.max(0, now + step);
        app.select({ timeDepth: next > deepest ? null : next }, { replace: true });
    }

    /** The visible interval, or none if it is the filter already. */
    filterToView() {
        const { view } = this;
        const span = rounded(view.span, view.end);
        const { between } = view.app.state;
        const same = between && between[0] === span[0] && between[1] === span[1];
        view.filter(same || (span[0] === 0 && span[1] === view.end) ? null : span);
    }

    /** @param {number} x @param {number} y @returns {'ruler' | 'rows' | 'labels' | 'minimap' | null} */
    placeAt(x, y) {
        const { ruler, rows, minimap } = this.view.layout();
        if (x < rows.x) return y >= rows.y && y < rows.y + rows.height ? 'labels' : null;
        if (y < ruler.height) return 'ruler';
        if (y >= rows.y && y < rows.y + rows.height) return 'rows';
        return y >= minimap.y ? 'minimap' : null;
    }

    /** @param {number} x @param {number} y @param {MouseEvent} event */
    click(x, y, event) {
        const { view } = this;
        const place = this.placeAt(x, y);
        if (this.overlays.click(x, y)) return;
        if (place === 'rows') {
            const cell = view.at(x, y);
            if (cell) view.select(cell.shown);
        } else if (place === 'labels') this.selectRow(y, event.ctrlKey || event.metaKey);
        else if (place === 'ruler' && view.app.state.between) view.filter(null);
    }

    /** @param {number} y @param {boolean} add */
    selectRow(y, add) {
        const { view } = this;
        const { rows } = view.layout();
        const cell = view.at(rows.x + 1, y);
        const { app } = view;
        if (!cell || (app.model.between && app.model.contexts?.columns.rank.length !== view.trace?.header.contexts)) return;
        const { members } = view.rows[cell.row];
        const mask = app.model.selectedMask;
        const before = mask ? Array.from(mask.keys()).filter((at) => mask[at]) : [];
        const same = before.length === members.length && members.every((each) => before.includes(each));
        app.select({ contexts: same ? null : app.format.rangesOf(add ? [...new Set([...before, ...members])] : members) });
    }

    /** @param {number} from @param {number} to in pixels @param {'brush' | 'zoom'} kind @param {boolean} done */
    interval(from, to, kind, done) {
        const { view } = this;
        const { rows } = view.layout();
        const times = [from, to].map((x) => timeAt(rows, view.span, Math.max(rows.x, Math.min(rows.x + rows.width, x)))).sort((a, b) => a - b);
        view.dragged = done ? null : times;
        view.surface.dirty();
        if (!done || Math.abs(to - from) < NEAR) return;
        const span = rounded([times[0], times[1]], view.end);
        if (kind === 'zoom' || !view.app.data.live) view.show(span);
        else if (view.app.data.live) view.filter(span);
    }
}
