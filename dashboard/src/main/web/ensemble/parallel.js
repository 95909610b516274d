// Parallel coordinates (Inselberg): an axis per column, a line per run. A drag along an axis filters by that column. Many
// lines are drawn in portions, first an even sample of them, so that a brush stays smooth.

import { fit, measure, repaint, SMALL } from '../draw/canvas.js';
import { counted } from '../draw/format.js';
import { Figure, rampKey, swatchKey } from '../draw/figure.js';
import { paletteOf } from '../draw/palette.js';
import { drawnAsSvg, SvgPen } from '../draw/svg-pen.js';
import { withFilter } from '../data/run-filters.js';
import { dateScale, numberScale, wordScale, writing } from './axes.js';
import { defaultColumns } from './default-axes.js';
import { colouringOf, usedPart } from './run-colours.js';
import { cellText, extent, isMissing, shortLabels } from './run-columns.js';
import { METRIC } from './runs-model.js';
import { chooseAxes } from './choose-axes.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./types.js').RunColumn} RunColumn */
/** @typedef {{column: RunColumn, id: string, scale: import('./axes.js').Scale, x: number, y: Float32Array}} Axis */

const PORTION = 600;
const MOST_FADED = 1000;
/** fewer while a brush moves */
const FADED_MOVING = 200;
const [TOP, BOTTOM, SIDE] = [34, 16, 60];
/** Room for 12-21 18:00. */
const SIDE_OF_DATES = 78;
const NEAR = 22;

/** @param {import('./types.js').Runs} runs */
export function defaultAxes(runs) {
    return [...defaultColumns(runs.columns), ...(runs.metric ? [METRIC + runs.metric.name] : [])];
}

/** A column of metadata, or of values at the selected node. @param {import('./types.js').Runs} runs @param {string} id @returns {RunColumn | null} */
export function columnNamed(runs, id) {
    if (!id.startsWith(METRIC)) return runs.byName.get(id) ?? null;
    const name = id.slice(METRIC.length);
    const known = runs.values.get(name);
    return known ? { name, kind: 'number', whole: false, constant: false, values: known.values, words: [], unit: known.unit } : null;
}

/** @param {import('./types.js').Runs} runs @param {RunColumn} column @param {number} [margin] */
export function scaleOf(runs, column, margin = 0) {
    if (column.kind === 'text') return wordScale(shortLabels(column.words));
    const { low, high } = extent(column.values);
    if (column.date && high >= low) return dateScale(low, high, margin);
    return numberScale(low, high, writing(column.unit ?? '', column.whole), { integers: column.whole, margin });
}

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @returns {import('../data/types.js').View} */
export function parallelView(host, app, runsModel) {
    const figure = new Figure(host, 'parallel', 'Parallel coordinates of the runs', (pen, width, height) => draw(pen, width, height));
    const colour = figure.select('Colour by', (value) => app.select({ runColour: value || null }));
    figure.button('Axes …', 'Choose and order the axes', () => chooseAxes(app, runsModel.runs, axes.map(({ id }) => id)));
    const layer = document.createElement('canvas');
    /** @type {Axis[]} */
    let axes = [];
    /** @type {number[]} the number of runs without a value, by axis */
    let lacking = [];
    let colouring = colouringOf(app, runsModel.runs);
    let next = 0;
    let size = [0, 0];
    let side = SIDE;
    /** @type {{axis: number, from: number, to: number} | null} */
    let drag = null;

    /** @param {number} width @param {number} height */
    function layout(width, height) {
        const { runs } = runsModel;
        const ids = app.state.runAxes.length > 0 ? app.state.runAxes : defaultAxes(runs);
        const found = ids.flatMap((id) => columnNamed(runs, id) ?? []);
        side = found.at(0)?.date || found.at(-1)?.date ? SIDE_OF_DATES : SIDE;
        const gap = found.length > 1 ? (width - 2 * side) / (found.length - 1) : 0;
        const room = Math.max(10, height - TOP - BOTTOM);
        axes = found.map((column, at) => {
            const scale = scaleOf(runs, column);
            const y = new Float32Array(runs.names.length);
            for (let run = 0; run < y.length; run++) y[run] = isMissing(column, run) ? TOP + room + 8 : TOP + room * (1 - scale.at(column.values[run]));
            return { column, id: ids.filter((id) => columnNamed(runs, id))[at], scale, x: found.length > 1 ? side + at * gap : width / 2, y };
        });
        lacking = axes.map(({ column }) => runs.names.filter((_, run) => isMissing(column, run)).length);
        size = [width, height];
    }

    /** Lines of some runs, one path per colour. @param {import('../draw/canvas.js').Pen} pen @param {ArrayLike<number>} some @param {number} from @param {number} step @param {number} most @param {boolean} faded */
    function lines(pen, some, from, step, most, faded) {
        /** @type {Map<number, number[]>} */
        const byColour = new Map();
        for (let at = from, drawn = 0; at < some.length && drawn < most; at += step, drawn++) {
            const colour = faded ? 0 : colouring.of[some[at]];
            const list = byColour.get(colour);
            if (list) list.push(some[at]);
            else byColour.set(colour, [some[at]]);
        }
        const palette = paletteOf(app);
        pen.lineWidth = 1;
        pen.globalAlpha = faded ? 1 : some.length > 2000 ? 0.35 : some.length > 200 ? 0.6 : 0.9;
        for (const [colour, members] of byColour) {
            pen.strokeStyle = faded ? palette.grid : (colouring.colours[colour] ?? palette.bar);
            pen.beginPath();
            for (const run of members) {
                for (let axis = 0; axis < axes.length; axis++) {
                    if (axis === 0) pen.moveTo(axes[0].x, axes[0].y[run]);
                    else pen.lineTo(axes[axis].x, axes[axis].y[run]);
                }
            }
            pen.stroke();
        }
        pen.globalAlpha = 1;
    }

    /** The runs that are not selected. */
    function others() {
        const { mask } = runsModel.runs.selection;
        const found = [];
        for (let run = 0; run < mask.length; run++) if (!mask[run]) found.push(run);
        return found;
    }

    /** Starts the lines again with the first portion. */
    function restart() {
        const { ratio } = figure.surface;
        const pen = layer.getContext('2d');
        if (!pen || size[0] < 1) return;
        layer.width = Math.round(size[0] * ratio);
        layer.height = Math.round(size[1] * ratio);
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        const faded = others();
        const most = runsModel.dragged ? FADED_MOVING : MOST_FADED;
        lines(pen, faded, 0, Math.max(1, Math.ceil(faded.length / most)), most, true);
        next = 0;
        portion();
    }

    /** Every n-th run from the next one on: each portion is an even sample. */
    function portion() {
        const { runs } = runsModel.runs.selection;
        const portions = Math.max(1, Math.ceil(runs.length / PORTION));
        const pen = layer.getContext('2d');
        if (!pen || next >= portions) return;
        lines(pen, runs, next, portions, PORTION, false);
        next++;
        if (next < portions && !runsModel.dragged) repaint(more);
    }

    const more = () => {
        portion();
        figure.surface.paint();
    };

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    function draw(pen, width, height) {
        const palette = paletteOf(app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (size[0] !== width || size[1] !== height) {
            layout(width, height);
            restart();
        }
        if (pen instanceof SvgPen) {
            const faded = others();
            lines(pen, faded, 0, Math.max(1, Math.ceil(faded.length / MOST_FADED)), MOST_FADED, true);
            const { runs } = runsModel.runs.selection;
            lines(pen, runs, 0, Math.max(1, Math.ceil(runs.length / (4 * PORTION))), 4 * PORTION, false);
        } else if (layer.width > 0) pen.drawImage(layer, 0, 0, width, height);
        axes.forEach((axis, at) => drawAxis(pen, axis, at, height, palette));
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Axis} axis @param {number} at @param {number} height @param {import('../draw/palette.js').Palette} palette */
    function drawAxis(pen, { column, scale, x }, at, height, palette) {
        const room = height - TOP - BOTTOM;
        const wide = axes.length > 1 ? axes[1].x - axes[0].x : size[0];
        const end = at === axes.length - 1 && at > 0;
        pen.fillStyle = palette.faint;
        pen.fillRect(Math.round(x), TOP, 1, room);
        pen.font = SMALL;
        pen.textBaseline = 'middle';
        pen.textAlign = end ? 'left' : 'right';
        let last = Infinity;
        for (const { value, text } of scale.marks) {
            const y = TOP + room * (1 - scale.at(value));
            if (last - y < 13) continue;
            last = y;
            pen.fillStyle = palette.faint;
            pen.fillRect(Math.round(x) - 3, Math.round(y), 6, 1);
            const shown = fit(text, at === 0 || end ? side - 10 : Math.min(90, wide - 14), SMALL);
            halo(pen, shown, end ? x + 6 : x - 6 - measure(shown, SMALL), y, palette);
            pen.fillText(shown, end ? x + 6 : x - 6, y);
        }
        if (lacking[at] > 0) {
            const shown = fit(`missing (${lacking[at]})`, Math.max(40, at === 0 || end ? wide / 2 + side - 10 : wide - 8), SMALL);
            pen.textAlign = at === 0 ? 'left' : end ? 'right' : 'center';
            const middle = at === 0 ? 4 : end ? size[0] - 4 - measure(shown, SMALL) : x - measure(shown, SMALL) / 2;
            halo(pen, shown, middle, height - 6, palette);
            pen.fillStyle = palette.faint;
            pen.fillText(shown, at === 0 ? 4 : end ? size[0] - 4 : x, height - 6);
        }
        pen.textAlign = at === 0 ? 'left' : end ? 'right' : 'center';
        pen.fillStyle = column.name === app.state.runColour ? palette.selected : palette.text;
        pen.fillText(fit(column.name, Math.max(40, at === 0 || end ? wide / 2 + side - 10 : wide - 8), SMALL), at === 0 ? 4 : end ? size[0] - 4 : x, 12);
        const span = spanOf(at);
        if (!span) return;
        pen.fillStyle = palette.selected;
        pen.globalAlpha = 0.3;
        pen.fillRect(x - 7, span[0], 14, Math.max(3, span[1] - span[0]));
        pen.globalAlpha = 1;
        pen.strokeStyle = palette.selected;
        pen.lineWidth = 1;
        pen.strokeRect(x - 7, span[0], 14, Math.max(3, span[1] - span[0]));
    }

    /** The brushed part of an axis in pixels. @param {number} at @returns {[number, number] | null} */
    function spanOf(at) {
        const { column, scale } = axes[at];
        const room = size[1] - TOP - BOTTOM;
        if (drag && drag.axis === at) return [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
        const filter = app.state.runFilters.find((each) => each.column === column.name);
        if (!filter || filter.kind === 'text' || axes[at].id.startsWith(METRIC)) return null;
        const codes = filter.kind === 'in' ? filter.values.map((each) => (column.kind === 'text' ? column.words.indexOf(each) : Number(each))).filter((each) => each >= 0) : [];
        const [low, high] = filter.kind === 'range' ? [Math.max(filter.from, scale.low), Math.min(filter.to, scale.high)] : [Math.min(...codes), Math.max(...codes)];
        if (!(high >= low)) return null;
        return [TOP + room * (1 - scale.at(high)) - 4, TOP + room * (1 - scale.at(low)) + 4];
    }

    /** What a drag along an axis selects. @param {{axis: number, from: number, to: number}} span */
    function selectedBy({ axis, from, to }) {
        const { column, scale, id, y } = axes[axis];
        const [top, bottom] = from < to ? [from, to] : [to, from];
        const { runFilters, runsPicked } = app.state;
        if (id.startsWith(METRIC)) {
            const inside = [];
            for (let run = 0; run < y.length; run++) if (y[run] >= top && y[run] <= bottom) inside.push(run);
            return { runFilters, runsPicked: inside.length > 0 ? app.format.rangesOf(inside) : [[runsModel.runs.names.length, runsModel.runs.names.length]] };
        }
        const room = size[1] - TOP - BOTTOM;
        const value = (/** @type {number} */ pixel) => scale.from(1 - (pixel - TOP) / room);
        if (column.kind === 'number') {
            const [low, high] = [value(bottom), value(top)];
            return { runsPicked, runFilters: withFilter(runFilters, column.name, { column: column.name, kind: 'range', from: rounded(low, scale), to: rounded(high, scale) }) };
        }
        const words = column.words.filter((_, code) => code >= value(bottom) - 0.02 && code <= value(top) + 0.02);
        return { runsPicked, runFilters: words.length > 0 ? withFilter(runFilters, column.name, { column: column.name, kind: 'in', values: words }) : runFilters };
    }

    /** @param {number} x */
    const axisAt = (x) => axes.findIndex((axis) => Math.abs(axis.x - x) <= NEAR);
    const { canvas } = figure.surface;
    canvas.addEventListener('pointerdown', (event) => {
        const [x, y] = figure.surface.at(event);
        const axis = axisAt(x);
        if (event.button !== 0 || axis < 0) return;
        drag = { axis, from: y, to: y };
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
        const [x, y] = figure.surface.at(event);
        if (!drag) return hover(event, x, y);
        drag.to = y;
        if (Math.abs(drag.to - drag.from) > 3) runsModel.preview(selectedBy(drag));
    });
    canvas.addEventListener('pointerup', () => {
        if (!drag) return;
        const span = drag;
        drag = null;
        const { column, id } = axes[span.axis];
        if (Math.abs(span.to - span.from) > 3) return app.select(selectedBy(span));
        // a click removes the brush of the axis
        app.select(id.startsWith(METRIC) ? { runsPicked: null } : { runFilters: withFilter(app.state.runFilters, column.name, null) });
    });
    canvas.addEventListener('pointerleave', () => app.tooltip.hide());

    /** @param {PointerEvent} event @param {number} x @param {number} y */
    function hover(event, x, y) {
        const at = axisAt(x);
        canvas.style.cursor = at >= 0 ? 'row-resize' : '';
        if (at < 0) return app.tooltip.hide();
        const { column, y: of } = axes[at];
        const { selection, names } = runsModel.runs;
        const near = Array.from(selection.runs).filter((run) => Math.abs(of[run] - y) < 4);
        if (near.length === 0) return app.tooltip.hide();
        const [run] = near;
        const shown = column.unit ? app.format.value(column.values[run], column.unit) : cellText(column, run);
        app.tooltip.show(event.clientX, event.clientY, near.length === 1 ? names[run] : counted(near.length, 'run'), [{ label: column.name, value: shown }]);
    }

    figure.twin = () => {
        const { selection, names } = runsModel.runs;
        const some = Array.from(selection.runs.subarray(0, 200));
        const caption = selection.count > some.length ? `${some.length} of ${selection.count} selected runs` : 'selected runs';
        return { caption, head: ['run', ...axes.map(({ column }) => column.name)], rows: some.map((run) => [names[run], ...axes.map(({ column }) => cellText(column, run))]) };
    };

    return {
        update(changed) {
            if (runsModel.dragged && axes.length > 0) {
                restart();
                return figure.surface.dirty();
            }
            figure.follow(app);
            const { runs } = runsModel;
            if (runs.names.length === 0) return figure.say('Reading runs …', '', 'loading');
            figure.say(null);
            colouring = colouringOf(app, runs);
            colour.set([['', 'one colour'], ...runs.columns.filter((each) => !each.constant).map(({ name }) => /** @type {[string, string]} */ ([name, name]))], runs.byName.has(app.state.runColour ?? '') ? String(app.state.runColour) : '');
            figure.legend.replaceChildren(...legendOf(app, colouring));
            layout(figure.surface.width, figure.surface.height);
            if (axes.length === 0) return figure.say('The runs do not differ in their metadata.', 'Add values of the selected node with “Axes …”.');
            restart();
            const { selection } = runs;
            figure.notes.textContent = `${counted(selection.count, 'line')}${others().length > MOST_FADED ? `; of ${counted(others().length, 'other run')}, ${MOST_FADED} are drawn` : ''}. Drag along an axis to filter.`;
            figure.surface.dirty();
            if (!changed.has('runSelection')) figure.refreshTable();
        },
        resize: () => figure.surface.resize(),
        csv: () => ({ name: 'runs', rows: [['run', ...axes.map(({ column }) => column.name)], ...Array.from(runsModel.runs.selection.runs, (run) => [runsModel.runs.names[run], ...axes.map(({ column }) => cellText(column, run))])] }),
        svg: () => drawnAsSvg(draw, figure.surface.width, figure.surface.height, 'Parallel coordinates of the runs'),
    };
}

/** Paper behind a label that lines cross. @param {import('../draw/canvas.js').Pen} pen @param {string} text @param {number} x @param {number} y @param {import('../draw/palette.js').Palette} palette */
function halo(pen, text, x, y, palette) {
    const ink = pen.fillStyle;
    pen.fillStyle = palette.background;
    pen.globalAlpha = 0.8;
    pen.fillRect(x - 1, y - 6, measure(text, SMALL) + 2, 12);
    pen.globalAlpha = 1;
    pen.fillStyle = ink;
}

/** Ends of a brush with few digits, so that the address stays short. @param {number} value @param {import('./axes.js').Scale} scale */
function rounded(value, { low, high }) {
    const digits = Math.max(0, Math.ceil(-Math.log10((high - low) / 1000)));
    return Number(value.toFixed(Math.min(12, digits)));
}

/** @param {App} app @param {import('./run-colours.js').Colouring} colouring */
export function legendOf(app, { scale, keys, name }) {
    if (keys.length === 0) return [];
    if (scale) return [rampKey(usedPart(paletteOf(app).scale), [`${name}: ${keys[0].text}`, keys[1].text])];
    return keys.map(({ colour, text }, at) => swatchKey({ colour, text: at === 0 ? `${name}: ${text}` : text }));
}
