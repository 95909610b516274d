// Is it always as slow? Totals over repetitions and runs above, the iterations of the selected loop below.

import { visible } from '../draw/visible.js';
import { Brush } from '../draw/brush.js';
import { Figure, element } from '../draw/figure.js';
import { paletteOf } from '../draw/palette.js';
import { HeatMap } from './heat-map.js';
import { STATISTICS, drawExecutions, executionAt, happened, nearest, statisticOf } from './run-bars.js';
import { drawSeries, lowerBound, seriesIndex, seriesPlot, seriesX } from './series-chart.js';
import { drawnAsSvg } from '../draw/svg-pen.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./run-bars.js').Execution} Execution */
/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

/** Whether a run is the one of the state, or one of its group. @param {import('../data/types.js').RunInfo | null} info @param {number} run */
const isIn = (info, run) => info?.id === run || Boolean(info?.members?.some(({ id }) => id === run));

/** Bars and line are beside each other if there are so many pixels, and so many times the height. */
const WIDE = 420;
const BESIDE = 2.6;
/** What bars with their axis need of the height, and what bars and line below each other do. */
const LEAST = 76;
const LEAST_OF_TWO = 180;

class Executions {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.figure = new Figure(host, 'executions', 'Executions and iterations', (pen, width, height) => this.draw(pen, width, height));
        this.of = this.figure.segments('Executions', [
            ['repetitions', 'Repetitions', 'Each repetition of this run'], ['runs', 'Runs', 'Each run that is open'],
        ], (value) => this.setKind(value));
        this.statistic = this.figure.select('Statistic', (value) => app.select({ statistic: value }, { replace: true }));
        this.as = this.figure.segments('Iterations as', [['line', 'Line'], ['heat', 'Heat map', 'Ranks by iterations']], (value) => app.select({ iterationsAs: value === 'heat' ? 'heat' : 'line' }, { replace: true }));
        this.heat = new HeatMap(app, () => this.update(new Set()));
        /** @type {'repetitions' | 'runs' | null} */
        this.shown = null;
        /** @type {number | null} the total where there is one execution only */
        this.single = null;
        this.both = false;
        /** why the runs are not repetitions of each other; empty if they are */
        this.differ = '';
        /** executions in which nothing of the call path was measured */
        this.missing = { repetitions: 0, runs: 0 };
        /** @type {Execution[]} */
        this.list = [];
        this.pointed = -1;
        /** @type {import('./series-chart.js').Series | null} */
        this.series = null;
        this.hovered = -1;
        this.cursor = -1;
        this.brush = new Brush(this.figure.surface, {
            label: 'iterations', at: (event, dragging) => this.iterationAt(event, dragging), edge: (at, side) => this.edge(at, side),
            text: (at) => `iteration ${this.series?.iteration[at]}`, drag: (span) => this.preview(span), done: (span) => this.commit(span),
            click: () => this.commit(null),
        });
        /** @type {[number, number] | null} */
        this.span = null;
        this.figure.twin = () => this.twin();
        this.listen(this.figure.surface.canvas);
    }

    /** @param {string} value */
    setKind(value) {
        this.cursor = -1;
        this.app.select({ executionsOf: value === 'runs' ? 'runs' : 'repetitions' }, { replace: true });
    }

    /** @param {Set<string>} _changed */
    update(_changed) {
        const { model } = this.app;
        const { executions, series } = model;
        if (executions && 'error' in executions && (!series || 'error' in series)) return this.figure.say(executions.error, executions.hint, executions.quiet ? 'empty' : 'error');
        if (!executions && !series) {
            const loading = model.loading.size > 0;
            return this.figure.say(loading ? 'Loading executions …' : 'No executions.', '', loading ? 'loading' : 'empty');
        }
        this.read(executions && !('error' in executions) ? executions : { repetitions: [], runs: [] });
        this.readSeries();
        if (this.shown === null && !this.series) return this.sayAlone();
        this.figure.say(null);
        this.figure.follow(this.app);
        this.describe();
        this.figure.atLeast(this.series && this.shown && this.figure.surface.width < WIDE ? LEAST_OF_TWO : LEAST);
        this.figure.refreshTable();
        this.figure.surface.dirty();
    }

    /** One execution without iterations: nothing to draw, but its total and what would give more. */
    sayAlone() {
        const { series, unit, loading } = this.app.model;
        if (loading.has('series')) return this.figure.say('Loading iterations …', '', 'loading');
        const why = series && 'error' in series ? `${series.error}. ` : '';
        const one = this.single === null ? 'Nothing to compare.' : `One execution: ${this.app.format.value(this.single, unit)}`;
        this.figure.say(one, `${this.missingText('repetitions', '. ')}${why}Select a loop whose iterations are kept, or open more runs.`);
    }

    /** @param {{ repetitions: { repetition: number, total: number | null }[], runs: { run: number, name: string, setting?: string, total: number | null }[], differ?: string }} answer */
    read(answer) {
        const { state, model } = this.app;
        const repetitions = (answer.repetitions ?? []).filter(happened);
        const runs = (answer.runs ?? []).filter(happened);
        this.missing = { repetitions: (answer.repetitions ?? []).length - repetitions.length, runs: (answer.runs ?? []).length - runs.length };
        this.both = repetitions.length > 1 && runs.length > 1;
        this.shown = repetitions.length > 1 && (state.executionsOf !== 'runs' || runs.length < 2) ? 'repetitions' : runs.length > 1 ? 'runs' : null;
        this.single = repetitions[0]?.total ?? runs[0]?.total ?? null;
        this.differ = this.shown === 'runs' ? answer.differ ?? '' : '';
        const mask = model.selectedMask;
        const repetition = model.contexts?.columns.repetition;
        /** @param {number} wanted */
        const chosen = (wanted) => Boolean(mask && repetition?.some((each, at) => each === wanted && mask[at]));
        this.list = this.shown === 'repetitions'
            ? repetitions.map(({ repetition: key, total }) => ({ key, name: String(key), total: total ?? NaN, current: chosen(key), compared: false }))
            : this.shown === 'runs'
                ? runs.map(({ run: key, name, setting, total }) => ({ key, name: setting ? `${setting} · ${name}` : name, total: total ?? NaN, current: isIn(model.runInfo, key), compared: isIn(model.otherInfo, key) }))
                : [];
    }

    readSeries() {
        const { series } = this.app.model;
        const { iterations } = this.app.state;
        this.series = null;
        if (!series || 'error' in series || series.columns.iteration.length === 0) return this.brush.set(0, null);
        const columns = /** @type {any} */ (series.columns);
        this.series = {
            iteration: columns.iteration, mean: columns.mean, min: columns.min, max: columns.max,
            jumps: series.header.jumps ?? [], drift: series.header.drift ?? null,
        };
        const { iteration } = this.series;
        const count = iteration.length;
        const place = (/** @type {number} */ wanted) => lowerBound(iteration, wanted);
        if (!this.brush.dragging) this.span = iterations ? [place(iterations[0]), Math.min(count - 1, place(iterations[1] + 1) - 1)] : null;
        this.brush.set(count, this.span);
    }

    /** Controls, sentences and legend. */
    describe() {
        const { state, format, model } = this.app;
        const write = (/** @type {number} */ value) => format.value(value, model.unit);
        this.of.group.hidden = !this.both;
        this.of.set(this.shown ?? 'runs');
        this.as.group.hidden = !this.series || !this.app.data.live;
        this.as.set(state.iterationsAs);
        if (this.asHeat) this.heat.follow();
        this.statistic.wrap.hidden = this.shown === null || this.differ !== '';
        this.statistic.set(STATISTICS.map(([value, text]) => [value, text]), state.statistic);
        const notes = [];
        if (this.differ) notes.push(element('span', 'note-differ', this.differ));
        else if (this.shown) notes.push(...this.statisticNote(write));
        if (this.series?.drift) notes.push(element('span', 'note-drift', this.series.drift.text));
        if (this.series && this.series.jumps.length > 0) notes.push(this.jumpNote(this.series.jumps));
        const { series } = model;
        if (series && 'error' in series) notes.push(this.hint(series));
        if (this.asHeat && this.heat.note()) notes.push(element('span', 'note-heat', this.heat.note()));
        this.figure.notes.replaceChildren(...notes);
        const palette = paletteOf(this.app);
        this.figure.keys(this.series ? [{ colour: palette.bar, text: 'mean', kind: 'line' }, { colour: palette.band, text: 'fastest to slowest rank' },
            ...(this.series.drift || this.series.jumps.length > 0 ? [{ colour: palette.outlier, text: 'drift, jump', kind: /** @type {'line'} */ ('line') }] : [])] : []);
        if (this.asHeat) this.figure.legend.replaceChildren(...this.heat.legend());
        const parts = [this.shown ? `${format.counted(this.list.length, this.shown === 'runs' ? 'run' : 'repetition')}` : '',
            this.series ? `${format.counted(this.series.iteration.length, 'iteration')}` : ''].filter(Boolean);
        this.figure.surface.label(`Executions: ${parts.join(' and ') || 'one'}. Arrow keys move, Enter selects.`);
    }

    /** Most nodes have no iterations: a quiet word, with what to do at hand. @param {import('../data/types.js').Problem} problem */
    hint(problem) {
        const made = element('span', 'note-hint', problem.error);
        if (problem.hint) made.title = visible(problem.hint);
        return made;
    }

    /** @param {(value: number) => string} write */
    statisticNote(write) {
        const { statistic } = this.app.state;
        const level = this.level;
        const near = nearest(this.list, level);
        const spread = statisticOf(this.totals, 'worst') / statisticOf(this.totals, 'best');
        const name = STATISTICS.find(([each]) => each === statistic)?.[1] ?? statistic;
        const notes = [element('span', 'note-statistic', `${name} ${write(level)} · worst is ${this.app.format.ratio(spread)} the best`)];
        if (near && statistic !== 'mean') {
            const which = this.shown === 'runs' ? near.name : `repetition ${near.name}`;
            const show = /** @type {HTMLButtonElement} */ (element('button', 'note-show', `Show ${which}`));
            show.type = 'button';
            show.addEventListener('click', () => this.choose(this.list.indexOf(near), false));
            notes.push(show);
        }
        const missing = this.missingText(this.shown ?? 'runs');
        if (missing) notes.push(element('span', 'note-missing', missing));
        return notes;
    }

    /** How many executions have nothing to compare. @param {'repetitions' | 'runs'} kind @param {string} [end] */
    missingText(kind, end = '') {
        const count = this.missing[kind];
        return count > 0 ? `Not measured in ${this.app.format.counted(count, kind.slice(0, -1))}${end}` : '';
    }

    /** @param {number[]} jumps */
    jumpNote(jumps) {
        const named = jumps.slice(0, 4).map((each) => this.app.format.whole(each)).join(', ');
        return element('span', 'note-jumps', `${jumps.length === 1 ? 'Jump' : 'Jumps'} at iteration ${named}${jumps.length > 4 ? ` and ${jumps.length - 4} more` : ''}`);
    }

    get asHeat() {
        return this.series !== null && this.app.state.iterationsAs === 'heat' && this.app.data.live;
    }

    /** Statistics of a group are of its own runs. */
    get totals() {
        const group = this.shown === 'runs' && this.app.model.runInfo?.members;
        return this.list.filter((each) => !group || each.current).map((each) => each.total);
    }

    /** Runs that are not repetitions have no best and no worst. */
    get level() {
        return this.differ ? NaN : statisticOf(this.totals, this.app.state.statistic);
    }

    /** @param {number} [width] @param {number} [height] @returns {{ bars: Area | null, line: Area | null }} */
    areas(width = this.figure.surface.width, height = this.figure.surface.height) {
        const whole = { x: 0, y: 0, width, height };
        if (!this.series || !this.shown) return { bars: this.shown ? whole : null, line: this.series ? whole : null };
        if (width >= WIDE && width > BESIDE * height) {
            const split = Math.round(width * 0.42);
            return { bars: { ...whole, width: split }, line: { ...whole, x: split, width: width - split } };
        }
        const split = Math.round(height * 0.44);
        return { bars: { ...whole, height: split }, line: { ...whole, y: split, height: height - split } };
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        const write = (/** @type {number} */ value) => this.app.format.value(value, this.app.model.unit);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        const { bars, line } = this.areas(width, height);
        const name = STATISTICS.find(([each]) => each === this.app.state.statistic)?.[1] ?? '';
        if (bars) drawExecutions(pen, bars, this.list, { palette, level: this.level, statistic: name, hovered: this.hovered, cursor: this.cursor, write });
        if (line && this.asHeat) return this.heat.draw(pen, line);
        if (line && this.series) drawSeries(pen, line, this.series, { palette, span: this.span, cursor: this.pointed, write });
        this.brush.place();
    }

    /** @param {MouseEvent} event @param {boolean} dragging */
    iterationAt(event, dragging) {
        const { line } = this.areas();
        if (!line || !this.series || this.asHeat) return -1;
        const [x, y] = this.figure.surface.at(event);
        const plot = seriesPlot(line);
        const outside = y < line.y || y > line.y + line.height || x < plot.x - 4 || x > plot.x + plot.width + 4;
        return outside && !dragging ? -1 : seriesIndex(this.series, plot, x);
    }

    /** @param {number} at @param {0 | 1} side */
    edge(at, side) {
        const { line } = this.areas();
        if (!line || !this.series || this.asHeat) return null;
        const plot = seriesPlot(line);
        return { x: seriesX(this.series, plot, at, side), y: plot.y, height: plot.height };
    }

    /** @param {import('../draw/brush.js').Span | null} span */
    preview(span) {
        this.span = span;
        this.figure.surface.dirty();
    }

    /** @param {import('../draw/brush.js').Span | null} span */
    commit(span) {
        if (!this.series) return;
        const iterations = span ? [this.series.iteration[span[0]], this.series.iteration[span[1]]] : null;
        this.app.select({ iterations });
        this.app.announce(iterations ? `Iterations ${iterations[0]} to ${iterations[1]} selected` : 'All iterations');
    }

    /** @param {HTMLCanvasElement} canvas */
    listen(canvas) {
        canvas.addEventListener('pointermove', (event) => this.hover(event));
        canvas.addEventListener('pointerleave', () => this.point(-1, -1));
        canvas.addEventListener('click', (event) => this.heatUnder(event, (cell) => this.heat.select(cell)) || this.choose(this.barUnder(event), event.ctrlKey || event.metaKey));
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    /** Whether a cell of the heat map is there. @param {MouseEvent} event @param {(cell: {row: number, column: number}) => void} act */
    heatUnder(event, act) {
        const { line } = this.areas();
        const [x, y] = this.figure.surface.at(event);
        const cell = line && this.asHeat ? this.heat.at(line, x, y) : null;
        if (cell) act(cell);
        return cell !== null;
    }

    /** @param {MouseEvent} event */
    barUnder(event) {
        const { bars } = this.areas();
        const [x, y] = this.figure.surface.at(event);
        return bars ? executionAt(bars, this.list.length, x, y) : -1;
    }

    /** @param {number} bar @param {number} iteration */
    point(bar, iteration) {
        if (bar < 0 && iteration < 0) this.app.tooltip.hide();
        if (bar === this.hovered && iteration === this.pointed) return;
        this.hovered = bar;
        this.pointed = iteration;
        this.figure.surface.canvas.style.cursor = bar >= 0 ? 'pointer' : iteration >= 0 ? 'crosshair' : 'default';
        this.figure.surface.dirty();
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const bar = this.barUnder(event);
        const at = this.iterationAt(event, false);
        this.point(bar, at);
        const { format, model, tooltip } = this.app;
        const write = (/** @type {number} */ value) => format.value(value, model.unit);
        if (this.heatUnder(event, (cell) => tooltip.show(event.clientX, event.clientY, ...this.heat.tooltip(cell)))) return;
        const execution = this.list[bar];
        if (execution) {
            const best = statisticOf(this.totals, 'best');
            const facts = [{ label: 'total', value: write(execution.total) }, { label: 'of the best', value: format.ratio(execution.total / best) }];
            tooltip.show(event.clientX, event.clientY, this.shown === 'runs' ? execution.name : `repetition ${execution.name}`, facts);
        } else if (at >= 0 && this.series) {
            const { iteration, mean, min, max } = this.series;
            tooltip.show(event.clientX, event.clientY, `iteration ${format.whole(iteration[at])}`, [
                { label: 'mean over ranks', value: write(mean[at]) }, { label: 'fastest rank', value: write(min[at]) }, { label: 'slowest rank', value: write(max[at]) },
            ]);
        }
    }

    /** A repetition filters, a run is opened, with Ctrl it is compared. @param {number} at @param {boolean} compare */
    choose(at, compare) {
        const execution = this.list[at];
        if (!execution) return;
        if (this.shown === 'repetitions') return this.app.select({ contexts: execution.current ? null : this.contextsOf(execution.key) });
        if (!compare) return this.app.select({ run: execution.key, against: null, contexts: null, iterations: null, between: null, time: null, timeRows: null });
        if (execution.key !== this.app.state.run) this.app.select({ against: execution.compared ? null : execution.key });
    }

    /** @param {number} wanted */
    contextsOf(wanted) {
        const repetition = this.app.model.contexts?.columns.repetition ?? [];
        const found = [];
        for (let at = 0; at < repetition.length; at++) if (repetition[at] === wanted) found.push(at);
        return found.length === 0 || found.length === repetition.length ? null : this.app.format.rangesOf(found);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (event.altKey || this.list.length === 0) return;
        if (step && !event.ctrlKey) this.cursor = Math.max(0, Math.min(this.list.length - 1, this.cursor + step));
        else if (event.key === 'Enter' && this.cursor >= 0) this.choose(this.cursor, event.ctrlKey);
        else return;
        event.preventDefault();
        event.stopPropagation();
        const execution = this.list[this.cursor];
        if (execution) this.app.announce(`${execution.name}: ${this.app.format.value(execution.total, this.app.model.unit)}`);
        this.figure.surface.dirty();
    }

    twin() {
        const { format, model } = this.app;
        const write = (/** @type {number} */ value) => format.value(value, model.unit);
        const rows = this.list.map((each) => [this.shown === 'runs' ? each.name : `repetition ${each.name}`, write(each.total), '', '']);
        const { series } = this;
        // The slowest iterations: all of them would be a wall of numbers, and export has them.
        const slow = series ? Array.from(series.mean.keys()).sort((a, b) => series.mean[b] - series.mean[a]).slice(0, 20) : [];
        for (const at of slow) if (series) rows.push([`iteration ${series.iteration[at]}`, ...[series.mean, series.min, series.max].map((each) => write(each[at]))]);
        return { caption: 'Executions and the slowest iterations', head: ['execution', 'total or mean', 'fastest rank', 'slowest rank'], rows };
    }

    csv() {
        const { unit } = this.app.model;
        const rows = [['kind', 'name', `mean (${unit})`, `min (${unit})`, `max (${unit})`]];
        for (const each of this.list) rows.push([this.shown === 'runs' ? 'run' : 'repetition', each.name, String(each.total), '', '']);
        const { series } = this;
        series?.iteration.forEach((each, at) => rows.push(['iteration', String(each), String(series.mean[at]), String(series.min[at]), String(series.max[at])]));
        return { name: 'executions', rows };
    }

    svg() {
        const { width, height } = this.figure.surface;
        return drawnAsSvg((pen, w, h) => this.draw(pen, w, h), width, height, 'Executions and iterations');
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
    return new Executions(host, app);
}
