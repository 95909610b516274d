// The page of many runs: metadata table, parallel coordinates, call tree with statistics, and a panel of plots. All views
// show the same selection of runs.

import { byId, make } from '../draw/dom.js';
import { flash } from '../page/flash.js';
import { exportMenu, exportTable } from '../page/export.js';
import { panelIn } from '../page/panel.js';
import { pageOf } from '../data/state.js';
import { problem } from '../data/wire.js';
import { clusterView } from './cluster-view.js';
import { compareGroups } from './compare-groups.js';
import { heatMapView } from './heat-map.js';
import { histogramView } from './histogram-plot.js';
import { NodeTable } from './node-table.js';
import { parallelView } from './parallel.js';
import { pickedNames } from './picked-runs.js';
import { RunTable } from './run-table.js';
import { RunsModel } from './runs-model.js';
import { scalingView } from './scaling-plot.js';
import { scatterView } from './scatter.js';
import { runSelectionBar } from './selection-bar.js';
import { trendView } from './trend-plot.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').View} View */
/** @typedef {import('../data/types.js').RunPlot} RunPlot */

/**
 * @param {App} page
 * @param {(changed: string[]) => void} schedule
 * @param {() => Promise<void>} reloadRuns
 */
export function runsPage(page, schedule, reloadRuns) {
    /** Picked runs are stored with their names. @type {App} */
    const app = Object.defineProperties(/** @type {any} */ ({}), {
        ...Object.getOwnPropertyDescriptors(page),
        select: { enumerable: true, value: (/** @type {Partial<import('../data/types.js').State>} */ changes, /** @type {{replace?: boolean}} */ options) => page.select(changes.runsPicked === undefined ? changes : { ...changes, runsPickedOf: pickedNames(changes.runsPicked, model.runs.names) }, options) },
    });
    const model = new RunsModel(app.data, () => app.state, (changed) => schedule(changed), (runsPicked, note) => {
        app.select({ runsPicked }, { replace: true });
        if (!note) return;
        app.announce(note);
        flash(note, true);
    });
    const runs = () => model.runs;
    /** @param {number} run */
    const open = async (run) => {
        const name = model.runs.names[run];
        flash(`Opening ${name} …`);
        try {
            const opened = await app.data.openOfEnsemble(run);
            await reloadRuns();
            app.select({ page: 'run', run: opened.id, against: null, contexts: null, iterations: null, zoom: null, transforms: [] });
        } catch (failure) {
            const { error, hint } = problem(failure);
            flash(`${name} did not open: ${error}${hint ? ` (${hint})` : ''}`, true);
        }
    };
    const bar = runSelectionBar(byId('runs-selection'), app, runs, () => compareGroups(app, runs, reloadRuns));
    const tablePanel = panelIn(byId('runs-table-panel'), 'Runs', (button) => exportTable(app, button, 'Runs', () => table.csv(), 'Selected runs'));
    const table = new RunTable(tablePanel.body, app, runs, (run) => void open(run));
    const openButton = make('button', { type: 'button', class: 'button small', onclick: () => void open(model.runs.selection.runs[0]) }, 'Open run');
    tablePanel.tools.append(openButton);
    const parallelPanel = panelIn(byId('runs-parallel-panel'), 'Metadata', (button) => exportMenu(app, button, 'Metadata', parallel));
    const parallel = parallelView(parallelPanel.body, app, model);
    const treePanel = panelIn(byId('runs-tree-panel'), 'Call tree', (button) => exportTable(app, button, 'Call tree', () => tree.csv()));
    const tree = new NodeTable(treePanel.body, app, runs);
    const kinds = /** @type {const} */ ([['statistics', 'Statistics'], ['topdown', 'Top-down']]).map(([kind, title]) => make('button', { type: 'button', 'data-kind': kind, onclick: () => app.select({ runTree: kind }) }, title));
    const kind = make('span', { class: 'segments', role: 'group', 'aria-label': 'Columns of the call tree', hidden: true }, ...kinds);
    treePanel.tools.append(kind);
    const plots = plotPanel(app, model, (run) => void open(run));
    for (const [panel, view] of /** @type {const} */ ([[tablePanel, table], [parallelPanel, parallel], [treePanel, tree]])) new ResizeObserver(() => view.resize()).observe(panel.body);
    let shown = '';
    return {
        model,
        /** @param {Set<string>} changed */
        update(changed) {
            const name = pageOf(app.state, app.model);
            document.body.dataset.page = name;
            byId('runs-page').hidden = name !== 'runs';
            byId('layout').hidden = name === 'runs';
            byId('runs-page').setAttribute('aria-busy', String(model.runs.loading.size > 0));
            if (name !== 'runs') return;
            const moving = model.dragged !== null && changed.has('runSelection');
            if (moving) {
                bar.count();
                parallel.update(changed);
                return plots.update(changed);
            }
            if (shown !== name || changed.size > 0) model.update();
            shown = name;
            const failed = model.runs.problems.get('overview');
            for (const panel of [tablePanel, parallelPanel]) {
                panel.busy(model.runs.loading.has('overview'));
                panel.say(failed ? { title: failed.error, hint: failed.hint } : null);
            }
            bar.update();
            if (failed) return;
            openButton.hidden = model.runs.selection.count !== 1 || !app.data.live;
            kind.hidden = !model.runs.topdown;
            for (const button of kinds) button.setAttribute('aria-pressed', String(button.dataset.kind === app.state.runTree));
            const lacking = model.runs.problems.get('runsStatistics') ?? model.runs.problems.get('runsTree');
            treePanel.say(lacking ? { title: lacking.error, hint: lacking.hint } : model.runs.selection.count === 0 && model.runs.names.length > 0 ? { title: 'No run is selected.', hint: 'Remove a condition above.' } : null);
            treePanel.busy(model.runs.loading.has('runsStatistics') || model.runs.loading.has('shares'));
            table.update();
            tree.update();
            parallel.update(changed);
            plots.update(changed);
        },
    };
}

/** @type {[RunPlot, string][]} */
const PLOTS = [['scatter', 'Scatter'], ['histogram', 'Histogram'], ['heatmap', 'Heat map'], ['scaling', 'Scaling'], ['clusters', 'Clusters'], ['trend', 'Trend']];

/** One plot at a time. @param {App} app @param {RunsModel} model @param {(run: number) => void} open */
function plotPanel(app, model, open) {
    const panel = panelIn(byId('runs-plot-panel'), 'Plot', (button) => (app.state.runPlot === 'clusters' ? exportTable(app, button, shown(), views.clusters.csv) : exportMenu(app, button, shown(), views[app.state.runPlot] ?? views.scatter)));
    const shown = () => PLOTS.find(([name]) => name === app.state.runPlot)?.[1] ?? 'Plot';
    const tabs = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Plots' });
    panel.tools.prepend(tabs);
    /** @type {Record<string, HTMLElement>} */
    const hosts = Object.fromEntries(PLOTS.map(([name]) => [name, make('div', { class: 'run-plot', role: 'tabpanel', 'aria-label': name })]));
    panel.body.replaceChildren(...Object.values(hosts));
    /** @type {Record<string, View>} */
    const views = {
        scatter: scatterView(hosts.scatter, app, model, open),
        histogram: histogramView(hosts.histogram, app, model),
        heatmap: heatMapView(hosts.heatmap, app, model),
        scaling: scalingView(hosts.scaling, app, model),
        clusters: clusterView(hosts.clusters, app, model),
        trend: trendView(hosts.trend, app, model, open),
    };
    const buttons = PLOTS.map(([name, title]) => make('button', { type: 'button', role: 'tab', 'data-plot': name, onclick: () => app.select({ runPlot: name }) }, title));
    tabs.append(...buttons);
    tabs.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const at = buttons.findIndex((each) => each.dataset.plot === app.state.runPlot);
        const next = buttons[(at + step + buttons.length) % buttons.length];
        next.focus();
        next.click();
    });
    return {
        /** @param {Set<string>} changed */
        update(changed) {
            const { runPlot } = app.state;
            for (const button of buttons) {
                const on = button.dataset.plot === runPlot;
                button.setAttribute('aria-selected', String(on));
                button.tabIndex = on ? 0 : -1;
            }
            for (const button of buttons) button.hidden = button.dataset.plot === 'trend' && !model.runs.archive && runPlot !== 'trend';
            for (const [name, host] of Object.entries(hosts)) host.hidden = name !== runPlot;
            panel.busy(model.runs.loading.size > 0);
            views[runPlot]?.update(changed);
        },
    };
}
