// The history of the selected node over the builds of an archive: a point per run, the level of each segment, and the change
// points between them, as “archive trend” finds them.

import { fit, SMALL } from '../draw/canvas.js';
import { Figure } from '../draw/figure.js';
import { counted, finePercent, value } from '../draw/format.js';
import { paletteOf } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { drawAxes, numberScale, plotArea, writing } from './axes.js';
import { line } from './scaling-plot.js';
import { colouringOf, marker, SHAPES } from './run-colours.js';
import { legendOf } from './parallel.js';
import { nodeName } from './histogram-plot.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{run: number, name: string, time: string, branch: string, commit: string, value: number}} Point */

const NEAR = 8;

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @param {(run: number) => void} open @returns {import('../data/types.js').View} */
export function trendView(host, app, runsModel, open) {
    const figure = new Figure(host, 'trend', 'History of the selected node', (pen, width, height) => draw(pen, width, height));
    /** @returns {Point[]} */
    const points = () => runsModel.runs.trend?.points ?? [];
    let scales = scalesOf(1, 1);

    /** @param {number} width @param {number} height */
    function scalesOf(width, height) {
        const all = points().map((each) => each.value);
        const [low, high] = [all.reduce((a, b) => Math.min(a, b), Infinity), all.reduce((a, b) => Math.max(a, b), -Infinity)];
        const write = (/** @type {number} */ at) => points()[at]?.time.slice(0, 10) ?? '';
        return { area: plotArea(width, height), x: numberScale(0, Math.max(1, points().length - 1), write, { integers: true }), y: numberScale(low, high, writing(runsModel.runs.trend?.unit ?? '', false), { margin: 0.08 }) };
    }
    const px = (/** @type {number} */ at) => scales.area.x + scales.area.width * scales.x.at(at);
    const py = (/** @type {number} */ number) => scales.area.y + scales.area.height * (1 - scales.y.at(number));

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    function draw(pen, width, height) {
        const palette = paletteOf(app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        const { trend, metric } = runsModel.runs;
        if (!trend) return;
        scales = scalesOf(width, height);
        drawAxes(pen, scales.area, scales.x, scales.y, { x: 'run, by time', y: `${metric?.name ?? ''} of ${nodeName(runsModel.runs)}` }, palette);
        const colouring = colouringOf(app, runsModel.runs);
        pen.lineWidth = 1.5;
        points().forEach((each, at) => {
            const type = each.run >= 0 ? colouring.of[each.run] : 0;
            pen.fillStyle = pen.strokeStyle = colouring.colours[type] ?? palette.bar;
            marker(pen, colouring.scale ? 'circle' : SHAPES[type % SHAPES.length], px(at), py(each.value), 3.5);
        });
        for (const { from, end, mean } of trend.segments) line(pen, [px(from), px(Math.max(from, end - 1))], [py(mean), py(mean)], palette.text, [], 2);
        pen.font = SMALL;
        pen.textBaseline = 'top';
        pen.textAlign = 'left';
        for (const change of trend.changes) {
            const x = px(change.at - 0.5);
            line(pen, [x, x], [scales.area.y, scales.area.y + scales.area.height], palette.outlier, [4, 3], 1.5);
            pen.fillStyle = palette.outlier;
            pen.fillText(fit(app.format.ratio(change.ratio), 80, SMALL), x + 4, scales.area.y + 16);
        }
    }

    /** @param {MouseEvent} event */
    function pointAt(event) {
        const [x, y] = figure.surface.at(event);
        let [best, nearest] = [NEAR * NEAR, -1];
        points().forEach((each, at) => {
            const distance = (px(at) - x) ** 2 + (py(each.value) - y) ** 2;
            if (distance < best) [best, nearest] = [distance, at];
        });
        return nearest;
    }
    const { canvas } = figure.surface;
    canvas.addEventListener('pointermove', (event) => {
        const point = points()[pointAt(event)];
        if (!point) return app.tooltip.hide();
        const facts = [['value', value(point.value, runsModel.runs.trend.unit)], ['time', point.time], ['branch', point.branch], ['commit', point.commit]];
        app.tooltip.show(event.clientX, event.clientY, point.name, facts.filter(([, text]) => text).map(([label, text]) => ({ label, value: text })));
    });
    canvas.addEventListener('pointerleave', () => app.tooltip.hide());
    canvas.addEventListener('dblclick', (event) => {
        const point = points()[pointAt(event)];
        if (point && point.run >= 0) open(point.run);
    });

    /** What the history leaves out, as “archive trend” states it. @param {import('./types.js').Runs} runs */
    function omissions({ trend, selection, names }) {
        return [
            trend.outliers > 0 ? `${counted(trend.outliers, 'outlier build')}, excluded from the level means.` : '',
            trend.absent > 0 ? `${counted(trend.absent, 'run')} without the node: not part of the history.` : '',
            !app.data.live && selection.count < names.length ? `This file has the history of all ${counted(names.length, 'run')} only.` : '',
        ].filter(Boolean);
    }

    const rows = () => points().map(({ name, time, branch, commit, value: number }) => [name, time, branch, commit, String(number)]);
    figure.twin = () => ({ caption: 'Runs by time', head: ['run', 'time', 'branch', 'commit', 'value'], rows: rows().slice(0, 200) });

    return {
        update(changed) {
            figure.follow(app);
            const { runs } = runsModel;
            const failed = runs.problems.get('trend');
            if (!runs.archive) return figure.say('These runs are not an archive.', 'Collect builds with “treeline archive add”, then run “treeline serve ARCHIVE”.');
            if (failed) return figure.say(failed.error, failed.hint, 'error');
            if (!runs.trend) return figure.say('Reading the history …', '', 'loading');
            if (points().length === 0) return figure.say('No selected run has this node.');
            figure.say(null);
            const { changes, builds, needed, level, unit } = runs.trend;
            const all = changes.map((/** @type {any} */ each) => `from ${points()[each.at]?.commit || points()[each.at]?.name}: ${value(each.before, unit)} to ${value(each.after, unit)} (p = ${each.p.toPrecision(2)})`);
            const conclusion = builds < needed
                ? `${counted(builds, 'build')}; no change can be significant with fewer than ${needed} builds.`
                : changes.length === 0 ? `No significant change in ${counted(builds, 'build')}.` : `${counted(changes.length, 'change')} in ${counted(builds, 'build')} (permutation test of the build means, level ${finePercent(level)}): ${all.join('; ')}.`;
            figure.notes.textContent = [conclusion, ...omissions(runs)].join(' ');
            figure.legend.replaceChildren(...legendOf(app, colouringOf(app, runs)));
            figure.surface.dirty();
            if (!changed.has('runSelection')) figure.refreshTable();
        },
        resize: () => figure.surface.resize(),
        csv: () => ({ name: 'trend', rows: [['run', 'time', 'branch', 'commit', 'value'], ...rows()] }),
        svg: () => drawnAsSvg(draw, figure.surface.width, figure.surface.height, 'History'),
    };
}
