// Keeps what is loaded in step with the state: asks for what a change needs, drops answers that come too late, and tells
// which parts are new.

import { ranges, rangesOf } from '../draw/format.js';
import { keptRows } from '../tree/threshold.js';
import { baseOf, evaluate, hotPath, ofWholeNodes, pathOf, rootSum, rowOf } from '../tree/tree.js';
import { found, hasOwnCost, plan } from '../tree/transform.js';
import { askColumns, shownColumns, valuesIn } from './metric-columns.js';
import { DataError, problem } from './wire.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Frame} Frame */

/** As many call paths, such as roots, may be asked for at once. */
const MOST_EXECUTED = 1000;

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
        /** @type {Map<string, string>} the question that each part last asked */
        this.asked = new Map();
        /** @type {{base: import('../tree/tree.js').Base, values: import('../tree/tree.js').Values, other: import('../tree/tree.js').Values | null, header: Record<string, any>, key: string} | null} */
        this.loaded = null;
        this.shown = '';
        /** the runs and the metric of the tree that is shown */
        this.shownOf = '';
        /** what had been read when the reports on the runs were last asked for */
        this.reported = '';
        /** @type {import('../tree/tree.js').Plan | null} what `shown` was made by */
        this.plan = null;
        /** @type {import('./metric-columns.js').Answered} */
        this.columns = new Map();
    }

    /** Asks for everything, also for what was refused before. */
    async start() {
        this.asked.clear();
        this.reported = '';
        if (this.state().run >= 0) this.data.tree(this.state().run).catch(() => {}); // on its way while the runs are listed; what goes wrong is said when it is needed
        await this.reloadRuns();
        this.update();
    }

    async reloadRuns() {
        this.model.loading.add('runs');
        this.changed(['loading']);
        try {
            const { runs } = await this.data.runs();
            this.model.runs = runs;
            this.model.error = runs.length > 0 ? null : { error: 'No profile is open.', hint: 'Drop a profile here, or start treeline serve with the path of one.' };
        } catch (failure) {
            this.model.error = problem(failure);
        }
        this.model.loading.delete('runs');
        this.changed(['runs', 'loading', 'error']);
    }

    /** Reading values may find that some are missing: when all were read, the reports on the runs are asked for again. */
    async #followReports() {
        const read = this.#what();
        if (!this.data.live || this.model.loading.size > 0 || this.reported === read) return;
        this.reported = read;
        const answer = await this.data.runs().catch(() => null); // the answers themselves tell when the server is gone
        if (!answer || answer.runs.length < this.model.runs.length) return;
        this.model.runs = answer.runs;
        this.changed(['runs']);
    }

    /** Brings every part in step with the state; parts that ask the same as before are left alone. */
    update() {
        const state = this.state();
        const { model } = this;
        const info = model.runs.find((run) => run.id === state.run) ?? null;
        model.runInfo = info;
        if (!info) {
            if (model.runs.length > 0) this.#fail({ error: state.run < 0 ? 'The run of this link is not open here.' : `There is no run ${state.run} here.`, hint: 'Choose a run above.' });
            return;
        }
        if (info.problem) return this.#fail({ error: `${info.name} did not open.`, hint: info.problem });
        model.metric = info.metrics?.find((metric) => metric.name === (state.metric ?? info.metric)) ?? info.metrics?.[0] ?? null;
        if (!model.metric) return this.#fail({ error: `${info.name} has no metric.`, hint: 'Its call tree holds no values.' });
        const metric = model.metric.name;
        this.#tree(metric);
        this.#mask();
    }

    /** @param {import('./types.js').Problem} error */
    #fail(error) {
        const { model } = this;
        Object.assign(model, { metric: null, ranks: null, series: null, executions: null, findings: null, contexts: null });
        model.loading.clear();
        this.asked.clear();
        this.#noTree(error);
        this.changed(['tree', 'error', 'loading', 'ranks', 'series', 'executions', 'findings', 'contexts']);
    }

    /**
     * Says why there is no tree, and forgets what was shown: the state that was shown before must be shown again when the
     * reader goes back to it.
     * @param {import('./types.js').Problem} error
     */
    #noTree(error) {
        Object.assign(this.model, { tree: null, error, kept: null, columns: new Map(), upright: () => null, combined: '', diff: null, found: null, selectedRow: -1 });
        this.asked.delete('imbalance');
        this.loaded = null;
        this.shown = '';
    }

    /**
     * A question about values failed: the panel of the tree says so, and the others go on to show what they did, unless that
     * is of another run or metric.
     * @param {import('./types.js').Problem} error
     */
    #noValues(error) {
        const { tree, combined, diff, found, selectedRow } = this.model;
        const same = this.shownOf === this.#what();
        this.#noTree(error);
        if (same) Object.assign(this.model, { tree, combined, diff, found, selectedRow });
        this.changed(['tree', 'error']);
    }

    #what() {
        const { run, against } = this.state();
        return JSON.stringify([run, against, this.model.metric?.name]);
    }

    /**
     * @param {'contexts' | 'findings' | 'ranks' | 'series' | 'executions' | 'values' | 'imbalance' | 'columns'} name
     * @param {string} key
     * @param {() => Promise<any>} ask
     * @param {(answer: any) => void} [then]
     */
    async #part(name, key, ask, then) {
        if (this.asked.get(name) === key) return;
        this.asked.set(name, key);
        this.model.loading.add(name);
        this.changed(['loading']);
        /** @type {any} */
        let answer;
        try {
            answer = await ask();
        } catch (failure) {
            answer = problem(failure);
        }
        if (this.asked.get(name) !== key) return; // the state has moved on
        this.model.loading.delete(name);
        if (name !== 'values' && name !== 'imbalance' && name !== 'columns') /** @type {any} */ (this.model)[name] = name === 'contexts' && 'error' in answer ? null : answer;
        then?.(answer);
        this.changed([name, 'loading']);
        this.#followReports();
    }

    /** @param {string} metric */
    #tree(metric) {
        const { run, against, over, contexts } = this.state();
        const key = JSON.stringify([run, against, metric, over, against === null ? contexts : null, this.#iterations()]);
        const ask = against === null ? () => this.#one(run, metric, over, ranges(contexts)) : () => this.#both(run, against, metric, over);
        this.#part('values', key, ask, (answer) => {
            if ('error' in answer) return this.#noValues(answer);
            this.loaded = { ...answer, key };
            this.#show();
        });
        if (this.loaded?.key === key) this.#show();
    }

    /** @param {number} run @param {string} metric @param {string} over @param {string | null} contexts */
    async #one(run, metric, over, contexts) {
        const [tree, values] = await Promise.all([this.data.tree(run), this.data.values({ run, metric, over, contexts, iterations: this.#iterations() })]);
        const { inclusive, exclusive } = /** @type {Record<string, Float64Array>} */ (values.columns);
        return { base: baseOf(tree), values: { inclusive, exclusive, ...this.#laws() }, other: null, header: values.header };
    }

    /** The iterations to ask for: a report has answers for all of them, and so do two runs. */
    #iterations() {
        const { iterations, against } = this.state();
        return this.data.live && against === null && iterations ? iterations.join('-') : null;
    }

    /** @param {number} run @param {number} against @param {string} metric @param {string} over */
    async #both(run, against, metric, over) {
        const answer = await this.data.diff({ run, against, metric, over });
        const columns = /** @type {Record<string, Float64Array>} */ (answer.columns);
        return {
            base: baseOf(answer, 'a_node'),
            values: { inclusive: columns.a, exclusive: columns.a_exclusive, ...this.#laws() },
            other: { inclusive: columns.b, exclusive: columns.b_exclusive, ...this.#laws() },
            header: answer.header,
        };
    }

    /** Whether values may be added over call paths, and whether sums of reduced values are exact. @param {string | undefined} [scope] */
    #laws(scope = this.model.metric?.scope) {
        const { over } = this.state();
        return { additive: scope !== 'point', exact: over === 'mean' || over === 'sum' };
    }

    /** The tree after transforms, then everything that hangs on its rows. */
    #show() {
        const { model, loaded } = this;
        if (!loaded) return;
        const state = this.state();
        const inverted = state.transforms.some(({ kind }) => kind === 'invert');
        const shown = JSON.stringify([loaded.key, state.transforms, inverted && [...this.columns.keys()]]);
        if (shown !== this.shown) {
            this.shown = shown;
            const { base, values, other, header } = loaded;
            const current = plan(base, state.transforms, hasOwnCost(base, values, other, ...valuesIn(this.columns)));
            this.plan = current;
            model.tree = { ...evaluate(base, current, values), elapsed: this.#awaitedElapsed(current.shape.length) };
            model.total = rootSum(model.tree, model.tree.inclusive);
            model.unit = header.unit ?? model.metric?.unit ?? '';
            model.combined = header.combined ?? '';
            model.within = header.within ?? false;
            model.upright = inverted ? this.#upright() : () => model.tree;
            this.#fillColumns();
            model.hot = new Set(state.transforms.length === 0 && header.hotPath ? header.hotPath : hotPath(model.tree));
            model.error = null;
            this.shownOf = this.#what();
            model.diff = other ? this.#other(evaluate(base, current, other), base, header) : null;
            this.changed(['tree', 'error', 'diff', 'found']);
        }
        model.found = model.tree ? found(model.tree, state.search) : null;
        this.#select();
        this.#beside();
        this.#columns();
    }

    /** Made when it is asked for, once. */
    #upright() {
        const { base, values } = /** @type {NonNullable<typeof this.loaded>} */ (this.loaded);
        const transforms = this.state().transforms.filter(({ kind }) => kind !== 'invert');
        /** @type {import('./types.js').Tree | null} */
        let tree = null;
        return () => (tree ??= evaluate(base, plan(base, transforms), values));
    }

    /** Metrics in columns of their own: one run, the same ranks and iterations. */
    #columns() {
        const { run, over, contexts, columns, against } = this.state();
        const known = this.model.runInfo?.metrics ?? [];
        const metrics = against === null ? known.filter(({ name }) => columns.some(({ metric }) => metric === name)) : [];
        const ask = () => askColumns(metrics, (metric) => this.data.values({ run, metric, over, contexts: ranges(contexts), iterations: this.#iterations() }), (scope) => this.#laws(scope));
        this.#part('columns', JSON.stringify([this.loaded?.key, metrics.map(({ name }) => name)]), ask, (answer) => {
            if ('error' in answer) return;
            this.columns = answer;
            this.#fillColumns();
            this.#show();
        });
    }

    #fillColumns() {
        if (this.loaded && this.plan) this.model.columns = shownColumns(this.columns, this.loaded.base, this.plan);
    }

    /** What the threshold leaves; what is selected stays. */
    #keep() {
        const { model } = this;
        if (!model.tree) return;
        const { inclusive } = model.tree;
        const runs = [{ values: inclusive, total: model.total }, ...(model.diff ? [{ values: model.diff.inclusive, total: model.diff.total }] : [])];
        const share = model.metric?.scope === 'point' ? 0 : this.state().least / 100;
        model.kept = keptRows(model.tree, runs, share, model.selectedRow);
    }

    /** What stands beside the tree is asked for behind it, because the tree is what people wait for. */
    #beside() {
        const { model, plan: current, loaded } = this;
        const metric = model.metric?.name;
        if (!current || !loaded || !metric) return;
        const { run, scope, over, contexts } = this.state();
        this.#part('contexts', `${run}`, () => this.data.contexts(run), () => {
            this.#mask();
            this.#select();
        });
        this.#part('findings', `${run} ${metric}`, () => this.data.findings(run, metric));
        if (!this.#comparesRanks()) return;
        const ask = () => this.data.imbalance({ run, metric, scope, over, contexts: ranges(contexts), iterations: this.#iterations() });
        this.#part('imbalance', `${this.shown} ${scope}`, ask, (answer) => {
            if ('error' in answer || !model.tree) return;
            const { imbalance, elapsed } = answer.columns;
            const { additive } = loaded.values;
            model.tree = { ...model.tree, imbalance: ofWholeNodes(current, imbalance, additive, scope), elapsed: elapsed ? ofWholeNodes(current, elapsed, additive) : null };
        });
    }

    #comparesRanks() {
        return this.state().against === null && (this.model.runInfo?.contexts ?? 1) > 1;
    }

    /** A column that was there stays, without values, until the answer for the new tree says whether it has one. @param {number} length */
    #awaitedElapsed(length) {
        return this.model.tree?.elapsed && this.#comparesRanks() ? new Float64Array(length).fill(NaN) : null;
    }

    /** @param {import('./types.js').Tree} tree @param {import('../tree/tree.js').Base} base @param {any} header */
    #other(tree, base, header) {
        const name = this.model.runs.find((run) => run.id === this.state().against)?.name ?? '';
        const changes = (header.changes ?? []).map((/** @type {any} */ { kind, row, text }) => ({ kind, text, path: pathOf(base, row) }));
        return { inclusive: tree.inclusive, exclusive: tree.exclusive, total: rootSum(tree, tree.inclusive), name, changes, note: header.note ?? '' };
    }

    /** What the selected row asks for; nothing selected means the whole program. */
    #select() {
        const { model } = this;
        const tree = model.tree;
        const metric = model.metric?.name;
        if (!tree || !metric) return;
        const { run, node, scope, over, contexts } = this.state();
        model.selectedRow = node ? rowOf(tree, node) : -1;
        this.#keep();
        const request = tree.request(model.selectedRow, scope);
        const key = JSON.stringify([run, metric, request.scope, request.nodes.length > 50 ? [this.shown, model.selectedRow] : [...request.nodes]]);
        if (request.nodes.length === 0) {
            const missing = () => Promise.reject(new DataError('This run does not have the selected call path.', 'It is there in the run that it is compared with.', true));
            for (const part of /** @type {const} */ (['ranks', 'series', 'executions'])) this.#part(part, key, missing);
            return;
        }
        const within = this.#iterations();
        const repeated = this.#ofRepetitions();
        this.#part('ranks', [key, within, repeated].filter(Boolean).join(' '), () => this.data.ranks({ run, metric, ...request, contexts: repeated, iterations: within }));
        // iterations are of one call path; of the whole program, its heaviest root. Its executions are of all roots.
        const one = model.selectedRow < 0 ? tree.nodes(hotPath(tree)[0] ?? 0) : request.nodes;
        const place = ranges(contexts);
        const lone = JSON.stringify([run, metric, request.scope, one.length === 1 ? one[0] : 'joined', place]);
        const joined = () => Promise.reject(new DataError('Several call paths are joined here.', 'Choose a single one to see its executions and iterations.', true));
        const query = { run, metric, scope: request.scope, node: one[0], contexts: place };
        this.#part('series', lone, one.length === 1 ? () => this.data.series(query) : joined);
        const all = model.selectedRow < 0 ? request.nodes : one;
        const many = all.length > MOST_EXECUTED || (model.selectedRow >= 0 && all.length > 1);
        const executed = `${JSON.stringify([run, metric, request.scope, many ? 'joined' : [...all], place])} ${over}`;
        this.#part('executions', executed, many ? joined : () => this.data.executions({ ...query, nodes: all, over }));
    }

    /** All contexts of the repetitions that are chosen, null where none is left out: ranks are compared within them. */
    #ofRepetitions() {
        const { model } = this;
        const repetition = model.contexts?.columns.repetition;
        const { contexts } = this.state();
        model.repetitions = null;
        if (!contexts || !repetition) return null;
        const chosen = new Set(contexts.flatMap(([from, to]) => Array.from(repetition.slice(from, to + 1))));
        const all = new Set(repetition);
        if (chosen.size === 0 || chosen.size === all.size) return null;
        model.repetitions = [...chosen].sort((a, b) => a - b);
        return ranges(rangesOf(Array.from(repetition.keys()).filter((at) => chosen.has(repetition[at]))));
    }

    #mask() {
        const { model } = this;
        const wanted = this.state().contexts;
        const length = model.contexts?.columns.rank?.length ?? 0;
        if (!wanted || length === 0) {
            model.selectedMask = null;
            return;
        }
        model.selectedMask = new Uint8Array(length);
        for (const [from, to] of wanted) model.selectedMask.fill(1, from, to + 1);
    }

}
