// Keeps the model in step with the state. A change of the state runs through these steps, each of which asks for the parts
// that depend on it: the run and its metric; the values of its call tree; the tree after transforms; the selected node.

import { ranges } from '../draw/format.js';
import { evaluate, hotPath, ofWholeNodes, rootSum, rowOf } from '../tree/tree.js';
import { found, hasOwnCost, plan } from '../tree/transform.js';
import { comparedWith } from './compared.js';
import { askColumns, shownColumns, valuesIn } from './metric-columns.js';
import { nodeParts, selectedRepetitions } from './node-parts.js';
import { emptyModel } from './empty-model.js';
import { keyOf, Parts } from './parts.js';
import { keptBy, selectedMask } from './selected.js';
import { infoWithin, intervalOf, tracePart } from './interval.js';
import { LinkedRuns } from './linked-runs.js';
import { definitionsFor, NO_PROFILE, RunInfos, whyNoMetric } from './run-infos.js';
import { lawsOf, valuesOfRun, valuesOfTwoRuns } from './tree-values.js';
import { pageOf } from './state.js';
import { problem } from './wire.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Tree} Tree */
/** @typedef {import('./types.js').Problem} Problem */
/** @typedef {import('./parts.js').Part} Part */
/** @typedef {import('./tree-values.js').TreeValues & {key: string}} Loaded */

export class Loader {
    /**
     * @param {import('./types.js').Data} data
     * @param {() => State} state
     * @param {(changed: string[]) => void} changed
     * @param {() => string[]} [linked]  the names of the runs in the address
     */
    constructor(data, state, changed, linked = () => []) {
        this.data = data;
        this.state = state;
        this.changed = changed;
        this.linked = new LinkedRuns(data, linked, () => this.reloadRuns().then(() => this.update()));
        this.model = emptyModel();
        this.parts = new Parts(this.model.loading, changed, () => void this.#followReports());
        this.infos = new RunInfos(data, () => this.update());
        /** @type {Loaded | null} the values that were answered last */
        this.loaded = null;
        /** @type {{key: string, plan: import('../tree/tree.js').Plan} | null} how model.tree was made of them */
        this.shown = null;
        /** the runs and the metric of model.tree */
        this.treeOf = '';
        /** the runs and the metric whose values had been read when the run reports were last asked for */
        this.reportedOf = '';
        /** @type {import('./metric-columns.js').Answered} */
        this.columns = new Map();
    }

    /** Asks for everything, including questions that failed before. */
    async start() {
        this.parts.forgetAll();
        this.reportedOf = '';
        this.linked.forget();
        await this.reloadRuns();
        this.update();
    }

    /** Asks for everything again after a run was reloaded. The page keeps showing the earlier values until new ones arrive. */
    async refresh() {
        this.data.forget();
        this.parts.generation++;
        this.reportedOf = '';
        await this.reloadRuns();
        this.update();
    }

    async reloadRuns() {
        const { model } = this;
        model.loading.add('runs');
        this.changed(['loading']);
        try {
            const { runs, ensemble, start } = await this.data.runs();
            model.runs = runs;
            Object.assign(model, { ensemble: ensemble ?? 0, start: start ?? 'run' });
            model.error = runs.length > 0 || model.ensemble > 0 ? null : NO_PROFILE;
            this.infos.forget();
        } catch (failure) {
            model.error = problem(failure);
        }
        model.loading.delete('runs');
        this.changed(['runs', 'loading', 'error']);
    }

    /** Reading values may reveal that some are missing: once all are read, the run reports are asked for again. */
    async #followReports() {
        const read = this.#subject();
        if (!this.data.live || this.model.loading.size > 0 || this.reportedOf === read) return;
        this.reportedOf = read;
        const answer = await this.data.runs().catch(() => null); // other answers tell that the server is gone
        if (!answer || answer.runs.length < this.model.runs.length) return;
        this.model.runs = answer.runs;
        this.#chooseMetric();
        this.changed(['runs']);
    }

    /** Brings every part in step with the state. */
    update() {
        const { model } = this;
        if (pageOf(this.state(), model) === 'runs' || this.#awaitsLinked()) return;
        if (this.state().between && model.traceOf !== this.state().run) return void this.parts.ask(this.#trace()); // it tells the metrics of an interval
        if (!this.#chooseMetric()) return;
        const values = this.#values();
        this.parts.ask(values);
        if (this.loaded?.key === values.key) this.#show(this.loaded);
        model.selectedMask = selectedMask(this.state(), model);
    }

    /** Whether the page waits for runs of the address that the server opens first, or cannot have them. */
    #awaitsLinked() {
        const state = this.linked.state(this.model);
        if (state !== null && state !== 'opening') this.#fail(state);
        return state !== null;
    }

    /** The first step: finds the run and its metric, or says why there is none. */
    #chooseMetric() {
        const { model } = this;
        if (model.runs.length === 0) return false;
        const { metric } = this.state();
        model.between = intervalOf(this.data, this.state(), model);
        const named = this.infos.named(this.state(), model.runs);
        this.#wait(named === null);
        if (named === null) return false;
        const { other, error } = named;
        const info = infoWithin(named.info, model);
        const chosen = info?.metrics?.find(({ name }) => name === (metric ?? info.metric)) ?? info?.metrics?.[0] ?? null;
        Object.assign(model, { runInfo: info, otherInfo: other, metric: chosen });
        if (error || !chosen) this.#fail(error ?? whyNoMetric(info));
        return !error && chosen !== null;
    }

    /** Shows that the run of the state is not known yet. @param {boolean} waiting */
    #wait(waiting) {
        const { loading } = this.model;
        if (loading.has('run') === waiting) return;
        if (waiting) loading.add('run');
        else loading.delete('run');
        this.changed(['loading', 'runs']);
    }

    /** @param {Problem} error */
    #fail(error) {
        const { model } = this;
        Object.assign(model, { metric: null, ranks: null, otherRanks: null, series: null, executions: null, findings: null, contexts: null });
        model.loading.clear();
        this.parts.forgetAll();
        this.#dropTree(error);
        this.changed(['tree', 'error', 'loading', 'ranks', 'series', 'executions', 'findings', 'contexts']);
    }

    /** Drops the tree and what it was made of, so that it is made again when the reader goes back. @param {Problem} error */
    #dropTree(error) {
        const empty = emptyModel();
        const { tree, kept, columns, upright, combined, diff, found: none, selectedRow } = empty;
        Object.assign(this.model, { error, tree, kept, columns, upright, combined, diff, found: none, selectedRow });
        this.parts.forget('imbalance');
        this.loaded = null;
        this.shown = null;
    }

    /**
     * The panel of the tree shows why there are no values. The other panels keep the previous tree if run and metric are the same.
     * @param {Problem} error
     */
    #noValues(error) {
        const { tree, combined, diff, found: matches, selectedRow } = this.model;
        this.#dropTree(error);
        if (this.treeOf === this.#subject()) Object.assign(this.model, { tree, combined, diff, found: matches, selectedRow });
        this.changed(['tree', 'error']);
    }

    /** The runs and the metric that the state is about. */
    #subject() {
        const { run, against } = this.state();
        return keyOf(run, against, this.model.metric?.name);
    }

    /** A question about one metric of the selected contexts and iterations. */
    #query(metric = this.model.metric?.name ?? '') {
        const { run, over, contexts } = this.state();
        return { run, metric, over, contexts: ranges(contexts), iterations: this.#iterations(), between: this.model.between, define: definitionsFor(this.state(), metric) };
    }

    /** The iterations to ask for: reports and comparisons have answers for all of them only. */
    #iterations() {
        const { iterations, against } = this.state();
        return this.data.live && against === null && iterations ? iterations.join('-') : null;
    }

    /** The second step: the values of one run or of two. @returns {Part} */
    #values() {
        const { against } = this.state();
        const query = this.#query();
        const laws = lawsOf(this.model.metric?.scope, query.over);
        const pair = { run: query.run, metric: query.metric, over: query.over, define: query.define };
        const key = keyOf(this.parts.generation, against === null ? query : [pair, against]);
        return {
            name: 'values',
            key,
            ask: () => (against === null ? valuesOfRun(this.data, query, laws) : valuesOfTwoRuns(this.data, { ...pair, against }, laws)),
            take: (answer) => {
                if ('error' in answer) return this.#noValues(answer);
                this.loaded = { ...answer, key };
                this.#show(/** @type {Loaded} */ (this.loaded));
            },
        };
    }

    /** The third step: the tree after transforms, then every part that depends on its rows. @param {Loaded} loaded */
    #show(loaded) {
        const { model } = this;
        const { transforms, search } = this.state();
        const key = keyOf(loaded.key, transforms, isInverted(transforms) && [...this.columns.keys()]);
        if (this.shown?.key !== key) this.#transform(loaded, key);
        model.found = model.tree ? found(model.tree, search) : null;
        this.#select();
        this.parts.ask(this.#contexts());
        this.parts.ask(this.#operations());
        this.parts.ask(this.#findings());
        this.parts.ask(this.#trace());
        if (this.#comparesRanks()) this.parts.ask(this.#imbalance(loaded, key));
        this.parts.ask(this.#columns(loaded));
    }

    /** @param {Loaded} loaded @param {string} key */
    #transform(loaded, key) {
        const { base, values, other, otherBase, header } = loaded;
        const { model } = this;
        const { transforms } = this.state();
        const current = plan(base, transforms, hasOwnCost(base, values, other, ...valuesIn(this.columns)));
        const tree = { ...evaluate(base, current, values), elapsed: this.#awaitedElapsed(current.shape.length) };
        this.shown = { key, plan: current };
        if (model.generation !== this.parts.generation) this.data.forget(); // histograms of rows of the earlier tree
        this.treeOf = this.#subject();
        Object.assign(model, {
            tree,
            total: values.additive ? rootSum(tree, tree.inclusive) : NaN,
            unit: header.unit ?? model.metric?.unit ?? '',
            combined: header.combined ?? '',
            within: header.within ?? false,
            upright: isInverted(transforms) ? uprightTree(base, transforms, values) : () => model.tree,
            columns: shownColumns(this.columns, base, current),
            hot: new Set(transforms.length === 0 && header.hotPath ? header.hotPath : hotPath(tree)),
            diff: other ? comparedWith(evaluate(otherBase, current, other), model.otherInfo?.name ?? '', loaded, current) : null,
            generation: this.parts.generation,
            error: null,
        });
        this.changed(['tree', 'error', 'diff', 'found']);
    }

    /** The last step: the row of the selected node, the rows that the threshold keeps, and the parts of that node. */
    #select() {
        const { model } = this;
        const state = this.state();
        if (!model.tree || !model.metric) return;
        model.selectedRow = state.node ? rowOf(model.tree, state.node) : -1;
        model.kept = keptBy(state, model, model.tree);
        model.repetitions = selectedRepetitions(state, model);
        for (const part of nodeParts(this.data, state, model, model.tree, this.shown?.key ?? '', this.#iterations())) this.parts.ask(part);
    }

    #trace() {
        return tracePart(this.data, this.state(), this.model, () => this.update());
    }

    /** @returns {Part} */
    #contexts() {
        const { run } = this.state();
        return {
            name: 'contexts',
            key: keyOf(run, this.model.between),
            ask: () => this.data.contexts(run, this.model.between),
            take: (answer) => {
                this.model.contexts = 'error' in answer ? null : answer;
                this.model.selectedMask = selectedMask(this.state(), this.model);
                this.#select();
            },
        };
    }

    /** The operation of every frame, by which views colour it. @returns {Part} */
    #operations() {
        const { run, against } = this.state();
        const runs = against === null ? [run] : [against, run];
        return {
            name: 'operations',
            key: keyOf(runs, this.model.between),
            ask: () => Promise.all(runs.map((each) => this.data.operations(each, this.model.between))),
            take: (answers) => {
                this.model.operations = 'error' in answers ? new Map() : new Map(answers.flatMap(operationsByName));
            },
        };
    }

    /** @returns {Part} */
    #findings() {
        const { run, metric, between, define } = this.#query();
        return {
            name: 'findings',
            key: keyOf(run, metric, between, define),
            ask: () => this.data.findings({ run, metric, between, define }),
            take: (answer) => {
                this.model.findings = answer;
            },
        };
    }

    /**
     * Imbalance and elapsed time of every row: the slowest answer, so the tree is shown before it arrives.
     * @param {Loaded} loaded @param {string} shown @returns {Part}
     */
    #imbalance(loaded, shown) {
        const { model } = this;
        const { scope } = this.state();
        const query = { ...this.#query(), scope };
        return {
            name: 'imbalance',
            key: keyOf(shown, scope),
            ask: () => this.data.imbalance(query),
            take: (answer) => {
                if ('error' in answer || !model.tree || !this.shown) return;
                const { imbalance, elapsed } = answer.columns;
                const { additive } = loaded.values;
                model.tree = {
                    ...model.tree,
                    imbalance: ofWholeNodes(this.shown.plan, imbalance, additive, scope),
                    elapsed: elapsed ? ofWholeNodes(this.shown.plan, elapsed, additive) : null,
                };
            },
        };
    }

    #comparesRanks() {
        return this.state().against === null && (this.model.runInfo?.contexts ?? 1) > 1;
    }

    /** The column stays, without values, until the answer for the new tree arrives. @param {number} length */
    #awaitedElapsed(length) {
        return this.model.tree?.elapsed && this.#comparesRanks() ? new Float64Array(length).fill(NaN) : null;
    }

    /** Further metrics in columns of their own, for a single run. @param {Loaded} loaded @returns {Part} */
    #columns(loaded) {
        const { over, columns, against } = this.state();
        const known = against === null ? (this.model.runInfo?.metrics ?? []) : [];
        const metrics = known.filter(({ name }) => columns.some(({ metric }) => metric === name));
        return {
            name: 'columns',
            key: keyOf(loaded.key, metrics.map(({ name }) => name)),
            ask: () => askColumns(metrics, (metric) => this.data.values(this.#query(metric)), (scope) => lawsOf(scope, over)),
            take: (answer) => {
                if ('error' in answer) return;
                this.columns = answer;
                if (this.shown) this.model.columns = shownColumns(this.columns, loaded.base, this.shown.plan);
                this.#show(loaded);
            },
        };
    }
}

/** @param {import('./types.js').Transform[]} transforms */
const isInverted = (transforms) => transforms.some(({ kind }) => kind === 'invert');

/**
 * The tree before it is inverted, made on demand.
 * @param {Loaded['base']} base @param {import('./types.js').Transform[]} transforms @param {Loaded['values']} values
 */
function uprightTree(base, transforms, values) {
    const upright = transforms.filter(({ kind }) => kind !== 'invert');
    /** @type {Tree | null} */
    let tree = null;
    return () => (tree ??= evaluate(base, plan(base, upright), values));
}

/** @param {Record<string, string[]>} answer */
const operationsByName = (answer) => Object.entries(answer).flatMap(([operation, names]) => names.map((name) => [name, operation]));
