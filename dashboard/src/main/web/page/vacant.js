// Panels that have nothing to show for a run, and why: they give up their space to the others.

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{panel: string, why: string}} Vacancy */

/** Decided per run, not per node, so that panels do not come and go with the selection. @param {App} app @returns {Vacancy[]} */
export function vacancies({ model }) {
    const { runInfo, runs, contexts, metric } = model;
    if (!runInfo || runInfo.problem || !contexts) return [];
    /** @type {Vacancy[]} */
    const list = [];
    if (contexts.columns.number.length < 2) list.push({ panel: 'processes-panel', why: 'Processes: the profile has one rank and one thread.' });
    const executions = (runInfo.repetitions ?? 0) > 1 || metric?.iterations !== false || runs.filter(({ problem }) => !problem).length > 1;
    if (!executions) list.push({ panel: 'executions-panel', why: 'Executions: the profile has one execution and no recorded iterations.' });
    return list;
}
