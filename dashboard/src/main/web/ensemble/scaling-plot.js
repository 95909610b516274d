// Strong and weak scaling of the selected node: mean and deviation of repetitions at each parameter value, the fitted model
// with its prediction interval, and ideal scaling. All numbers come from the server.

import { visible } from '../draw/visible.js';
import { Figure, swatchKey } from '../draw/figure.js';
import { counted, percent, value } from '../draw/format.js';
import { paletteOf } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { drawAxes, numberScale, plotArea, writing } from './axes.js';
import { colouringOf, marker, SHAPES } from './run-colours.js';
import { nodeName } from './histogram-plot.js';
import { CLUSTER } from './runs-model.js';
import { parameterOf } from './scatter.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{label: string, runs: number, points: {x: number, mean: number, std: number, runs: number}[], warnings: string[], problem?: string, model?: any}} Group */

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @returns {import('../data/types.js').View} */
export function scalingView(host, app, runsModel) {
    const figure = new Figure(host, 'scaling', 'Scaling of the selected node', (pen, width, height) => draw(pen, width, height));
    const parameter = figure.select('Along', (chosen) => app.select({ runParameter: chosen }));
    const group = figure.select('One line per', (chosen) => app.select({ runGroup: chosen || null }));
    const at = document.createElement('input');
    at.type = 'number';
    at.min = '0';
    at.step = 'any';
    at.className = 'predict-at';
    at.setAttribute('aria-label', 'Predict at');
    at.addEventListener('change', () => app.select({ runAt: Number(at.value) > 0 ? Number(at.value) : null }));
    const wrap = document.createElement('label');
    wrap.className = 'figure-select';
    wrap.append('Predict at ', at);
    figure.controls.insertBefore(wrap, figure.toggle);

    /** @returns {Group[]} */
    const groups = () => runsModel.runs.scaling?.groups ?? [];
    const colours = () => colouringOf({ ...app, state: { ...app.state, runColour: app.state.runGroup } }, runsModel.runs);

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    function draw(pen, width, height) {
        const palette = paletteOf(app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        const { scaling, metric } = runsModel.runs;
        if (!scaling) return;
        const area = plotArea(width, height);
        const [xs, ys] = ranges(groups());
        const x = numberScale(xs.low * 0.95, xs.high * 1.05, writing('', true), { log: true });
        const y = numberScale(ys.low * 0.9, ys.high * 1.1, writing(scaling.unit, false), { log: ys.low > 0, margin: ys.low > 0 ? 0 : 0.05 });
        drawAxes(pen, area, x, y, { x: scaling.parameter, y: `${metric?.name ?? ''} of ${nodeName(runsModel.runs)}` }, palette);
        groups().forEach((each, index) => drawGroup(pen, area, x, y, each, index));
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {import('./axes.js').Area} area @param {import('./axes.js').Scale} x @param {import('./axes.js').Scale} y @param {Group} each @param {number} index */
    function drawGroup(pen, area, x, y, { points, model }, index) {
        const colour = colourOf(index);
        const px = (/** @type {number} */ number) => area.x + area.width * x.at(number);
        const py = (/** @type {number} */ number) => area.y + area.height * (1 - Math.max(0, Math.min(1, y.at(Math.max(number, 1e-300)))));
        if (model) {
            band(pen, model.x.map(px), model.lower.map(py), model.upper.map(py), colour, 0.14);
            const visible = model.ideal.map((/** @type {number} */ each) => y.at(Math.max(each, 1e-300)) >= 0);
            const inside = (/** @type {unknown} */ _, /** @type {number} */ index) => visible[index];
            line(pen, model.x.filter(inside).map(px), model.ideal.filter(inside).map(py), paletteOf(app).faint, [2, 4], 1);
            const last = model.x.findIndex((/** @type {number} */ each) => each > model.largest);
            const end = last < 0 ? model.x.length : last + 1;
            line(pen, model.x.slice(0, end).map(px), model.curve.slice(0, end).map(py), colour, [], 2);
            line(pen, model.x.slice(end - 1).map(px), model.curve.slice(end - 1).map(py), colour, [6, 4], 2);
            if (model.predicted) {
                pen.strokeStyle = pen.fillStyle = colour;
                pen.lineWidth = 2;
                marker(pen, 'ring', px(model.at), py(model.predicted.value), 5);
                line(pen, [px(model.at), px(model.at)], [py(model.predicted.lower), py(model.predicted.upper)], colour, [], 1.5);
            }
        } else line(pen, points.map((each) => px(each.x)), points.map((each) => py(each.mean)), colour, [], 1.5);
        for (const { x: at, mean, std } of points) if (std > 0) errorBar(pen, px(at), py(mean - std), py(mean + std), colour);
        pen.fillStyle = pen.strokeStyle = colour;
        pen.lineWidth = 1.5;
        for (const each of points) marker(pen, SHAPES[index % SHAPES.length], px(each.x), py(each.mean), 4);
    }

    /** The colour of a group, as runs of that group have it. @param {number} index */
    function colourOf(index) {
        const { keys, scale, colours: all } = colours();
        return scale ? all[Math.round((index / Math.max(1, groups().length - 1)) * 31)] : (keys[index]?.colour ?? all[index % all.length]);
    }

    /** @param {Group} each */
    function words({ label, model, problem, runs }) {
        const name = label ? `${label}: ` : '';
        if (!model) return `${name}no model of ${counted(runs, 'run')}: ${problem ?? ''}`;
        const { unit, parameter: along } = runsModel.runs.scaling;
        const { predicted } = model;
        const prediction = predicted ? `; at ${along} = ${app.format.significant(model.at)}: ${value(predicted.value, unit)}, ${Math.round(100 * model.level)} % interval ${value(predicted.lower, unit)} to ${value(predicted.upper, unit)}` : '';
        return `${name}${model.text}, error ${percent(model.error)}${prediction}`;
    }

    /** The marks that all groups share. */
    function legendOfMarks() {
        const { faint, text } = paletteOf(app);
        const level = groups().find(({ model }) => model)?.model.level;
        const keys = [{ colour: text, text: 'bar: mean ± standard deviation of repetitions', kind: /** @type {const} */ ('line') }];
        if (level !== undefined) keys.push({ colour: faint, text: `shaded: ${Math.round(100 * level)} % prediction interval${isIntervalCut(groups()) ? ', cut at the edge of the plot' : ''}`, kind: /** @type {any} */ ('box') }, { colour: faint, text: 'dotted: ideal', kind: 'line' });
        return keys.map(swatchKey);
    }

    const rows = () => groups().flatMap(({ label, points }) => points.map(({ x, mean, std, runs }) => [label, String(x), String(mean), String(std), String(runs)]));
    const head = () => [app.state.runGroup ?? 'group', runsModel.runs.scaling?.parameter ?? 'parameter', 'mean', 'standard deviation', 'runs'];
    figure.twin = () => ({ caption: 'Mean and deviation of repetitions', head: head(), rows: rows() });

    return {
        update(changed) {
            figure.follow(app);
            const { runs } = runsModel;
            const numbers = runs.columns.filter((each) => each.kind === 'number' && !each.date && !each.constant);
            const along = runs.scaling?.parameter ?? app.state.runParameter ?? parameterOf(runs)?.name ?? '';
            parameter.set([...(along && !numbers.some(({ name }) => name === along) ? [along] : []), ...numbers.map(({ name }) => name)].map((name) => [name, name]), along);
            const splitting = runs.columns.filter((each) => !each.constant && each.words.length <= 12 && each.name !== CLUSTER).map(({ name }) => /** @type {[string, string]} */ ([name, name]));
            group.set([['', 'all runs'], ...splitting], splitting.some(([name]) => name === app.state.runGroup) ? String(app.state.runGroup) : '');
            if (!app.data.live) {
                group.set([['', 'all runs']], '');
                for (const control of [parameter.list, group.list, at]) control.disabled = true;
            }
            if (document.activeElement !== at) at.value = app.state.runAt === null ? '' : String(app.state.runAt);
            const failed = runs.problems.get('scaling');
            if (failed && numbers.length === 0) return figure.say('The runs do not differ in a number, such as ranks or a problem size: there is no parameter to scale along.', '', 'error');
            if (failed) return figure.say(failed.error, failed.hint, 'error');
            if (!runs.scaling) return figure.say('Fitting models …', '', 'loading');
            const values = [...new Set(groups().flatMap(({ points }) => points.map(({ x }) => x)))];
            if (values.length < 2) return figure.say(values.length === 0 ? 'No selected run has this node.' : `${along} has one value, ${writing('', Number.isInteger(values[0]))(values[0])}, in the selected runs.`, values.length === 0 ? '' : numbers.length > 0 ? 'Choose another parameter in “Along”.' : 'A model needs runs with at least 5 values of a parameter.', 'error');
            figure.say(null);
            at.placeholder = String(groups()[0]?.model?.at ?? '');
            const lines = groups().map((each) => words(each));
            if (!app.data.live && (app.state.runGroup || runs.selection.count < runs.names.length)) lines.push(`This file has the model of all ${counted(runs.names.length, 'run')} only: “treeline serve” fits groups and selected runs.`);
            if (runs.scaling.omitted > 0) lines.push(`${counted(runs.scaling.omitted, 'group')} omitted`);
            const warnings = [...new Set(groups().flatMap((each) => each.warnings))];
            figure.notes.replaceChildren(...[...lines, ...warnings].map((text) => Object.assign(document.createElement('p'), { textContent: visible(text), title: visible(text) })));
            figure.legend.replaceChildren(...groups().map((each, index) => swatchKey({ colour: colourOf(index), text: each.label || 'selected runs', kind: 'line' })), ...legendOfMarks());
            figure.surface.dirty();
            if (!changed.has('runSelection')) figure.refreshTable();
        },
        resize: () => figure.surface.resize(),
        csv: () => ({ name: 'scaling', rows: [head(), ...rows()] }),
        svg: () => drawnAsSvg(draw, figure.surface.width, figure.surface.height, 'Scaling'),
    };
}

/** @param {import('../draw/canvas.js').Pen} pen @param {number} x @param {number} low @param {number} high @param {string} colour */
function errorBar(pen, x, low, high, colour) {
    line(pen, [x, x], [low, high], colour, [], 1);
    for (const end of [low, high]) line(pen, [x - 4, x + 4], [end, end], colour, [], 1);
}

/** An interval of a poor model must not flatten the points: the axis ends at this multiple of the values. */
const MOST_ABOVE = 4;

/** Whether the prediction interval is wider than the axis. @param {Group[]} groups */
export function isIntervalCut(groups) {
    const [, { low, high }] = ranges(groups);
    return groups.some(({ model }) => model && (Math.max(...model.upper) > high * 1.1 || Math.min(...model.lower) < low * 0.9));
}

/** What the axes must show. @param {Group[]} groups */
function ranges(groups) {
    const xs = groups.flatMap(({ points, model }) => [...points.map(({ x }) => x), ...(model ? [model.at] : [])]);
    const ys = groups.flatMap(({ points, model }) => [...points.flatMap(({ mean, std }) => [mean, mean + (std || 0)]), ...(model?.predicted ? [model.predicted.value] : [])]);
    const span = (/** @type {number[]} */ all) => ({ low: all.reduce((least, each) => Math.min(least, each), Infinity), high: all.reduce((most, each) => Math.max(most, each), -Infinity) });
    const values = span(ys);
    const interval = span(groups.flatMap(({ model }) => (model ? [...model.lower, ...model.upper] : [])));
    const low = interval.low > 0 ? Math.max(interval.low, values.low / MOST_ABOVE) : values.low / MOST_ABOVE;
    return [span(xs), { low: values.low > 0 && interval.low < values.low ? low : values.low, high: Math.max(values.high, Math.min(interval.high, values.high * MOST_ABOVE)) }];
}

/** @param {import('../draw/canvas.js').Pen} pen @param {number[]} x @param {number[]} y @param {string} colour @param {number[]} dash @param {number} width */
export function line(pen, x, y, colour, dash, width) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    x.forEach((each, at) => (at === 0 ? pen.moveTo(each, y[at]) : pen.lineTo(each, y[at])));
    pen.stroke();
    pen.setLineDash([]);
}

/** @param {import('../draw/canvas.js').Pen} pen @param {number[]} x @param {number[]} low @param {number[]} high @param {string} colour @param {number} alpha */
function band(pen, x, low, high, colour, alpha) {
    if (x.length < 2) return;
    pen.fillStyle = colour;
    pen.globalAlpha = alpha;
    pen.beginPath();
    x.forEach((each, at) => (at === 0 ? pen.moveTo(each, low[at]) : pen.lineTo(each, low[at])));
    for (let at = x.length - 1; at >= 0; at--) pen.lineTo(x[at], high[at]);
    pen.closePath();
    pen.fill();
    pen.globalAlpha = 1;
}
