// One statistic of several metrics by node over the selected runs. Each column has its own scale, so that metrics with
// different units can be compared by node. A click selects node and metric.

import { fit, measure, SMALL } from '../draw/canvas.js';
import { Figure, rampKey } from '../draw/figure.js';
import { counted, significant, stepName, value } from '../draw/format.js';
import { paletteOf, scaleColour } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { pathOf } from '../tree/tree.js';
import { chooseMetrics } from './choose-metrics.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {'mean' | 'median' | 'std' | 'min' | 'max'} StatisticName */

const ROW = 18;
const TOP = 22;
const STATISTICS = /** @type {const} */ ([['std', 'standard deviation'], ['mean', 'mean'], ['median', 'median'], ['min', 'minimum'], ['max', 'maximum']]);

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @returns {import('../data/types.js').View} */
export function heatMapView(host, app, runsModel) {
    const figure = new Figure(host, 'run-heat-map', 'Heat map of statistics by node and metric', (pen, width, height) => draw(pen, width, height));
    const statistic = figure.select('Statistic', (chosen) => app.select({ runStatistic: chosen }));
    figure.button('Metrics …', 'Choose the metrics', () => chooseMetrics(app, runsModel));
    /** @type {{name: string, unit: string, values: Float64Array, low: number, high: number}[]} */
    let columns = [];
    /** @type {number[]} */
    let nodes = [];

    const labels = () => Math.min(220, figure.surface.width * 0.35);
    const shown = (/** @type {number} */ height) => Math.max(1, Math.floor((height - TOP) / ROW));

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    function draw(pen, width, height) {
        const palette = paletteOf(app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        const left = labels();
        const wide = (width - left - 4) / Math.max(1, columns.length);
        pen.font = SMALL;
        pen.textBaseline = 'middle';
        pen.textAlign = 'center';
        pen.fillStyle = palette.text;
        columns.forEach(({ name }, at) => pen.fillText(fit(name, wide - 4, SMALL), left + (at + 0.5) * wide, TOP / 2));
        nodes.slice(0, shown(height)).forEach((node, row) => drawRow(pen, node, TOP + row * ROW, left, wide, palette));
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} node @param {number} y @param {number} left @param {number} wide @param {import('../draw/palette.js').Palette} palette */
    function drawRow(pen, node, y, left, wide, palette) {
        pen.textAlign = 'right';
        pen.fillStyle = node === runsModel.runs.node ? palette.selected : palette.text;
        pen.fillText(fit(nameOf(node), left - 8, SMALL), left - 4, y + ROW / 2);
        pen.textAlign = 'center';
        columns.forEach(({ values, low, high, unit }, at) => {
            const share = high > low ? (values[node] - low) / (high - low) : 0;
            const colour = Number.isNaN(share) ? palette.background : scaleColour(palette.scale, Math.round(share * 255));
            pen.fillStyle = colour;
            pen.fillRect(left + at * wide + 0.5, y + 0.5, wide - 1, ROW - 1);
            pen.fillStyle = Number.isNaN(share) ? palette.faint : app.theme.sequentialInk(share);
            const text = value(values[node], unit);
            const short = measure(text, SMALL) > wide - 4 && !unit ? significant(values[node], 2) : text;
            pen.fillText(fit(short, wide - 4, SMALL), left + (at + 0.5) * wide, y + ROW / 2);
        });
        if (node !== runsModel.runs.node) return;
        pen.strokeStyle = palette.selected;
        pen.lineWidth = 2;
        pen.strokeRect(left, y + 0.5, wide * columns.length, ROW - 1);
    }

    /** @param {number} node */
    function nameOf(node) {
        const { tree } = runsModel.runs;
        return tree ? stepName(tree.names[tree.frame[node]]) : '';
    }

    /** @param {MouseEvent} event */
    function cellAt(event) {
        const [x, y] = figure.surface.at(event);
        const row = Math.floor((y - TOP) / ROW);
        const wide = (figure.surface.width - labels() - 4) / Math.max(1, columns.length);
        return { node: row >= 0 && row < shown(figure.surface.height) ? (nodes[row] ?? -1) : -1, column: columns[Math.floor((x - labels()) / wide)] };
    }
    const { canvas } = figure.surface;
    canvas.addEventListener('click', (event) => {
        const { node, column } = cellAt(event);
        const { tree } = runsModel.runs;
        if (node >= 0 && tree) app.select({ node: pathOf(/** @type {any} */ (tree), node), ...(column ? { metric: column.name } : {}) });
    });
    canvas.addEventListener('pointermove', (event) => {
        const { node, column } = cellAt(event);
        const { tree } = runsModel.runs;
        if (node < 0 || !tree) return app.tooltip.hide();
        app.tooltip.show(event.clientX, event.clientY, app.format.callPath(pathOf(/** @type {any} */ (tree), node).map(stepName)), column ? [{ label: column.name, value: value(column.values[node], column.unit) }] : []);
    });
    canvas.addEventListener('pointerleave', () => app.tooltip.hide());
    canvas.addEventListener('keydown', (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const { tree, node } = runsModel.runs;
        if (!step || !tree) return;
        event.preventDefault();
        const next = nodes[Math.max(0, Math.min(nodes.length - 1, nodes.indexOf(node) + step))];
        if (next !== undefined) app.select({ node: pathOf(/** @type {any} */ (tree), next) });
    });

    const rows = () => nodes.map((node) => [nameOf(node), ...columns.map(({ values, unit }) => value(values[node], unit))]);
    figure.twin = () => ({ caption: `${app.state.runStatistic} by node and metric`, head: ['node', ...columns.map(({ name }) => name)], rows: rows().slice(0, 100) });

    return {
        update(changed) {
            figure.follow(app);
            const { runs } = runsModel;
            statistic.set(STATISTICS.map(([name, text]) => [name, text]), app.state.runStatistic);
            const name = /** @type {StatisticName} */ (app.state.runStatistic);
            columns = runsModel.heatMetrics().flatMap((metric) => {
                const known = runs.heat.get(metric.name);
                return known ? [columnOf(metric.name, known.unit, known[name])] : [];
            });
            if (columns.length === 0) return figure.say('Reading statistics …', '', 'loading');
            const empty = columns.filter(({ low, high }) => !(high > 0 || low < 0)).map((each) => each.name);
            if (empty.length < columns.length) columns = columns.filter((each) => !empty.includes(each.name));
            figure.say(null);
            nodes = ordered(columns, runs.tree?.length ?? 0);
            const omitted = nodes.length - Math.min(nodes.length, shown(figure.surface.height));
            figure.notes.textContent = `${counted(nodes.length, 'node')} over ${counted(runs.selection.count, 'run')}, most conspicuous first${omitted > 0 ? `; ${omitted} do not fit` : ''}. Each column has its own scale.${empty.length > 0 ? ` 0 everywhere: ${empty.join(', ')}.` : ''}`;
            figure.legend.replaceChildren(rampKey(paletteOf(app).scale, ['smallest of the column', 'largest']));
            figure.surface.dirty();
            if (!changed.has('runSelection')) figure.refreshTable();
        },
        resize: () => figure.surface.resize(),
        csv: () => ({ name: 'heat-map', rows: [['node', ...columns.map((each) => each.name)], ...rows()] }),
        svg: () => drawnAsSvg(draw, figure.surface.width, figure.surface.height, 'Heat map'),
    };
}

/** @param {string} name @param {string} unit @param {Float64Array} values */
function columnOf(name, unit, values) {
    let [low, high] = [Infinity, -Infinity];
    for (const each of values) {
        if (each < low) low = each;
        if (each > high) high = each;
    }
    return { name, unit, values, low: Math.min(low, 0), high };
}

/** Nodes with the largest share of a column's range first. @param {{values: Float64Array, low: number, high: number}[]} columns @param {number} nodes */
export function ordered(columns, nodes) {
    const share = new Float64Array(nodes);
    const has = new Uint8Array(nodes);
    for (const { values, low, high } of columns) {
        for (let node = 0; node < nodes; node++) {
            if (Number.isNaN(values[node])) continue;
            has[node] = 1;
            if (high > low) share[node] = Math.max(share[node], (values[node] - low) / (high - low));
        }
    }
    return Array.from(share.keys()).filter((node) => has[node]).sort((one, other) => share[other] - share[one] || one - other);
}
