// Keeps the page of many runs in step with the state: which runs are selected, and the answers about them.

import { rangesOf, ranges } from '../draw/format.js';
import { keyOf, Parts } from '../data/parts.js';
import { rowOf } from '../tree/tree.js';
import { pickedNow } from './picked-runs.js';
import { columnsOf, selectionOf } from './run-columns.js';

/** @typedef {import('../data/types.js').State} State */
/** @typedef {import('./types.js').Runs} Runs */

export const METRIC = 'metric:';
export const CLUSTER = 'k-means cluster';

const DEFAULT_METRICS = 8;

const NO_SELECTION = { filtered: new Uint8Array(0), mask: new Uint8Array(0), runs: new Int32Array(0), count: 0 };

/** @returns {Runs} */
const emptyRuns = () => ({
    names: [], folder: '', columns: [], byName: new Map(), metrics: [], metric: null, warnings: [], archive: false, topdown: false,
    tree: null, node: -1, selection: NO_SELECTION, statistics: null, heat: new Map(), values: new Map(), shares: null,
    partial: new Set(), omitted: '', scaling: null, clusters: null, trend: null, problems: new Map(), loading: new Set(),
});

export class RunsModel {
    /**
     * @param {import('../data/types.js').Data} data
     * @param {() => State} state
     * @param {(changed: string[]) => void} changed
     * @param {(picked: number[][] | null, note: string) => void} repick  corrects a pick of another list of runs
     */
    constructor(data, state, changed, repick) {
        this.data = data;
        this.state = state;
        this.changed = changed;
        this.repick = repick;
        this.runs = emptyRuns();
        this.parts = new Parts(this.runs.loading, (names) => changed([...names, 'runsLoading']), () => {});
        /** @type {Pick<State, 'runFilters' | 'runsPicked'> | null} the selection of a drag that is under way */
        this.dragged = null;
        this.selectedBy = '';
    }

    /** @param {string} name @param {unknown} key @param {() => Promise<any>} ask @param {(answer: any) => void} take */
    ask(name, key, ask, take) {
        const { problems } = this.runs;
        const part = {
            name: /** @type {any} */ (name),
            key: keyOf(key),
            ask,
            take: (/** @type {any} */ answer) => {
                if (answer && 'error' in answer) problems.set(name, answer);
                else {
                    problems.delete(name);
                    take(answer);
                }
                this.update();
            },
        };
        void this.parts.ask(part);
    }

    /** The selection while a brush moves; null when it rests. @param {Pick<State, 'runFilters' | 'runsPicked'> | null} dragged */
    preview(dragged) {
        this.dragged = dragged;
        this.#select();
        this.changed([dragged ? 'runSelection' : 'runsLoading']);
    }

    /** Brings every part in step with the state. */
    update() {
        this.dragged = null;
        this.ask('overview', '', () => this.data.ensemble('overview', {}), (answer) => this.#overview(answer));
        if (this.runs.names.length === 0) return;
        this.#chooseMetric();
        this.#select();
        if (!this.data.live) this.ask('omitted', '', () => this.data.ensembleJson('omitted', {}), ({ nodes, of }) => {
            const part = nodes < of ? `values by run of the ${nodes} heaviest of ${of} nodes; statistics of selected runs cover these nodes only` : 'values by run of all nodes';
            this.runs.omitted = `This file contains ${part}. It does not contain: top-down bars, scaling models and trends of groups, of selected runs, or of metrics other than ${this.usual}, models along other parameters, predictions at other values, and the pages of single runs. Run “treeline serve” on the runs to see them.`;
        });
        this.ask('runsTree', '', () => this.data.ensemble('tree', {}), ({ columns, header }) => {
            this.runs.tree = { length: columns.parent.length, ...columns, names: header.names };
        });
        this.#clusters();
        if (this.runs.tree) this.#ofNodes(this.runs.tree);
    }

    /** @param {import('../data/types.js').Frame} answer */
    #overview(answer) {
        const { runs: names, folder, metrics, warnings, archive, topdown, partial = [] } = answer.header;
        Object.assign(this.runs, { names, folder, metrics, warnings, archive, topdown, partial: new Set(partial) });
        this.usual = answer.header.metric;
        this.metadata = columnsOf(answer);
        this.#columns();
    }

    /** Metadata, and the cluster of each run as one more column. */
    #columns() {
        const { runs } = this;
        const { clusters } = runs;
        const words = clusters ? Array.from({ length: clusters.count }, (_, at) => `cluster ${at}`) : [];
        const cluster = { name: CLUSTER, kind: /** @type {const} */ ('text'), whole: false, constant: false, words, values: clusters?.of ?? [] };
        runs.columns = [...(this.metadata ?? []), ...(clusters ? [cluster] : [])];
        runs.byName = new Map(runs.columns.map((each) => [each.name, each]));
        this.selectedBy = '';
    }

    #chooseMetric() {
        const { runs } = this;
        const named = (/** @type {string | null | undefined} */ name) => runs.metrics.find((each) => each.name === name);
        runs.metric = named(this.state().metric) ?? named(this.usual) ?? runs.metrics[0] ?? null;
    }

    #select() {
        const { runFilters, runsPicked } = this.dragged ?? this.state();
        const { runsPickedOf } = this.state();
        const key = keyOf(runFilters, runsPicked, runsPickedOf);
        if (key === this.selectedBy) return;
        this.selectedBy = key;
        const { names } = this.runs;
        const { picked, note } = this.dragged || !runsPicked ? { picked: runsPicked, note: '' } : pickedNow(runsPicked, runsPickedOf, names);
        this.runs.selection = selectionOf(this.runs.byName, names, runFilters, picked);
        if (picked !== runsPicked) this.repick(picked, note);
    }

    /** The selected runs as a request names them; null for all. */
    selected() {
        const { selection, names } = this.runs;
        return selection.count === names.length ? null : ranges(rangesOf(selection.runs));
    }

    #clusters() {
        const { runClusters } = this.state();
        const { runs } = this;
        if (runClusters === null || !runs.metric) {
            if (runs.clusters) {
                runs.clusters = null;
                this.parts.forget(/** @type {any} */ ('clusters'));
                this.#columns();
                this.#select();
            }
            return;
        }
        // clusters do not follow a filter on clusters, which would move the clusters that it is about
        const query = { metric: runs.metric.name, scope: this.state().scope, k: runClusters || null };
        this.ask('clusters', query, () => this.data.ensemble('clusters', query), ({ columns, header }) => {
            runs.clusters = { ...header, of: columns.cluster };
            this.#columns();
        });
    }

    /** @param {import('./types.js').RunsTree} tree */
    #ofNodes(tree) {
        const { runs } = this;
        const { node, scope, runPlot } = this.state();
        if (!runs.metric || runs.selection.count === 0) return;
        const selected = { scope, runs: this.selected() };
        const query = { metric: runs.metric.name, ...selected };
        this.ask('runsStatistics', query, () => this.data.ensemble('statistics', query), (answer) => {
            runs.statistics = statisticsIn(answer);
        });
        runs.node = nodeOf(tree, node, runs.statistics);
        for (const metric of this.#metricsOfNode()) this.#values(metric);
        if (runs.topdown) this.#topDown(selected.runs);
        if (runPlot === 'heatmap') for (const metric of this.heatMetrics()) this.#heat(metric, selected);
        if (runPlot === 'scaling') this.#scaling(query);
        if (runPlot === 'trend' && runs.archive) this.#trend(query);
    }

    /** The metrics whose values by run are shown. */
    #metricsOfNode() {
        const { runX, runY, runAxes } = this.state();
        const named = [runX, runY, ...runAxes].filter((each) => each?.startsWith(METRIC)).map((each) => String(each).slice(METRIC.length));
        const known = new Set(this.runs.metrics.map(({ name }) => name));
        return [...new Set([this.runs.metric?.name ?? '', ...named])].filter((name) => known.has(name));
    }

    /** @param {string} metric */
    #values(metric) {
        const { runs } = this;
        const query = { metric, scope: this.state().scope, node: runs.node };
        this.ask(`values of ${metric}`, query, () => this.data.ensemble('values', query), ({ columns, header }) => {
            runs.values.set(metric, { unit: header.unit, values: /** @type {Float64Array} */ (columns.value) });
        });
    }

    /** @param {string | null} selected */
    #topDown(selected) {
        const query = this.data.live ? { group: this.#group(), runs: selected } : {};
        this.ask('shares', query, () => this.data.ensemble('topdown', query), ({ columns, header }) => {
            const groups = header.groups.map((/** @type {any} */ each, /** @type {number} */ at) => ({ ...each, shares: sharesIn(columns, at, header.slots.length) }));
            this.runs.shares = { slots: header.slots, omitted: header.omitted, groups };
        });
    }

    /** The metadata that groups runs; clusters are known to the browser only. */
    #group() {
        const { runGroup } = this.state();
        return runGroup !== null && runGroup !== CLUSTER && this.runs.byName.has(runGroup) ? runGroup : null;
    }

    /** The metrics of the heat map. */
    heatMetrics() {
        const chosen = this.runs.metrics.filter(({ name }) => this.state().runOpen.includes(name));
        const { metric, metrics } = this.runs;
        const usual = metrics.find(({ name }) => name === this.usual) ?? metric;
        const first = usual ? [usual, ...metrics.filter((each) => each !== usual)] : metrics;
        const informative = first.filter(({ name }) => !this.#isConstant(name)).slice(0, DEFAULT_METRICS);
        return chosen.length > 0 ? chosen : informative.length > 0 ? informative : first.slice(0, DEFAULT_METRICS);
    }

    /** Whether the statistic of the heat map is known to be the same at all nodes, such as a deviation of 0. @param {string} metric */
    #isConstant(metric) {
        const known = this.runs.heat.get(metric)?.[/** @type {'std'} */ (this.state().runStatistic)];
        return known !== undefined && new Set(known.filter((each) => !Number.isNaN(each))).size < 2;
    }

    /** @param {{name: string}} metric @param {{scope: string, runs: string | null}} selected */
    #heat({ name }, selected) {
        const query = { metric: name, ...selected };
        this.ask(`heat of ${name}`, query, () => this.data.ensemble('statistics', query), (answer) => {
            this.runs.heat.set(name, statisticsIn(answer));
        });
    }

    /** @param {Record<string, string | number | null>} about */
    #scaling(about) {
        const { runParameter, runAt } = this.state();
        const { metric, scope } = about;
        const node = this.runs.node;
        // a mailed page has the model of all runs only, and its note says so
        const query = this.data.live ? { ...about, node, parameter: runParameter, at: runAt, group: this.#group() } : { metric, scope, node };
        this.ask('scaling', query, () => this.data.ensembleJson('scaling', query), (answer) => {
            this.runs.scaling = answer;
        });
    }

    /** @param {Record<string, string | number | null>} about */
    #trend(about) {
        const { metric, scope } = about;
        const query = this.data.live ? { ...about, node: this.runs.node } : { metric, scope, node: this.runs.node };
        this.ask('trend', query, () => this.data.ensembleJson('trend', query), (answer) => {
            this.runs.trend = answer;
        });
    }
}

/** @param {import('../data/types.js').Frame} answer @returns {import('./types.js').NodeStatistics} */
const statisticsIn = ({ columns, header }) => /** @type {any} */ ({ unit: header.unit, runs: header.runs, held: header.held, ...columns });

/** @param {Record<string, any>} columns @param {number} group @param {number} slots */
function sharesIn(columns, group, slots) {
    const nodes = columns[`node${group}`];
    const shares = columns[`share${group}`];
    return new Map(Array.from(nodes, (node, row) => [node, shares.subarray(row * slots, (row + 1) * slots)]));
}

/**
 * The node of a call path, else the heaviest root.
 * @param {import('./types.js').RunsTree} tree @param {string[] | null} path @param {import('./types.js').NodeStatistics | null} statistics
 */
export function nodeOf(tree, path, statistics) {
    const found = path ? rowOf(/** @type {any} */ (tree), path) : -1;
    if (found >= 0) return found;
    let best = 0;
    const mean = (/** @type {number} */ node) => statistics?.mean[node] || 0;
    for (let root = 0; root < tree.length; root = tree.end[root]) if (mean(root) > mean(best)) best = root;
    return best;
}
