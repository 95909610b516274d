// A scatter plot of the runs: any two of metadata and metrics at the selected node. A box selects runs, a click one run.

import { Figure } from '../draw/figure.js';
import { counted, rangesOf } from '../draw/format.js';
import { paletteOf } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { flash } from '../page/flash.js';
import { drawAxes, plotArea } from './axes.js';
import { defaultColumns, distinctValues } from './default-axes.js';
import { columnNamed, legendOf, scaleOf } from './parallel.js';
import { colouringOf, marker, SHAPES } from './run-colours.js';
import { cellText } from './run-columns.js';
import { METRIC } from './runs-model.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./types.js').Runs} Runs */

const NEAR = 8;
const MOST_SHAPES = 2000;
const MOST_MOVING = 2500;

/** Names that tools have for the number of processes. */
const PROCESSES = ['ranks', 'num_processes', 'num_procs', 'jobsize', 'mpi.world.size', 'mpi_ranks', 'processes'];

/** The metadata along which runs scale: the process count, else the first number that differs. @param {Runs} runs */
export function parameterOf({ columns }) {
    const differing = columns.filter((each) => each.kind === 'number' && !each.date && !each.constant && distinctValues(each) > 1);
    return PROCESSES.map((name) => differing.find((each) => each.name === name)).find(Boolean) ?? differing[0] ?? null;
}

/** What can be an axis. @param {Runs} runs @returns {[string, string][]} */
function choices(runs) {
    return [...runs.columns.filter((each) => !each.constant).map(({ name }) => /** @type {[string, string]} */ ([name, name])), ...runs.metrics.map(({ name }) => /** @type {[string, string]} */ ([METRIC + name, `${name} (selected node)`]))];
}

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @param {(run: number) => void} open @returns {import('../data/types.js').View} */
export function scatterView(host, app, runsModel, open) {
    const figure = new Figure(host, 'scatter', 'Scatter plot of the runs', (pen, width, height) => draw(pen, width, height));
    const across = figure.select('Across', (value) => app.select({ runX: value }));
    const up = figure.select('Up', (value) => app.select({ runY: value }));
    /** @type {{x: import('./types.js').RunColumn, y: import('./types.js').RunColumn} | null} */
    let axes = null;
    let colouring = colouringOf(app, runsModel.runs);
    /** @type {Float32Array} */
    let px = new Float32Array(0);
    /** @type {Float32Array} */
    let py = new Float32Array(0);
    /** @type {{x: number, y: number, toX: number, toY: number} | null} */
    let box = null;
    let hovered = -1;
    let placed = '';
    let version = 0;

    const ids = () => {
        const { runs } = runsModel;
        const parameter = parameterOf(runs)?.name;
        return { x: app.state.runX ?? parameter ?? defaultColumns(runs.columns)[0] ?? METRIC + runs.metric?.name, y: app.state.runY ?? METRIC + runs.metric?.name };
    };

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    function draw(pen, width, height) {
        const palette = paletteOf(app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (!axes) return;
        const { runs } = runsModel;
        const area = plotArea(width, height);
        const [x, y] = scales(runs, axes);
        drawAxes(pen, area, x, y, { x: axes.x.name, y: axes.y.name }, palette);
        place(area, x, y);
        const { mask, count } = runs.selection;
        pen.fillStyle = pen.strokeStyle = palette.grid;
        const step = stride();
        for (let run = 0; run < px.length; run += step) if (!mask[run]) pen.fillRect(px[run] - 1.5, py[run] - 1.5, 3, 3);
        points(pen, count > MOST_SHAPES, step);
        overlay(pen, palette);
    }

    /** @type {{of: {x: import('./types.js').RunColumn, y: import('./types.js').RunColumn}, scales: import('./axes.js').Scale[]} | null} */
    let kept = null;

    /** @param {Runs} runs @param {NonNullable<typeof axes>} of */
    function scales(runs, of) {
        if (kept?.of !== of) kept = { of, scales: [scaleOf(runs, of.x, 0.06), scaleOf(runs, of.y, 0.06)] };
        return kept.scales;
    }

    /** While a brush moves, an even sample of many points is drawn. */
    const stride = () => (runsModel.dragged ? Math.ceil(px.length / MOST_MOVING) : 1);

    /** Positions of all runs, again only if an axis, its scale or the size changed. @param {import('./axes.js').Area} area @param {import('./axes.js').Scale} x @param {import('./axes.js').Scale} y */
    function place(area, x, y) {
        const key = JSON.stringify([area, x.low, x.high, y.low, y.high, axes?.x.name, axes?.y.name, version]);
        if (!axes || key === placed) return;
        placed = key;
        const count = runsModel.runs.names.length;
        [px, py] = [new Float32Array(count), new Float32Array(count)];
        for (let run = 0; run < count; run++) {
            px[run] = area.x + area.width * x.at(axes.x.values[run]);
            py[run] = area.y + area.height * (1 - y.at(axes.y.values[run]));
        }
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {boolean} many @param {number} step */
    function points(pen, many, step) {
        const { mask } = runsModel.runs.selection;
        pen.globalAlpha = many ? 0.55 : 0.9;
        pen.lineWidth = 1.5;
        for (let at = 0; at < colouring.colours.length; at++) {
            pen.fillStyle = pen.strokeStyle = colouring.colours[at];
            const shape = colouring.scale ? 'circle' : SHAPES[at % SHAPES.length];
            for (let run = 0; run < px.length; run += step) {
                if (!mask[run] || colouring.of[run] !== at || Number.isNaN(px[run] + py[run])) continue;
                if (many) pen.fillRect(px[run] - 1.5, py[run] - 1.5, 3, 3);
                else marker(pen, shape, px[run], py[run], 4);
            }
        }
        pen.globalAlpha = 1;
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {import('../draw/palette.js').Palette} palette */
    function overlay(pen, palette) {
        pen.strokeStyle = palette.selected;
        pen.lineWidth = 1;
        if (box) {
            const { x, y, toX, toY } = box;
            pen.globalAlpha = 0.12;
            pen.fillStyle = palette.selected;
            pen.fillRect(Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y));
            pen.globalAlpha = 1;
            pen.strokeRect(Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y));
        }
        if (hovered < 0) return;
        pen.strokeStyle = palette.hover;
        pen.beginPath();
        pen.arc(px[hovered], py[hovered], 7, 0, 2 * Math.PI);
        pen.stroke();
    }

    /** The nearest run that fulfils the conditions, -1 if none is near. @param {number} x @param {number} y */
    function runAt(x, y) {
        const { filtered } = runsModel.runs.selection;
        let [best, nearest] = [NEAR * NEAR, -1];
        for (let run = 0; run < px.length; run++) {
            const distance = (px[run] - x) ** 2 + (py[run] - y) ** 2;
            if (filtered[run] && distance < best) [best, nearest] = [distance, run];
        }
        return nearest;
    }

    /** @param {NonNullable<typeof box>} within */
    function boxed({ x, y, toX, toY }) {
        const { filtered } = runsModel.runs.selection;
        const [left, right, top, bottom] = [Math.min(x, toX), Math.max(x, toX), Math.min(y, toY), Math.max(y, toY)];
        const inside = [];
        for (let run = 0; run < px.length; run++) if (filtered[run] && px[run] >= left && px[run] <= right && py[run] >= top && py[run] <= bottom) inside.push(run);
        return inside;
    }

    /** The runs in a box that the conditions exclude. @param {NonNullable<typeof box>} within */
    function excludedIn({ x, y, toX, toY }) {
        const { filtered } = runsModel.runs.selection;
        const between = (/** @type {number} */ at, /** @type {number} */ one, /** @type {number} */ other) => at >= Math.min(one, other) && at <= Math.max(one, other);
        return Array.from(px.keys()).filter((run) => !filtered[run] && between(px[run], x, toX) && between(py[run], y, toY)).length;
    }

    /** @param {number} excluded */
    function sayNothingInside(excluded) {
        const text = excluded > 0 ? `The conditions above exclude the ${counted(excluded, 'run')} in this box: remove a condition to pick ${excluded === 1 ? 'it' : 'them'}.` : 'No run is in this box.';
        flash(text);
        app.announce(text);
    }

    const { canvas } = figure.surface;
    canvas.addEventListener('pointerdown', (event) => {
        if (event.button !== 0 || !axes) return;
        const [x, y] = figure.surface.at(event);
        box = { x, y, toX: x, toY: y };
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
        const [x, y] = figure.surface.at(event);
        if (!box) return hover(event, runAt(x, y));
        [box.toX, box.toY] = [x, y];
        const inside = boxed(box);
        runsModel.preview({ runFilters: app.state.runFilters, runsPicked: inside.length > 0 ? rangesOf(inside) : app.state.runsPicked });
        figure.surface.dirty();
    });
    canvas.addEventListener('pointerup', (event) => {
        if (!box) return;
        const inside = boxed(box);
        const moved = Math.hypot(box.toX - box.x, box.toY - box.y) > 4;
        const at = runAt(box.x, box.y);
        const boxedBy = excludedIn(box);
        box = null;
        figure.surface.dirty();
        if (moved && inside.length === 0) sayNothingInside(boxedBy);
        if (moved) return inside.length > 0 ? app.select({ runsPicked: rangesOf(inside) }) : runsModel.preview(null);
        if (event.detail < 2) app.select({ runsPicked: at < 0 ? null : [[at, at]] });
    });
    canvas.addEventListener('dblclick', (event) => {
        const at = runAt(...figure.surface.at(event));
        if (at >= 0) open(at);
    });
    canvas.addEventListener('pointerleave', (event) => hover(event, -1));

    /** @param {PointerEvent} event @param {number} run */
    function hover(event, run) {
        if (run !== hovered) {
            hovered = run;
            figure.surface.dirty();
        }
        if (run < 0 || !axes) return app.tooltip.hide();
        const text = (/** @type {import('./types.js').RunColumn} */ column) => (column.unit ? app.format.value(column.values[run], column.unit) : cellText(column, run));
        app.tooltip.show(event.clientX, event.clientY, runsModel.runs.names[run], [axes.x, axes.y].map((column) => ({ label: column.name, value: text(column) })));
    }

    const rows = (/** @type {number} */ most) => {
        if (!axes) return [];
        const { x, y } = axes;
        return Array.from(runsModel.runs.selection.runs.subarray(0, most), (run) => [runsModel.runs.names[run], cellText(x, run), cellText(y, run)]);
    };
    figure.twin = () => ({ caption: 'Selected runs', head: ['run', axes?.x.name ?? '', axes?.y.name ?? ''], rows: rows(200) });

    return {
        update(changed) {
            if (runsModel.dragged && axes) return figure.surface.dirty();
            version++;
            figure.follow(app);
            const { runs } = runsModel;
            if (runs.names.length === 0) return figure.say('Reading runs …', '', 'loading');
            const { x, y } = ids();
            across.set(choices(runs), x);
            up.set(choices(runs), y);
            const [one, other] = [columnNamed(runs, x), columnNamed(runs, y)];
            axes = one && other ? { x: one, y: other } : null;
            const failed = [x, y].map((id) => runs.problems.get(`values of ${id.slice(METRIC.length)}`)).find(Boolean);
            if (failed) return figure.say(failed.error, failed.hint, 'error');
            figure.say(axes ? null : 'Reading values …', '', 'loading');
            colouring = colouringOf(app, runs);
            figure.legend.replaceChildren(...legendOf(app, colouring));
            const lacking = axes ? countMissing(runs, axes.x, axes.y) : 0;
            figure.notes.textContent = lacking > 0 ? `${counted(lacking, 'selected run')} without both values.` : '';
            hovered = -1;
            figure.surface.dirty();
            if (!changed.has('runSelection')) figure.refreshTable();
        },
        resize: () => figure.surface.resize(),
        csv: () => ({ name: 'scatter', rows: [['run', axes?.x.name ?? '', axes?.y.name ?? ''], ...rows(Infinity)] }),
        svg: () => drawnAsSvg(draw, figure.surface.width, figure.surface.height, 'Scatter plot of the runs'),
    };
}

/** @param {Runs} runs @param {import('./types.js').RunColumn} x @param {import('./types.js').RunColumn} y */
function countMissing({ selection }, x, y) {
    const missing = (/** @type {import('./types.js').RunColumn} */ { kind, values }, /** @type {number} */ run) => (kind === 'number' ? Number.isNaN(values[run]) : values[run] < 0);
    let count = 0;
    for (const run of selection.runs) if (missing(x, run) || missing(y, run)) count++;
    return count;
}
