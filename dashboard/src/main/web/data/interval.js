// The trace of a run, and the time interval that the numbers of the page are restricted to.

import { keyOf } from './parts.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').RunInfo} RunInfo */

/**
 * The interval as questions state it; null for the whole run. Mailed files and comparisons are of whole runs.
 * @param {import('./types.js').Data} data @param {State} state @param {Model} model
 */
export function intervalOf(data, { between, against, run }, model) {
    const end = model.traceOf === run ? model.trace?.header.nanos : null;
    if (!between || !end || against !== null || !data.live) return null;
    const [from, to] = [Math.min(between[0], end - 1), Math.min(between[1], end)];
    return from === 0 && to === end ? null : `${from}-${to}`;
}

/** A run restricted to an interval has the time of its trace as its metric. @param {RunInfo | null} info @param {Model} model @returns {RunInfo | null} */
export function infoWithin(info, { between, trace }) {
    if (!info || !between || !trace) return info;
    const { metrics } = trace.header;
    return { ...info, metrics, metric: metrics[0].name, contexts: trace.columns.context.length };
}

/**
 * The rows and the length of the trace.
 * @param {import('./types.js').Data} data @param {State} state @param {Model} model @param {() => void} update
 * @returns {import('./parts.js').Part}
 */
export function tracePart(data, { run }, model, update) {
    const info = model.runs.find(({ id }) => id === run);
    return {
        name: 'trace',
        key: keyOf(run, info?.version),
        ask: async () => (typeof run === 'string' ? { error: 'A group has no trace.' } : data.trace(run)),
        take: (answer) => {
            model.trace = 'error' in answer || answer.columns.context.length === 0 ? null : answer;
            model.traceOf = run;
            update();
        },
    };
}
