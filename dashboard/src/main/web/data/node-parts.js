// The parts that depend on the selected node: its values by rank, by iteration and by execution. If no node is selected,
// they are of the whole program.

import { ranges, rangesOf } from '../draw/format.js';
import { hotPath } from '../tree/tree.js';
import { keyOf } from './parts.js';
import { definitionsFor } from './run-infos.js';
import { DataError } from './wire.js';

/** @typedef {import('./types.js').Data} Data */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Tree} Tree */
/** @typedef {import('./parts.js').Part} Part */
/** @typedef {{nodes: Int32Array, scope: import('./types.js').Scope}} Request */

/** The maximum number of call paths, such as roots, in one question about executions. */
const MOST_EXECUTED = 1000;
/** Longer lists of nodes are identified by the tree and the row that they come from. */
const MOST_NODES_IN_KEY = 50;

const ABSENT = new DataError('This run does not have the selected call path.', 'It is there in the run that it is compared with.', true);
const JOINED = new DataError('Several call paths are joined here.', 'Choose a single one to see its executions and iterations.', true);
const absent = () => Promise.reject(ABSENT);
const joined = () => Promise.reject(JOINED);

/**
 * @param {Data} data
 * @param {State} state
 * @param {Model} model
 * @param {Tree} tree  as it is shown
 * @param {string} treeKey  identifies it
 * @param {string | null} iterations
 * @returns {Part[]}
 */
export function nodeParts(data, state, model, tree, treeKey, iterations) {
    const metric = model.metric?.name ?? '';
    const row = model.selectedRow;
    const request = tree.request(row, state.scope);
    const nodes = request.nodes.length > MOST_NODES_IN_KEY ? [treeKey, row] : [...request.nodes];
    /** @param {'ranks' | 'otherRanks' | 'series' | 'executions'} name @returns {Part['take']} */
    const into = (name) => (answer) => {
        model[name] = answer;
    };
    if (request.nodes.length === 0) {
        const key = keyOf(state.run, metric, request.scope, model.between);
        return /** @type {const} */ (['ranks', 'otherRanks', 'series', 'executions']).map((name) => ({ name, key, ask: absent, take: into(name) }));
    }
    const common = { run: state.run, metric, scope: request.scope, between: model.between, define: definitionsFor(state, metric) };
    const within = { ...common, contexts: contextsOfRepetitions(model), iterations };
    const chosen = { ...common, contexts: ranges(state.contexts) };
    // a series is of one call path: for the whole program, its most expensive root
    const one = row < 0 ? tree.request(hotPath(tree)[0] ?? -1, state.scope) : request;
    const single = one.nodes;
    const [node] = single;
    const executed = row < 0 ? request.nodes : single;
    const severalPaths = executed.length > MOST_EXECUTED || (row >= 0 && executed.length > 1);
    return [
        ...otherRanks(data, state, model, into('otherRanks')),
        { name: 'ranks', key: keyOf(within, nodes), ask: () => data.ranks({ ...within, nodes: request.nodes }), take: into('ranks') },
        single.length !== 1
            ? { name: 'series', key: keyOf(chosen, 'joined'), ask: joined, take: into('series') }
            : { name: 'series', key: keyOf(chosen, one.scope, node), ask: () => data.series({ ...chosen, scope: one.scope, node }), take: into('series') },
        severalPaths
            ? { name: 'executions', key: keyOf(chosen, 'joined'), ask: joined, take: into('executions') }
            : {
                name: 'executions',
                key: keyOf(chosen, state.over, [...executed], typeof state.run === 'string' && state.against),
                ask: () => data.executions({ ...chosen, over: state.over, nodes: executed, ...(typeof state.run === 'string' ? { against: state.against } : {}) }),
                take: into('executions'),
            },
    ];
}

/**
 * The same node by rank of the run that is compared with.
 * @param {Data} data @param {State} state @param {Model} model @param {Part['take']} take @returns {Part[]}
 */
function otherRanks(data, state, model, take) {
    const { against, scope } = state;
    if (against === null || !model.diff) {
        model.otherRanks = null;
        return [];
    }
    const metric = model.metric?.name ?? '';
    const request = model.diff.request(model.selectedRow, scope);
    const query = { run: against, metric, scope: request.scope, define: definitionsFor(state, metric) };
    const ask = async () => {
        if (request.nodes.length === 0) throw new DataError('does not have the selected call path', '', true);
        const [ranks, contexts] = await Promise.all([data.ranks({ ...query, nodes: request.nodes }), data.contexts(against)]);
        return { header: ranks.header, columns: { value: ranks.columns.value, number: contexts.columns.number } };
    };
    return [{ name: 'otherRanks', key: keyOf(query, [...request.nodes].slice(0, MOST_NODES_IN_KEY), request.nodes.length), ask, take }];
}

/** The selected repetitions, sorted; null if all are selected. @param {State} state @param {Model} model */
export function selectedRepetitions({ contexts }, model) {
    const repetition = model.contexts?.columns.repetition;
    if (!contexts || !repetition) return null;
    const chosen = new Set(contexts.flatMap(([from, to]) => Array.from(repetition.slice(from, to + 1))));
    return chosen.size === 0 || chosen.size === new Set(repetition).size ? null : [...chosen].sort((a, b) => a - b);
}

/** All contexts of the selected repetitions: ranks are compared within them. @param {Model} model */
function contextsOfRepetitions({ contexts, repetitions }) {
    const repetition = contexts?.columns.repetition;
    if (!repetitions || !repetition) return null;
    const chosen = new Set(repetitions);
    return ranges(rangesOf(Array.from(repetition.keys()).filter((at) => chosen.has(repetition[at]))));
}
