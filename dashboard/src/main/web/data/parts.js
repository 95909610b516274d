// The parts of the model that are answers: each asks one question at a time, and drops the answers to earlier ones.

import { problem } from './wire.js';

/**
 * A question and what to do with its answer. The key says what the answer depends on: the same key is not asked twice.
 * @typedef {Object} Part
 * @property {'values' | 'columns' | 'imbalance' | 'contexts' | 'operations' | 'findings' | 'trace' | 'ranks' | 'otherRanks' | 'series' | 'executions'} name
 * @property {string} key
 * @property {() => Promise<any>} ask
 * @property {(answer: any) => void} take  gets the answer, or a Problem
 */

/** @param {...unknown} dependencies */
export const keyOf = (...dependencies) => JSON.stringify(dependencies);

export class Parts {
    /**
     * @param {Set<string>} loading  the names of the parts that wait for an answer
     * @param {(changed: string[]) => void} changed
     * @param {() => void} answered
     */
    constructor(loading, changed, answered) {
        this.loading = loading;
        this.changed = changed;
        this.answered = answered;
        /** @type {Map<string, string>} the last key that each part asked for */
        this.keys = new Map();
        /** part of every key: with another one, every part asks again, and earlier answers are dropped */
        this.generation = 0;
    }

    /** @param {Part} part */
    async ask({ name, key: question, ask, take }) {
        const key = `${this.generation} ${question}`;
        if (this.keys.get(name) === key) return;
        this.keys.set(name, key);
        this.loading.add(name);
        this.changed(['loading']);
        const answer = await answerTo(ask);
        if (this.keys.get(name) !== key) return; // the part has asked another question since
        this.loading.delete(name);
        take(answer);
        this.changed([name, 'loading']);
        this.answered();
    }

    /** The part asks again, whatever its key. @param {Part['name']} name */
    forget(name) {
        this.keys.delete(name);
    }

    forgetAll() {
        this.keys.clear();
    }
}

/** @param {Part['ask']} ask */
async function answerTo(ask) {
    try {
        return await ask();
    } catch (failure) {
        return problem(failure);
    }
}
