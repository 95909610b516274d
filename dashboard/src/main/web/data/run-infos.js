// The properties of the runs on the page: open runs are listed by the server at the start, groups of runs and runs with
// computed metrics are asked for when the state first names them.

import { problem } from './wire.js';

/** @typedef {import('./types.js').RunInfo} RunInfo */
/** @typedef {import('./types.js').RunRef} RunRef */
/** @typedef {import('./types.js').Definition} Definition */
/** @typedef {import('./types.js').Problem} Problem */

export const NO_PROFILE = { error: 'No profile is open.', hint: 'Drop a profile here, or start treeline serve with the path of one.' };

/** `NAME=FORMULA`, as requests write it. @param {Definition[]} definitions */
export const definitionTexts = (definitions) => definitions.map(({ name, formula }) => `${name}=${formula}`);

/**
 * What a question about a metric must define: nothing, if the run has the metric.
 * @param {import('./types.js').State} state @param {string} metric
 */
export function definitionsFor({ define }, metric) {
    return define.some(({ name }) => name === metric) ? definitionTexts(define) : null;
}

export class RunInfos {
    /** @param {import('./types.js').Data} data @param {() => void} answered */
    constructor(data, answered) {
        this.data = data;
        this.answered = answered;
        /** @type {Map<string, RunInfo | Problem | 'asked'>} by the text of the question */
        this.known = new Map();
    }

    /** Groups change with the list of runs. */
    forget() {
        this.known.clear();
    }

    /**
     * The run of the state, null until the server has answered.
     * @param {RunRef} run @param {Definition[]} define @param {RunInfo[]} runs @returns {RunInfo | Problem | null}
     */
    of(run, define, runs) {
        const listed = runs.find(({ id }) => id === run);
        if (typeof run === 'number' && (!listed || listed.problem || define.length === 0)) return listed ?? notOpen(run);
        if (!this.data.live) return { error: 'A file computes no groups of runs and no metrics by formula.', hint: 'Remove them above, or run “treeline serve” on the profiles.' };
        const key = JSON.stringify([run, define]);
        const known = this.known.get(key);
        if (known === undefined) void this.#ask(key, { run, define: definitionTexts(define) });
        return known === undefined || known === 'asked' ? null : known;
    }

    /**
     * The run of the state and the one that it is compared with, or why one is not there; null until the server has answered.
     * @param {import('./types.js').State} state @param {RunInfo[]} runs
     * @returns {{info: RunInfo | null, other: RunInfo | null, error: Problem | null} | null}
     */
    named({ run, against, define }, runs) {
        const found = this.of(run, define, runs);
        const second = against === null ? null : this.of(against, [], runs);
        const error = [found, second].find((each) => each && 'error' in each);
        const [info, other] = [found, second].map((each) => (each && 'id' in each ? each : null));
        if (error && 'error' in error) return { info, other, error };
        if (!info || (against !== null && !other)) return null;
        return { info, other, error: info.problem ? whyNoMetric(info) : null };
    }

    /** @param {string} key @param {{run: RunRef, define: string[]}} query */
    async #ask(key, query) {
        this.known.set(key, 'asked');
        this.known.set(key, await this.data.run(query).catch(problem));
        this.answered();
    }
}

/** @param {number} run @returns {Problem} */
function notOpen(run) {
    return { error: run < 0 ? 'The run of this link is not open.' : `Run ${run} is not open.`, hint: 'Select a run above.' };
}

/** Why a run has no metric to show. @param {RunInfo | null} info @returns {Problem} */
export function whyNoMetric(info) {
    if (info?.problem) return { error: `${info.name} did not open.`, hint: info.problem };
    return { error: `${info?.name ?? 'The run'} has no metric.`, hint: info?.members ? 'Its runs have no metric in common.' : 'Its call tree has no values.' };
}
