// The distribution of a metric of the selected node over the selected runs. A drag over bars picks their runs.

import { Figure } from '../draw/figure.js';
import { counted, rangesOf, stepName, value } from '../draw/format.js';
import { histogram, selectedCounts } from '../draw/histogram.js';
import { paletteOf } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { pathOf } from '../tree/tree.js';
import { drawAxes, numberScale, plotArea, writing } from './axes.js';

/** @typedef {import('../data/types.js').App} App */

const BINS = 32;

/** The name of the selected node. @param {import('./types.js').Runs} runs */
export function nodeName({ tree, node }) {
    return tree && node >= 0 ? stepName(pathOf(/** @type {any} */ (tree), node).at(-1) ?? '') : '';
}

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @returns {import('../data/types.js').View} */
export function histogramView(host, app, runsModel) {
    const figure = new Figure(host, 'run-histogram', 'Histogram of the selected node over runs', (pen, width, height) => draw(pen, width, height));
    /** @type {import('../draw/histogram.js').Histogram | null} */
    let bins = null;
    let unit = '';
    /** @type {[number, number] | null} */
    let drag = null;

    /** @param {number} width @param {number} height */
    const area = (width, height) => plotArea(width, height, 44);

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    function draw(pen, width, height) {
        const palette = paletteOf(app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (!bins) return;
        const plot = area(width, height);
        const x = numberScale(bins.low, bins.high, writing(unit, false));
        const y = numberScale(0, Math.max(1, bins.most), writing('', true), { integers: true });
        drawAxes(pen, plot, x, y, { x: `${runsModel.runs.metric?.name ?? ''} of ${nodeName(runsModel.runs)}`, y: 'runs' }, palette);
        const selected = selectedCounts(bins, runsModel.runs.selection.mask);
        const wide = plot.width / bins.counts.length;
        for (let bin = 0; bin < bins.counts.length; bin++) {
            const bar = (/** @type {number} */ count, /** @type {string} */ colour) => {
                const high = (plot.height * count) / Math.max(1, bins?.most ?? 1);
                pen.fillStyle = colour;
                pen.fillRect(plot.x + bin * wide + 0.5, plot.y + plot.height - high, Math.max(1, wide - 1), high);
            };
            bar(bins.counts[bin], palette.mutedBar);
            bar(selected[bin], palette.bar);
        }
        if (drag) {
            pen.fillStyle = palette.selected;
            pen.globalAlpha = 0.15;
            pen.fillRect(plot.x + Math.min(...drag) * wide, plot.y, (Math.abs(drag[1] - drag[0]) + 1) * wide, plot.height);
            pen.globalAlpha = 1;
        }
        marks(pen, plot, x, palette);
    }

    /** Mean and median of the selected runs, as the server computed them. @param {import('../draw/canvas.js').Pen} pen @param {import('./axes.js').Area} plot @param {import('./axes.js').Scale} x @param {import('../draw/palette.js').Palette} palette */
    function marks(pen, plot, x, palette) {
        const { statistics, node } = runsModel.runs;
        if (!statistics) return;
        for (const [name, dash] of /** @type {const} */ ([['mean', []], ['median', [3, 3]]])) {
            const at = plot.x + plot.width * x.at(statistics[name][node]);
            pen.strokeStyle = palette.text;
            pen.setLineDash([...dash]);
            pen.beginPath();
            pen.moveTo(at, plot.y);
            pen.lineTo(at, plot.y + plot.height);
            pen.stroke();
        }
        pen.setLineDash([]);
    }

    /** @param {MouseEvent} event */
    const binAt = (event) => {
        const [x] = figure.surface.at(event);
        const plot = area(figure.surface.width, figure.surface.height);
        return Math.max(0, Math.min(BINS - 1, Math.floor(((x - plot.x) / plot.width) * BINS)));
    };
    const inBins = (/** @type {[number, number]} */ [one, other]) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const { filtered } = runsModel.runs.selection;
        const inside = [];
        for (let run = 0; run < filtered.length; run++) if (bins && filtered[run] && bins.bin[run] >= from && bins.bin[run] <= to) inside.push(run);
        return inside;
    };
    const { canvas } = figure.surface;
    canvas.addEventListener('pointerdown', (event) => {
        if (event.button !== 0 || !bins) return;
        drag = [binAt(event), binAt(event)];
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
        if (!bins) return;
        const bin = binAt(event);
        const step = (bins.high - bins.low) / BINS;
        app.tooltip.show(event.clientX, event.clientY, counted(bins.counts[bin], 'run'), [{ label: 'from', value: value(bins.low + bin * step, unit) }, { label: 'to', value: value(bins.low + (bin + 1) * step, unit) }]);
        if (!drag) return;
        drag[1] = bin;
        figure.surface.dirty();
    });
    canvas.addEventListener('pointerleave', () => app.tooltip.hide());
    canvas.addEventListener('pointerup', () => {
        if (!drag) return;
        const inside = inBins(drag);
        drag = null;
        app.select({ runsPicked: inside.length > 0 ? rangesOf(inside) : null });
    });

    const rows = () => {
        if (!bins) return [];
        const step = (bins.high - bins.low) / BINS;
        const selected = selectedCounts(bins, runsModel.runs.selection.mask);
        return Array.from(bins.counts, (count, bin) => [value((bins?.low ?? 0) + bin * step, unit), String(count), String(selected[bin])]);
    };
    figure.twin = () => ({ caption: 'Runs by value', head: ['from', 'runs', 'selected'], rows: rows() });

    return {
        update(changed) {
            figure.follow(app);
            const { runs } = runsModel;
            const known = runs.metric ? runs.values.get(runs.metric.name) : undefined;
            const failed = runs.metric ? runs.problems.get(`values of ${runs.metric.name}`) : undefined;
            if (failed) return figure.say(failed.error, failed.hint, 'error');
            if (!known) return figure.say('Reading values …', '', 'loading');
            figure.say(null);
            unit = known.unit;
            bins = known.values.some((each) => !Number.isNaN(each)) ? histogram(known.values, BINS) : null;
            if (!bins) return figure.say('No run has a value at this node.');
            const { statistics, node } = runs;
            const of = (/** @type {'mean' | 'median' | 'std'} */ name) => value(statistics?.[name][node] ?? NaN, unit);
            figure.notes.textContent = `Selected runs: mean ${of('mean')} (line), median ${of('median')} (dashed), standard deviation ${of('std')}. Drag over bars to pick their runs.`;
            figure.surface.dirty();
            if (!changed.has('runSelection')) figure.refreshTable();
        },
        resize: () => figure.surface.resize(),
        csv: () => ({ name: 'histogram', rows: [['from', 'runs', 'selected'], ...rows()] }),
        svg: () => drawnAsSvg(draw, figure.surface.width, figure.surface.height, 'Histogram'),
    };
}
