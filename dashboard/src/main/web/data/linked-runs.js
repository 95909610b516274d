// The runs that an address names. A server of many runs opens them when they are first looked at, so that the runs of a link
// may not be open yet.

import { keyOf } from './parts.js';
import { GROUP } from './state.js';
import { problem } from './wire.js';

/** @typedef {import('./types.js').Problem} Problem */

const LISTED = /^run in \((.*)\)$/;

/** The names that the run, the other run, and groups that list names are made of. @param {string} hash @returns {string[]} */
export function namedRuns(hash) {
    const texts = hash.replace(/^#/, '').split('&').flatMap((part) => part.match(/^(?:run|against)=(.+)$/)?.[1] ?? []);
    return [...new Set(texts.flatMap(namesIn))];
}

/** @param {string} text @returns {string[]} */
function namesIn(text) {
    try {
        if (!text.startsWith(GROUP)) return /^\d+$/.test(text) ? [] : [decodeURIComponent(text)];
        const listed = LISTED.exec(decodeURIComponent(text.slice(GROUP.length)))?.[1] ?? '';
        return Array.from(listed.matchAll(/"([^"]*)"|'([^']*)'/g), ([, double, single]) => double ?? single);
    } catch {
        return []; // an invalid escape such as %E0%A4
    }
}

const NO_RUN_NAMED = { error: 'No run is open.', hint: 'Open one in the list of all runs.' };

export class LinkedRuns {
    /** @param {import('./types.js').Data} data @param {() => string[]} names @param {() => Promise<void>} opened */
    constructor(data, names, opened) {
        this.data = data;
        this.names = names;
        this.opened = opened;
        /** @type {{of: string, error: Problem | null}} */
        this.asked = { of: '', error: null };
    }

    /** Runs that did not open are tried again. */
    forget() {
        this.asked = { of: '', error: null };
    }

    /**
     * Opens the runs of the address that are not open. Null if all are open or the server has single runs only.
     * @param {import('./types.js').Model} model @returns {'opening' | Problem | null}
     */
    state({ runs, start }) {
        if (start !== 'runs' || !this.data.live) return null;
        const closed = this.names().filter((name) => !runs.some((run) => run.name === name));
        if (closed.length === 0) return runs.length === 0 ? NO_RUN_NAMED : null;
        if (this.asked.of === keyOf(closed)) return this.asked.error ?? 'opening';
        this.asked = { of: keyOf(closed), error: null };
        void this.#open(closed, this.asked);
        return 'opening';
    }

    /** @param {string[]} names @param {{error: Problem | null}} asked */
    async #open(names, asked) {
        try {
            for (const name of names) await this.data.openOfEnsemble(name);
        } catch (failure) {
            asked.error = problem(failure);
        }
        await this.opened();
    }
}
