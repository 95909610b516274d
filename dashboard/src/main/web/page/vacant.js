// Panels that have nothing to show for a run, and why: they give up their space to the others.

import { whole } from '../draw/format.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{panel: string, why: string}} Vacancy */

/** Decided per run, not per node, so that panels do not come and go with the selection. @param {App} app @returns {Vacancy[]} */
export function vacancies({ model }) {
    const { runInfo, runs, contexts, metric } = model;
    if (!runInfo || runInfo.problem || !contexts) return [];
    /** @type {Vacancy[]} */
    const list = [];
    if (contexts.columns.number.length < 2) list.push({ panel: 'processes-panel', why: `Processes: ${whyOnePlace(runInfo)}` });
    const executions = (runInfo.repetitions ?? 0) > 1 || metric?.iterations !== false || runs.filter(({ problem }) => !problem).length > 1;
    if (!executions) list.push({ panel: 'executions-panel', why: 'Executions: the profile has one execution and no recorded iterations.' });
    return list;
}

/** The metadata may state more ranks than the profile has values of. @param {import('../data/types.js').RunInfo} run */
function whyOnePlace({ ranks = 0, processes = 1 }) {
    if (processes < 2) return 'the profile has one rank and one thread.';
    return ranks > 0 ? `the profile has one of the ${whole(processes)} ranks of the run.` : `the run had ${whole(processes)} ranks, but the profile has aggregated values only, without ranks.`;
}
