// Keeps the model in step with the state. A change of the state runs through these steps, each of which asks for the parts
// that depend on it: the run and its metric; the values of its call tree; the tree after transforms; the selected node.

import { ranges } from '../draw/format.js';
import { keptRows } from '../tree/threshold.js';
import { evaluate, hotPath, ofWholeNodes, pathOf, rootSum, rowOf } from '../tree/tree.js';
import { found, hasOwnCost, plan } from '../tree/transform.js';
import { askColumns, shownColumns, valuesIn } from './metric-columns.js';
import { nodeParts, selectedRepetitions } from './node-parts.js';
import { keyOf, Parts } from './parts.js';
import { lawsOf, valuesOfRun, valuesOfTwoRuns } from './tree-values.js';
import { problem } from './wire.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Tree} Tree */
/** @typedef {import('./types.js').Problem} Problem */
/** @typedef {import('./parts.js').Part} Part */
/** @typedef {import('./tree-values.js').TreeValues & {key: string}} Loaded */

/** @returns {Model} */
function emptyModel() {
    return {
        runs: [],
        runInfo: null,
        metric: null,
        tree: null,
        total: 0,
        unit: '',
        within: false,
        columns: new Map(),
        kept: null,
        upright: () => null,
        combined: '',
        operations: new Map(),
        hot: new Set(),
        selectedRow: -1,
        contexts: null,
        selectedMask: null,
        repetitions: null,
        ranks: null,
        series: null,
        executions: null,
        diff: null,
        findings: null,
        found: null,
        loading: new Set(),
        error: null,
    };
}

export class Loader {
    /**
     * @param {import('./types.js').Data} data
     * @param {() => State} state
     * @param {(changed: string[]) => void} changed
     */
    constructor(data, state, changed) {
        this.data = data;
        this.state = state;
        this.changed = changed;
        this.model = emptyModel();
        this.parts = new Parts(this.model.loading, changed, () => void this.#followReports());
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
        // requested early; a failure is shown when the tree is needed
        if (this.state().run >= 0) this.data.tree(this.state().run).catch(() => {});
        await this.reloadRuns();
        this.update();
    }

    async reloadRuns() {
        const { model } = this;
        model.loading.add('runs');
        this.changed(['loading']);
        try {
            const { runs } = await this.data.runs();
            model.runs = runs;
            model.error = runs.length > 0 ? null : NO_PROFILE;
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
        this.changed(['runs']);
    }

    /** Brings every part in step with the state. */
    update() {
        const { model } = this;
        if (!this.#chooseMetric()) return;
        const values = this.#values();
        this.parts.ask(values);
        if (this.loaded?.key === values.key) this.#show(this.loaded);
        model.selectedMask = selectedMask(this.state(), model);
    }

    /** The first step: finds the run and its metric, or says why there is none. */
    #chooseMetric() {
        const { model } = this;
        const { run, metric } = this.state();
        const info = model.runs.find(({ id }) => id === run) ?? null;
        model.runInfo = info;
        model.metric = info?.metrics?.find(({ name }) => name === (metric ?? info.metric)) ?? info?.metrics?.[0] ?? null;
        if (info && !info.problem && model.metric) return true;
        if (model.runs.length > 0) this.#fail(whyNoMetric(run, info));
        return false;
    }

    /** @param {Problem} error */
    #fail(error) {
        const { model } = this;
        Object.assign(model, { metric: null, ranks: null, series: null, executions: null, findings: null, contexts: null });
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
        return { run, metric, over, contexts: ranges(contexts), iterations: this.#iterations() };
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
        const pair = { run: query.run, metric: query.metric, over: query.over };
        const key = against === null ? keyOf(query) : keyOf(pair, against);
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
        if (this.#comparesRanks()) this.parts.ask(this.#imbalance(loaded, key));
        this.parts.ask(this.#columns(loaded));
    }

    /** @param {Loaded} loaded @param {string} key */
    #transform({ base, values, other, header }, key) {
        const { model } = this;
        const { transforms } = this.state();
        const current = plan(base, transforms, hasOwnCost(base, values, other, ...valuesIn(this.columns)));
        const tree = { ...evaluate(base, current, values), elapsed: this.#awaitedElapsed(current.shape.length) };
        this.shown = { key, plan: current };
        this.treeOf = this.#subject();
        Object.assign(model, {
            tree,
            total: rootSum(tree, tree.inclusive),
            unit: header.unit ?? model.metric?.unit ?? '',
            combined: header.combined ?? '',
            within: header.within ?? false,
            upright: isInverted(transforms) ? uprightTree(base, transforms, values) : () => model.tree,
            columns: shownColumns(this.columns, base, current),
            hot: new Set(transforms.length === 0 && header.hotPath ? header.hotPath : hotPath(tree)),
            diff: other ? this.#other(evaluate(base, current, other), base, header) : null,
            error: null,
        });
        this.changed(['tree', 'error', 'diff', 'found']);
    }

    /** The values of the other run. @param {Tree} tree @param {Loaded['base']} base @param {any} header @returns {Model['diff']} */
    #other(tree, base, header) {
        const name = this.model.runs.find(({ id }) => id === this.state().against)?.name ?? '';
        const changes = (header.changes ?? []).map((/** @type {any} */ { kind, row, text }) => ({ kind, text, path: pathOf(base, row) }));
        const { inclusive, exclusive } = tree;
        return { inclusive, exclusive, total: rootSum(tree, inclusive), name, changes, note: header.note ?? '' };
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

    /** @returns {Part} */
    #contexts() {
        const { run } = this.state();
        return {
            name: 'contexts',
            key: keyOf(run),
            ask: () => this.data.contexts(run),
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
            key: keyOf(runs),
            ask: () => Promise.all(runs.map((each) => this.data.operations(each))),
            take: (answers) => {
                this.model.operations = 'error' in answers ? new Map() : new Map(answers.flatMap(operationsByName));
            },
        };
    }

    /** @returns {Part} */
    #findings() {
        const { run, metric } = this.#query();
        return {
            name: 'findings',
            key: keyOf(run, metric),
            ask: () => this.data.findings(run, metric),
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

const NO_PROFILE = { error: 'No profile is open.', hint: 'Drop a profile here, or start treeline serve with the path of one.' };

/** @param {number} run @param {import('./types.js').RunInfo | null} info @returns {Problem} */
function whyNoMetric(run, info) {
    if (!info && run < 0) return { error: 'The run of this link is not open.', hint: 'Select a run above.' };
    if (!info) return { error: `Run ${run} is not open.`, hint: 'Select a run above.' };
    if (info.problem) return { error: `${info.name} did not open.`, hint: info.problem };
    return { error: `${info.name} has no metric.`, hint: 'Its call tree has no values.' };
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

/** The rows above the threshold, and the selected one. @param {State} state @param {Model} model @param {Tree} tree */
function keptBy({ least }, model, tree) {
    const { diff, total, metric, selectedRow } = model;
    const runs = [{ values: tree.inclusive, total }, ...(diff ? [{ values: diff.inclusive, total: diff.total }] : [])];
    return keptRows(tree, runs, metric?.scope === 'point' ? 0 : least / 100, selectedRow);
}

/** 1 for every selected context; null if all are. @param {State} state @param {Model} model */
function selectedMask({ contexts }, model) {
    const length = model.contexts?.columns.rank?.length ?? 0;
    if (!contexts || length === 0) return null;
    const mask = new Uint8Array(length);
    for (const [from, to] of contexts) mask.fill(1, from, to + 1);
    return mask;
}
