// Clusters of similar runs by k-means: how many there are, how distinct they are, and the metadata that their runs share.
// The cluster of a run is a column like others: it colours, filters and groups.

import { make } from '../draw/dom.js';
import { CLUSTER } from './runs-model.js';

/** @typedef {import('../data/types.js').App} App */

/** @type {[string, string][]} */
const COUNTS = [['0', 'best number'], ...[2, 3, 4, 5, 6, 7, 8].map((each) => /** @type {[string, string]} */ ([String(each), `${each} clusters`]))];

/** @param {HTMLElement} host @param {App} app @param {import('./runs-model.js').RunsModel} runsModel @returns {import('../data/types.js').View} */
export function clusterView(host, app, runsModel) {
    const count = make('select', { 'aria-label': 'Number of clusters' }, ...COUNTS.map(([value, text]) => new Option(text, value)));
    const start = make('button', { type: 'button', class: 'button small', onclick: () => app.select({ runClusters: Number(count.value), runColour: CLUSTER }) }, 'Cluster runs');
    const stop = make('button', {
        type: 'button',
        class: 'button small',
        onclick: () => app.select({ runClusters: null, runColour: null, runGroup: app.state.runGroup === CLUSTER ? null : app.state.runGroup, runFilters: app.state.runFilters.filter(({ column }) => column !== CLUSTER) }),
    }, 'Remove clusters');
    count.addEventListener('change', () => app.state.runClusters !== null && app.select({ runClusters: Number(count.value) }));
    const text = make('div', { class: 'cluster-text', role: 'status' });
    const table = make('div', { class: 'cluster-table', tabIndex: 0, role: 'region', 'aria-label': 'Clusters' });
    host.replaceChildren(make('div', { class: 'cluster-view' }, make('div', { class: 'figure-controls' }, count, start, stop), text, table));
    /** @param {string} value */
    const filter = (value) => app.select({ runFilters: [...app.state.runFilters.filter(({ column }) => column !== CLUSTER), { column: CLUSTER, kind: 'in', values: [value] }] });
    return {
        update() {
            const { runs } = runsModel;
            const { runClusters } = app.state;
            const failed = runs.problems.get('clusters');
            count.value = String(runClusters ?? 0);
            start.hidden = runClusters !== null;
            stop.hidden = runClusters === null;
            if (runClusters === null) {
                text.replaceChildren(make('p', {}, `Groups runs whose ${runs.metric?.name ?? 'metric'} is similar at every node (k-means on standardised values).`));
                return table.replaceChildren();
            }
            if (failed) {
                text.replaceChildren(make('p', {}, failed.error));
                return table.replaceChildren();
            }
            if (!runs.clusters) return text.replaceChildren(make('p', {}, 'Clustering runs …'));
            const { statements, table: rows } = runs.clusters;
            text.replaceChildren(...statements.map((/** @type {string} */ each) => make('p', {}, each)), make('p', { class: 'quiet' }, 'All runs are clustered, also those that are not selected. Click a row to select its runs.'));
            const [head, ...body] = rows;
            table.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ...head.map((/** @type {string} */ each) => make('th', { scope: 'col' }, each)))), make('tbody', {}, ...body.map((/** @type {string[]} */ row) => make('tr', {}, ...row.map((each, at) => make('td', {}, at === 0 ? make('button', { type: 'button', class: 'more', onclick: () => filter(`cluster ${each}`) }, each) : each)))))));
        },
        resize() {},
        csv: () => ({ name: 'clusters', rows: runsModel.runs.clusters ? [['run', 'cluster'], ...runsModel.runs.names.map((name, run) => [name, String(runsModel.runs.clusters.of[run])])] : [] }),
        svg: () => '',
    };
}
