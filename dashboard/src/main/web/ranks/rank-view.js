// How the selected call path behaves on each rank, for one rank or 65,536: who is slow, is there a pattern, and a brush to
// look at some of them only.

import { Brush } from '../draw/brush.js';
import { Figure, element, rampKey, swatchKey } from '../draw/figure.js';
import { clipOf, drawHistogram, histogram, selectedCounts } from '../draw/histogram.js';
import { paletteOf } from '../draw/palette.js';
import { HeatImage, drawBars, drawCurve, drawGrid, groupAt } from './rank-chart.js';
import { gridHeadings } from './grid-headings.js';
import { foldings } from './rank-grid.js';
import { otherValues, withOther } from './rank-compared.js';
import { rankNotes } from './rank-notes.js';
import { RankPlaces } from './rank-places.js';
import { rankFacts, rankSheet, rankTwin } from './rank-table.js';
import { byValue, colourRange, contextRanges, groupName, rankData, selectedGroups, spreadShare } from './rank-values.js';
import { drawThreads, threadAt, threadValues } from './rank-threads.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { tickTexts } from '../draw/ticks.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

const BINS = 64;

export class RankView {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.figure = new Figure(host, 'processes', 'Values by rank', (pen, width, height) => this.draw(pen, width, height));
        this.sort = this.figure.segments('Order', [
            ['rank', 'By rank', 'In rank order'], ['value', 'By value', 'The slowest rank first'],
        ], (value) => this.setSort(value));
        this.fold = this.figure.select('Ranks per row', (value) => app.select({ perRow: value === 'auto' ? null : Number(value) }, { replace: true }));
        this.places = new RankPlaces(this);
        /** @type {{ ranks: unknown, contexts: unknown } | null} what `data` was made of */
        this.source = null;
        /** @type {import('./rank-values.js').RankData | null} */
        this.data = null;
        /** @type {Int32Array | null} groups from slow to fast */
        this.sorted = null;
        /** @type {import('../draw/histogram.js').Histogram | null} */
        this.bins = null;
        /** @type {Uint8Array | null} what the state selects */
        this.chosen = null;
        /** @type {import('./rank-threads.js').Threads | null} */
        this.threads = null;
        this.shape = '';
        this.stale = true;
        this.heat = new HeatImage();
        this.cursor = -1;
        /** @type {Uint8Array | null} what a brush selects while it is dragged */
        this.draft = null;
        /** What our last brush on the histogram selected: other selections have no place on it. @type {string | null} */
        this.binned = null;
        const surface = this.figure.surface;
        this.brush = new Brush(surface, {
            label: 'ranks', at: (event, dragging) => this.places.placeAt(event, dragging), edge: (place, side) => this.places.edge(place, side),
            text: (place) => this.name(place), drag: (span, boxed) => this.preview(span ? this.maskOfPlaces(span, boxed) : null),
            done: (span, boxed) => this.commit(span ? this.maskOfPlaces(span, boxed) : null), click: (place, event) => this.pick(place, event),
        });
        this.binBrush = new Brush(surface, {
            label: 'values', at: (event, dragging) => this.places.binUnder(event, dragging), edge: (bin, side) => this.places.binEdge(bin, side),
            text: (bin) => this.places.binText(bin), drag: (span) => this.preview(span ? this.maskOfBins(span) : null),
            done: (span) => this.commit(span ? this.maskOfBins(span) : null, true), click: () => this.commit(null),
        });
        this.headings = gridHeadings(this);
        this.figure.twin = () => rankTwin(app, this);
        surface.resized = () => this.refreshControls();
        this.listen(surface.canvas);
    }

    /** @param {string} value */
    setSort(value) {
        this.cursor = -1;
        this.app.select({ rankOrder: value === 'value' ? 'value' : 'rank' }, { replace: true });
    }

    get byValue() {
        return this.app.state.rankOrder === 'value';
    }

    /** @param {Set<string>} _changed */
    update(_changed) {
        const { model } = this.app;
        const { ranks, contexts } = model;
        if (ranks && 'error' in ranks) return this.figure.say(ranks.error, ranks.hint, ranks.quiet ? 'empty' : 'error');
        if (!ranks || !contexts) {
            const loading = model.loading.size > 0;
            return this.figure.say(loading ? 'Loading values …' : 'No values.', '', loading ? 'loading' : 'empty');
        }
        const { source } = this;
        if (source?.ranks !== ranks || source.contexts !== contexts) this.load(ranks, contexts);
        if (!this.data || this.data.stats.present === 0) return this.figure.say(`Nothing was measured here on any ${this.unit}.`, 'Select another call path or metric.');
        this.figure.say(null);
        this.figure.follow(this.app);
        if (!this.brush.dragging && !this.binBrush.dragging && !this.headings.dragging) this.draft = null;
        this.refresh();
    }

    /** @param {import('../data/types.js').Frame} ranks @param {import('../data/types.js').Frame} contexts */
    load(ranks, contexts) {
        this.source = { ranks, contexts };
        this.data = rankData(ranks, contexts);
        const { groups, value, stats } = this.data;
        this.bins = histogram(value, Math.min(BINS, Math.max(8, Math.ceil(Math.sqrt(groups.length) * 2))), clipOf(stats));
        this.sorted = null;
        this.cursor = -1;
    }

    /** Sorting tens of thousands takes a while: only when it is looked at. */
    get order() {
        this.sorted ??= this.data ? byValue(this.data.value) : null;
        return this.sorted;
    }

    get groups() {
        return this.data?.groups;
    }

    /** What is compared: rank, thread, stream or process. */
    get unit() {
        return this.groups?.unit ?? 'rank';
    }

    get value() {
        return this.data?.value;
    }

    get stats() {
        return this.data?.stats;
    }

    get period() {
        return this.data?.period ?? null;
    }

    get selected() {
        return this.draft ?? this.chosen;
    }

    refresh() {
        const { groups, bins, app, figure } = this;
        if (!groups || !bins) return;
        this.chosen = selectedGroups(groups, app.model.selectedMask);
        this.threads = threadValues(app, groups, this.selected);
        this.brush.set(groups.length, this.spanOfChosen());
        const ours = this.binned !== null && this.binned === app.format.ranges(app.state.contexts);
        this.binBrush.set(bins.counts.length, ours ? this.binBrush.span : null);
        figure.notes.replaceChildren(...rankNotes(app, this));
        figure.atLeast(this.places.least());
        // Notes take their room first: what fits depends on what they leave.
        figure.surface.measureBox();
        this.refreshControls();
        figure.refreshTable();
        this.repaint();
    }

    refreshControls() {
        const { groups, app } = this;
        if (!groups) return;
        this.nameControls();
        this.sort.set(this.byValue ? 'value' : 'rank');
        this.legend();
        const folded = this.places.kind() === 'grid';
        this.headings.refresh();
        this.fold.wrap.hidden = !folded;
        if (!folded) return;
        const auto = this.places.grid(this.places.areas().main, null).perRow;
        const lengths = foldings(groups.length, this.period?.every ?? null);
        if (app.state.perRow && !lengths.includes(app.state.perRow)) lengths.push(app.state.perRow);
        this.fold.set([['auto', `auto (${auto})`], ...lengths.map((each) => /** @type {[string, string]} */ ([String(each), String(each)]))],
            app.state.perRow ? String(app.state.perRow) : 'auto');
    }

    /** Controls speak of what is compared: a run without ranks has none to order. */
    nameControls() {
        const many = this.app.format.plural(this.unit);
        const title = many.charAt(0).toUpperCase() + many.slice(1);
        this.sort.name('rank', `By ${this.unit}`, `In ${this.unit} order`);
        this.sort.name('value', 'By value', `The slowest ${this.unit} first`);
        this.fold.name(`${title} per row`);
        this.brush.name(many);
        this.figure.surface.label(`Values by ${this.unit}`);
    }

    legend() {
        const palette = paletteOf(this.app);
        const few = this.places.kind() !== 'grid';
        const marked = { colour: palette.outlier, text: few ? 'outlier' : 'outlier or pattern', kind: /** @type {'box' | 'ring'} */ (few ? 'box' : 'ring') };
        this.figure.keys([
            ...(few ? [{ colour: palette.bar, text: this.unit }] : []),
            ...(this.data?.outlier.includes(1) || this.period ? [marked] : []),
            ...(this.selected ? [{ colour: palette.mutedBar, text: 'not selected' }] : []), ...(few && this.plot.other ? [{ colour: palette.text, text: this.app.model.diff?.name ?? '', kind: /** @type {'line'} */ ('line') }] : []),
        ]);
        if (few) {
            this.figure.legend.append(element('span', 'legend-entry', '┄ mean'));
            return;
        }
        this.figure.legend.prepend(this.range ? rampKey(palette.scale, tickTexts([this.range.low, this.range.high], this.plot.write)) : this.alikeKey(palette));
    }

    /** Where colours would show noise only. @param {import('../draw/palette.js').Palette} palette */
    alikeKey(palette) {
        const stats = /** @type {import('./rank-values.js').Summary} */ (this.stats);
        return swatchKey({ colour: palette.plain, text: `no spread worth a colour (${this.app.format.finePercent(spreadShare(stats))})` });
    }

    get range() {
        return this.stats ? colourRange(this.stats) : null;
    }

    /** @returns {import('./rank-chart.js').RankPlot} */
    get plot() {
        const { format, model } = this.app, other = this.groups ? otherValues(this.app, this.groups) : null;
        return {
            other, value: /** @type {Float64Array} */ (this.value), order: this.byValue ? this.order : null,
            number: this.groups?.number ?? new Int32Array(0), names: this.groups?.names, selected: this.selected, outlier: this.data?.outlier ?? new Uint8Array(0),
            mean: this.stats?.mean ?? NaN, max: withOther(other, this.stats?.max ?? NaN), range: this.range, period: this.period, cursor: this.cursor,
            write: (value) => format.value(value, model.unit),
        };
    }

    repaint() {
        this.stale = true;
        this.figure.surface.dirty();
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (!this.groups || !this.value || !this.bins) return;
        const { main, hist, threads } = this.places.areas(width, height);
        const { plot } = this;
        const kind = this.places.kind();
        if (kind === 'bars') drawBars(pen, main, plot, palette);
        else if (kind === 'curve') drawCurve(pen, main, plot, palette);
        else this.drawHeat(pen, main, plot, palette);
        const range = kind === 'grid' ? this.range : null;
        if (this.groups.length > 1) drawHistogram(pen, hist, this.bins, selectedCounts(this.bins, this.selected), { palette, range, write: plot.write, unit: this.unit });
        if (threads && this.threads) drawThreads(pen, threads, this.threads, palette, plot.write, this.unit);
        this.brush.place();
        this.binBrush.place();
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Area} main @param {import('./rank-chart.js').RankPlot} plot @param {import('../draw/palette.js').Palette} palette */
    drawHeat(pen, main, plot, palette) {
        const grid = this.places.grid(main);
        const shape = `${grid.perRow} ${grid.area.width} ${grid.area.height} ${palette.background}`;
        if (this.stale || shape !== this.shape) this.heat.fill(grid, plot, palette, this.figure.surface.ratio);
        this.shape = shape;
        this.stale = false;
        drawGrid(pen, grid, this.heat, plot, palette);
    }

    /** @param {number} place */
    name(place) {
        const groups = /** @type {import('./rank-values.js').Groups} */ (this.groups);
        return groupName(groups, groupAt(this.plot, place));
    }

    /** Ranks from one to another; in the grid those in the box between them, where it was drawn. @param {import('../draw/brush.js').Span} span @param {boolean} [boxed] */
    maskOfPlaces([from, to], boxed = false) {
        if (boxed && this.places.kind() === 'grid') return this.places.grid().boxOf(from, to);
        const mask = new Uint8Array(this.groups?.length ?? 0);
        const { plot } = this;
        for (let place = from; place <= to; place++) mask[groupAt(plot, place)] = 1;
        return mask;
    }

    /** @param {import('../draw/brush.js').Span} span */
    maskOfBins([from, to]) {
        const bin = this.bins?.bin ?? new Int32Array(0);
        return Uint8Array.from(bin, (each) => Number(each >= from && each <= to));
    }

    /** The selection as one run of places, where it is one. @returns {import('../draw/brush.js').Span | null} */
    spanOfChosen() {
        const { chosen, plot } = this;
        if (!chosen) return null;
        let [first, last, count] = [-1, -1, 0];
        for (let place = 0; place < chosen.length; place++) {
            if (!chosen[groupAt(plot, place)]) continue;
            if (first < 0) first = place;
            last = place;
            count++;
        }
        return count > 0 && count === last - first + 1 ? [first, last] : null;
    }

    /** @param {Uint8Array | null} mask */
    preview(mask) {
        this.draft = mask ?? new Uint8Array(this.groups?.length ?? 0).fill(1);
        this.repaint();
    }

    /** @param {Uint8Array | null} mask @param {boolean} [fromBins] */
    commit(mask, fromBins = false) {
        if (!this.groups) return;
        const contexts = mask ? contextRanges(this.groups, mask) : null;
        this.binned = fromBins ? this.app.format.ranges(contexts) : null;
        this.draft = null;
        this.app.select({ contexts });
        const count = mask && contexts ? mask.reduce((sum, each) => sum + each, 0) : this.groups.length;
        this.app.announce(contexts ? `${this.app.format.counted(count, this.groups.unit)} selected` : `All ${this.app.format.plural(this.groups.unit)}`);
    }

    /**
     * A click selects one rank; in the grid with Alt its column, with Shift its row.
     * @param {number} place @param {MouseEvent | KeyboardEvent} event
     */
    pick(place, event) {
        if (this.places.kind() === 'grid' && (event.altKey || event.shiftKey)) {
            const grid = this.places.grid();
            const [row, column] = [Math.floor(place / grid.perRow), place % grid.perRow];
            return this.pickAll(event.altKey ? grid.ofColumns([column, column]) : grid.ofRows([row, row]), event);
        }
        const mask = new Uint8Array(this.groups?.length ?? 0);
        mask[groupAt(this.plot, place)] = 1;
        this.pickAll(mask, event);
    }

    /** These ranks alone, with Ctrl together with those that are selected, or without them; a second click drops the selection. @param {Uint8Array} mask @param {MouseEvent | KeyboardEvent} event */
    pickAll(mask, event) {
        const chosen = this.chosen;
        if (!chosen) return this.commit(mask);
        const inside = mask.every((each, at) => !each || chosen[at] === 1);
        if (event.ctrlKey || event.metaKey) return this.commit(chosen.map((each, at) => (mask[at] ? Number(!inside) : each)));
        this.commit(inside && chosen.every((each, at) => !each || mask[at] === 1) ? null : mask);
    }

    /** @param {HTMLCanvasElement} canvas */
    listen(canvas) {
        canvas.addEventListener('pointermove', (event) => this.hover(event));
        canvas.addEventListener('pointerleave', () => this.app.tooltip.hide());
        canvas.addEventListener('dblclick', () => this.commit(null));
        canvas.addEventListener('click', (event) => this.pickThread(event));
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const facts = rankFacts(this.app, this, event);
        this.figure.surface.canvas.style.cursor = facts?.brush ? 'crosshair' : 'default';
        if (facts) this.app.tooltip.show(event.clientX, event.clientY, facts.title, facts.facts);
        else this.app.tooltip.hide();
    }

    /** @param {MouseEvent} event */
    pickThread(event) {
        const { threads } = this.places.areas();
        const [x, y] = this.figure.surface.at(event);
        const found = threads && this.threads ? threadAt(threads, this.threads, x, y) : -1;
        if (found >= 0 && this.threads) this.app.select({ contexts: this.threads.ranges(found) });
    }

    /** Arrow keys walk over the ranks and say their values; Enter selects. @param {KeyboardEvent} event */
    key(event) {
        const count = this.groups?.length ?? 0;
        const row = this.places.kind() === 'grid' ? this.places.grid().perRow : 10;
        const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row, Home: -Infinity, End: Infinity });
        if (count === 0 || event.altKey || (event.ctrlKey && event.key !== 'Enter')) return;
        if (event.key === 'Escape' && this.cursor >= 0) this.cursor = -1;
        else if ((event.key === 'Enter' || event.key === ' ') && this.cursor >= 0) this.pick(this.cursor, event);
        else if (steps[event.key]) this.moveCursor(steps[event.key], count);
        else return;
        event.preventDefault();
        event.stopPropagation();
        this.figure.surface.dirty();
    }

    /** @param {number} step @param {number} count */
    moveCursor(step, count) {
        this.cursor = this.cursor < 0 ? 0 : Math.max(0, Math.min(count - 1, this.cursor + step));
        const value = this.value?.[groupAt(this.plot, this.cursor)] ?? NaN;
        this.app.announce(`${this.name(this.cursor)}: ${this.app.format.value(value, this.app.model.unit)}`);
    }

    csv() {
        return rankSheet(this.app, this);
    }

    svg() {
        const { width, height } = this.figure.surface;
        return drawnAsSvg((pen, w, h) => this.draw(pen, w, h), width, height, `Values by ${this.unit}`);
    }

    resize() {
        this.figure.surface.resize();
    }
}

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @returns {import('../data/types.js').View}
 */
export function create(host, app) {
    return new RankView(host, app);
}
