// What did each rank do when? The timeline of a trace: rows over time, drawn from tiles that the server rasterises for the
// visible interval. Until they arrive, coarser tiles are drawn in their place.

import { Figure, element } from '../draw/figure.js';
import { paletteOf } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { baseOf, pathOf, rowOf } from '../tree/tree.js';
import { TimeControls } from './time-controls.js';
import { atDepth, nodeColours, rowByNode } from './node-colours.js';
import { clamped, panned, rounded, zoomed } from './time-axis.js';
import { drawChosen, drawCursor, drawFrame, drawGaps, drawMinimapFrame, drawNames, drawRuler, drawUtilisation, layoutOf, timeAt, xOf } from './time-draw.js';
import { keyPressed } from './time-keys.js';
import { listen } from './time-input.js';
import { MAILED_ROWS, Raster } from './time-raster.js';
import { rowsOf, sorted, strideFor, thinned, visibleRows } from './time-rows.js';
import { Statistics } from './time-statistics.js';
import { TimeTooltip } from './time-tooltip.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./time-axis.js').Span} Span */
/** @typedef {import('./time-rows.js').Row} Row */

const COMMIT_MILLIS = 250;
/** Columns of the finest tiles of a mailed file, for the whole run. */
const MAILED_COLUMNS = 2048;
/**
 * Colours of accounts, by name; others are plain.
 * @type {Record<string, (palette: import('../draw/palette.js').Palette) => string>}
 */
const COLOURS = {
    computation: (palette) => palette.bar,
    'framework operators': (palette) => palette.bar,
    'GPU launches': (palette) => palette.bar,
    communication: (palette) => palette.outlier,
    'waiting for threads': (palette) => palette.match.fill,
    'waiting for locks': (palette) => palette.match.fill,
    'waiting for the GPU': (palette) => palette.faint,
    'I/O': (palette) => palette.faint,
    'waiting for input data': (palette) => palette.faint,
    'GPU copies': (palette) => palette.faint,
    'GPU kernels': (palette) => palette.hot,
};

export class TimeView {
    /** @param {HTMLElement} host @param {App} app @param {(figure: Figure) => {group: HTMLElement, set: (value: string) => void}} chooser  of what the panel shows */
    constructor(host, app, chooser) {
        this.app = app;
        this.figure = new Figure(host, 'timeline', 'Timeline', (pen, width, height) => this.draw(pen, width, height));
        this.surface = this.figure.surface;
        this.controls = new TimeControls(this, chooser(this.figure));
        this.statistics = new Statistics(app, () => this.refreshStatistics());
        const main = element('div', 'time-main');
        this.figure.plot.replaceWith(main);
        main.append(this.figure.plot, this.statistics.list);
        this.tooltip = new TimeTooltip(this);
        this.raster = new Raster(app, () => this.surface.dirty());
        /** @type {import('../data/types.js').Frame | null} */
        this.trace = null;
        /** @type {Row[]} */
        this.rows = [];
        this.rowsKey = '';
        /** @type {import('../tree/tree.js').Base | null} the tree of the whole run */
        this.base = null;
        this.rowByNode = new Int32Array(0);
        /** @type {import('./node-colours.js').Colours | null} */
        this.colours = null;
        this.look = 0;
        this.lookKey = '';
        /** @type {Span} */
        this.span = [0, 1];
        /** @type {[number, number]} the first visible row, and one past the last */
        this.visible = [0, 1];
        /** @type {number[] | null} an interval that is being dragged */
        this.dragged = null;
        /** @type {{row: number, time: number} | null} */
        this.cursor = null;
        this.due = 0;
        this.figure.twin = () => ({ caption: 'Functions in the visible interval', head: ['function', 'exclusive time of all rows', 'of the traced time'], rows: this.statistics.rows() });
        this.listen();
    }

    get end() {
        return this.trace?.header.nanos ?? 1;
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { model, state } = this.app;
        if (!model.trace || model.traceOf !== state.run) return;
        if (model.trace !== this.trace) this.open(model.trace);
        if (!this.due) this.span = state.time ? clamped([state.time[0], state.time[1]], this.end) : [0, this.end];
        this.orderRows();
        if (!this.due) this.visible = visibleRows(state.timeRows, this.rows.length);
        this.recolour(changed);
        this.figure.say(null);
        this.figure.follow(this.app);
        this.controls.update();
        this.describe();
        this.follow();
        this.surface.dirty();
    }

    /** @param {import('../data/types.js').Frame} trace */
    open(trace) {
        const { run } = this.app.state;
        this.trace = trace;
        this.raster.tiles.clear();
        this.rowsKey = '';
        this.base = null;
        this.app.data.tree(run).then((answer) => {
            if (this.trace !== trace) return;
            this.base = baseOf(answer);
            this.rowByNode = rowByNode(this.base);
            this.update(new Set(['tree']));
        }, () => {
            this.base = null; // the panel of the call tree tells what failed
        });
    }

    orderRows() {
        const { state, model } = this.app;
        const key = JSON.stringify([state.run, state.timeFold, state.timeOrder, state.timeOrder === 'value' && [state.node, state.scope, model.between, model.loading.has('ranks')], state.timeOrder === 'waiting' && this.controls.waited !== null]);
        if (key === this.rowsKey || !this.trace) return;
        this.rowsKey = key;
        const all = rowsOf(this.trace, this.app.data.live ? state.timeFold : 'none');
        const list = this.app.data.live ? all : thinned(all, MAILED_ROWS);
        const value = this.controls.valueOf(state.timeOrder);
        this.rows = value ? sorted(list, value) : list;
    }

    /** @param {Set<string>} changed */
    recolour(changed) {
        const { state, model } = this.app;
        const { base } = this;
        if (!base || !model.tree) return;
        const key = JSON.stringify([state.timeDepth, state.node, state.theme, this.app.theme.dark]);
        if (key === this.lookKey && !['tree', 'operations', 'theme'].some((each) => changed.has(each))) return;
        this.lookKey = key;
        this.look++;
        this.colours = nodeColours(base, this.rowByNode, model.tree, model.operations, paletteOf(this.app), state.timeDepth, state.node, (path) => rowOf(base, path));
    }

    /** Everything that follows the visible interval once it rests. */
    follow() {
        const { state } = this.app;
        if (state.timeShow.includes('statistics')) this.statistics.follow(this.span, this.end, null);
        this.refreshStatistics();
        this.controls.overlays.follow();
        this.controls.counters.follow();
    }

    refreshStatistics() {
        const shown = this.app.state.timeShow.includes('statistics');
        this.statistics.list.hidden = !shown;
        if (this.statistics.key === '' && shown) this.statistics.follow(this.span, this.end, null);
        if (this.colours && shown) this.statistics.fill(this.colours, (name) => this.selectFunction(name));
        this.figure.keys(this.legend());
        this.figure.refreshTable();
        this.surface.dirty();
    }

    legend() {
        const palette = paletteOf(this.app);
        const categories = (this.colours?.keys ?? []).map(({ name, hue }) => ({ colour: palette.categories[hue].fill, text: name }));
        const busy = this.app.state.timeShow.includes('statistics') ? (this.statistics.utilisation?.names ?? []) : [];
        const activities = busy.map((text, at) => ({ colour: this.activityColour(text), text: at === 0 ? `share of rows above: ${text}` : text }));
        return [...categories, { colour: palette.mutedPlain, text: 'no activity' }, ...activities, ...this.controls.overlays.legend(palette)];
    }

    describe() {
        const { format } = this.app;
        const [from, to] = format.moments(this.span[0], this.span[1]);
        const rows = format.countedOf(this.shownRows().length, this.rows.length, 'row');
        this.surface.label(`Timeline: ${rows}, from ${from} to ${to}. Arrow keys move, plus and minus zoom, Enter selects.`);
        this.figure.keys(this.legend());
        const notes = [...this.omissions(), ...this.controls.overlays.notes()];
        this.figure.notes.replaceChildren(...notes.map((text) => element('span', 'note-time', text)));
    }

    /** What is not shown. @returns {string[]} */
    omissions() {
        const { format } = this.app;
        const stride = this.stride();
        const notes = [];
        if (!this.app.data.live) notes.push(`this file has ${format.countedOf(this.rows.length, this.trace?.columns.context.length ?? 0, 'row')} and no details below ${format.value(this.end / MAILED_COLUMNS, 'ns')}; run “treeline serve PATH” to see more`);
        if (stride > 1) notes.push(`${format.countedOf(this.shownRows().length, this.visible[1] - this.visible[0], 'row')} shown, chosen by an even stride`);
        const untraced = (this.trace?.header.contexts ?? 0) - (this.trace?.columns.context.length ?? 0);
        if (untraced > 0) notes.push(`${format.counted(untraced, 'context')} without a trace`);
        if (this.trace && !this.trace.header.everyCall) notes.push('sampled: a function lasts until the next sample');
        if (this.raster.tiles.problem) notes.push(this.raster.tiles.problem);
        return notes;
    }

    stride() {
        if (!this.app.data.live) return 1;
        return strideFor(this.visible[1] - this.visible[0], this.layout().rows.height);
    }

    /** The indices of rows that have pixels. */
    shownRows() {
        const stride = this.stride();
        const found = [];
        for (let at = Math.floor(this.visible[0] / stride) * stride; at < this.visible[1]; at += stride) found.push(at);
        return found;
    }

    layout(width = this.surface.width, height = this.surface.height) {
        const names = this.rows.length > 500 ? this.rows.filter((_, at) => at % Math.ceil(this.rows.length / 500) === 0) : this.rows;
        const utilisation = this.app.state.timeShow.includes('statistics') && this.statistics.utilisation !== null;
        return layoutOf(width, height, names.map(({ name }) => name), this.visible[1] - this.visible[0], { utilisation, counters: this.controls.counters.count });
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (!this.colours || this.rows.length === 0) return;
        const layout = this.layout(width, height);
        const stride = this.stride();
        pen.imageSmoothingEnabled = false;
        this.raster.draw(pen, layout.rows, this.sight(), this.colours);
        this.controls.overlays.draw(pen, layout, palette);
        const { between } = this.app.state;
        const chosen = this.dragged ?? between;
        if (chosen) drawChosen(pen, layout.rows, this.span, chosen, palette);
        drawFrame(pen, layout, width, height, palette);
        drawGaps(pen, layout, this.visible, palette);
        drawRuler(pen, layout, this.span, palette);
        if (chosen) drawChosen(pen, { ...layout.ruler, y: layout.ruler.height - 4, height: 4 }, this.span, chosen, palette);
        const mask = this.app.model.between === null ? this.app.model.selectedMask : null;
        drawNames(pen, layout, this.rows, this.visible, stride, palette, (row) => mask?.[row.context] === 1);
        const busy = this.statistics.utilisation;
        if (layout.utilisation && busy) drawUtilisation(pen, layout.utilisation, this.span, busy, busy.names.map((name) => this.activityColour(name)), palette);
        this.controls.counters.draw(pen, layout, palette);
        this.raster.drawWhole(pen, layout.minimap, this.sight(), this.colours);
        drawMinimapFrame(pen, layout.minimap, this.span, this.end, palette);
        if (this.cursor) this.drawCursor(pen, layout, palette);
        this.raster.want();
        this.surface.canvas.toggleAttribute('data-busy', this.raster.tiles.busy);
    }

    /** @param {string} name */
    activityColour(name) {
        const palette = paletteOf(this.app);
        return COLOURS[name]?.(palette) ?? palette.plain;
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {import('./time-draw.js').Layout} layout @param {import('../draw/palette.js').Palette} palette */
    drawCursor(pen, { rows }, palette) {
        if (!this.cursor) return;
        const tall = rows.height / (this.visible[1] - this.visible[0]);
        drawCursor(pen, xOf(rows, this.span, this.cursor.time), rows.y + (this.cursor.row - this.visible[0]) * tall, tall, palette);
    }

    /** What the raster needs to know of the view. @returns {import('./time-raster.js').Sight} */
    sight() {
        return { rows: this.rows, rowsKey: this.rowsKey, visible: this.visible, stride: this.stride(), span: this.span, end: this.end, look: this.look, contexts: this.trace?.header.contexts ?? 0 };
    }

    /** What is under a point of the rows. @param {number} x @param {number} y */
    at(x, y) {
        const { rows } = this.layout();
        if (x < rows.x || x > rows.x + rows.width || y < rows.y || y >= rows.y + rows.height) return null;
        const [first, last] = this.visible;
        const stride = this.stride();
        const row = Math.floor((first + ((y - rows.y) / rows.height) * (last - first)) / stride) * stride;
        return this.cell(Math.max(0, Math.min(this.rows.length - 1, row)), timeAt(rows, this.span, x));
    }

    /** @param {number} row @param {number} time */
    cell(row, time) {
        const { rows } = this.layout();
        const { context, name } = this.rows[row];
        const node = this.raster.nodeAt(this.sight(), rows.width, row, time);
        return { row, context, name, time, node, shown: this.base && node >= 0 ? atDepth(this.base, this.rowByNode[node], this.app.state.timeDepth) : -1 };
    }

    /** @param {number} row of the tree of the whole run */
    nameOf(row) {
        return this.base && row >= 0 ? this.base.names[this.base.frame[row]] : '';
    }

    /** @param {number} row of the tree of the whole run */
    select(row) {
        if (this.base && row >= 0) this.app.select({ node: pathOf(this.base, row) });
    }

    /** The call path of a function that takes most. @param {string} name */
    selectFunction(name) {
        const { tree } = this.app.model;
        if (!tree) return;
        let best = -1;
        for (let row = 0; row < tree.length; row++) if (tree.names[tree.frame[row]] === name && (best < 0 || tree.exclusive[row] > tree.exclusive[best])) best = row;
        if (best >= 0) this.app.select({ node: this.app.pathOf(best) });
    }

    /** Moves the view at once; the address and the other parts follow when the hand rests. @param {Span} span @param {[number, number]} [visible] */
    show(span, visible = this.visible) {
        this.span = span;
        this.visible = visible;
        this.app.tooltip.hide();
        this.surface.dirty();
        clearTimeout(this.due);
        this.due = window.setTimeout(() => this.commit(), COMMIT_MILLIS);
    }

    commit() {
        this.due = 0;
        const time = rounded(this.span, this.end);
        const whole = time[0] === 0 && time[1] === this.end;
        const [first, last] = this.visible;
        this.app.select({ time: whole ? null : time, timeRows: first === 0 && last === this.rows.length ? null : [first, last - 1] }, { replace: true });
    }

    /** @param {number} factor @param {number} [at] */
    zoom(factor, at = (this.span[0] + this.span[1]) / 2) {
        this.show(zoomed(this.span, factor, at, this.end));
    }

    /** @param {number} share of the visible interval @param {number} [rows] */
    pan(share, rows = 0) {
        const [first, last] = this.visible;
        const down = Math.max(-first, Math.min(this.rows.length - last, Math.round(rows)));
        this.show(panned(this.span, share * (this.span[1] - this.span[0]), this.end), [first + down, last + down]);
    }

    /** @param {number} factor @param {number} [share] of the rows that stays where it is */
    zoomRows(factor, share = 0.5) {
        const [first, last] = this.visible;
        const count = Math.max(1, Math.min(this.rows.length, Math.round((last - first) * factor) || 1));
        const start = Math.max(0, Math.min(this.rows.length - count, Math.round(first + share * (last - first - count))));
        this.show(this.span, [start, start + count]);
    }

    /** Restricts all numbers to an interval; null: to none. @param {number[] | null} between */
    filter(between) {
        const { app } = this;
        const all = this.trace?.columns.context.length === this.trace?.header.contexts;
        app.select({ between, ...(all ? {} : { contexts: null }) });
        app.announce(between ? `All numbers are of ${app.format.moments(between[0], between[1]).join(' to ')}` : 'All numbers are of the whole run');
    }

    listen() {
        const view = this;
        let carried = 0;
        listen({
            surface: this.surface,
            placeAt: (x, y) => this.controls.placeAt(x, y),
            zoom: (x, factor) => this.zoom(factor, timeAt(this.layout().rows, this.span, x)),
            zoomRows: (y, factor) => this.zoomRows(factor, (y - this.layout().rows.y) / this.layout().rows.height),
            pan(x, y) {
                const { rows } = view.layout();
                carried += (-y / rows.height) * (view.visible[1] - view.visible[0]);
                const whole = Math.trunc(carried);
                carried -= whole;
                view.pan(-x / rows.width, whole);
            },
            hover: (x, y) => this.tooltip.show(x, y),
            leave: () => this.tooltip.hide(),
            click: (x, y, event) => this.controls.click(x, y, event),
            doubleClick: (x) => this.zoom(0.4, timeAt(this.layout().rows, this.span, x)),
            interval: (from, to, kind, done) => this.controls.interval(from, to, kind, done),
            jump: (x) => this.show(panned(this.span, (x - this.layout().minimap.x) / this.layout().minimap.width * this.end - (this.span[0] + this.span[1]) / 2, this.end)),
            key: (key, event) => keyPressed(this, key, event),
        });
    }

    get csvOf() {
        return 'Functions in view';
    }

    csv() {
        return { name: 'timeline', rows: [['function', 'exclusive time of all rows (ns)'], ...(this.statistics.answer?.header.functions ?? []).map((/** @type {{name: string, nanos: number}} */ { name, nanos }) => [name, String(nanos)])] };
    }

    svg() {
        return drawnAsSvg((pen, width, height) => this.draw(pen, width, height), this.surface.width, this.surface.height, 'Timeline');
    }

    resize() {
        this.surface.resize();
    }
}
