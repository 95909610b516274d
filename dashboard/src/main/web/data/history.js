// The states of the page over time, kept by the browser's history. Undo is the browser's own Back, so both always agree.

import { DEFAULTS, decode, difference, encode, runText, UNNAMED } from './state.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./state.js').RunNames} RunNames */

/** Two changes of the same keys within this time, such as held arrow keys, are one step back. */
const ONE_STEP_MILLIS = 600;

/** The address of a page on which nothing is selected; an empty address lets the page choose what to show first. */
const WHOLE_PROGRAM = 'whole';

/** Whether an address leaves open what to show: it is empty, or names a run only. @param {string} hash */
const leavesOpen = (hash) => /^#?(run=[^&]*)?$/.test(hash);

export class History {
    /** @param {(state: State, changed: Set<string>) => void} changed */
    constructor(changed) {
        this.changed = changed;
        this.names = UNNAMED;
        /** whether the page may still choose what to show first: neither the address nor the reader has chosen */
        const saved = document.querySelector('meta[name=treeline-state]')?.getAttribute('content') ?? '';
        if (saved && leavesOpen(location.hash)) history.replaceState(history.state, '', `#${saved}`); // the state that a saved page was written in
        this.fresh = leavesOpen(location.hash);
        this.state = decode(location.hash);
        this.at = Number(history.state?.at ?? 0);
        this.newest = this.at;
        this.lastKeys = '';
        this.lastMillis = 0;
        addEventListener('popstate', () => this.#moved());
    }

    #moved() {
        this.at = Number(history.state?.at ?? 0);
        this.newest = Math.max(this.newest, this.at);
        this.lastKeys = '';
        this.fresh = false;
        this.#become(decode(location.hash, this.names));
    }

    /** Decodes the address again when the names of the runs, which links contain, become known. @param {RunNames} names */
    know(names) {
        this.names = names;
        this.#become(decode(location.hash, names));
    }

    /** A link that names its run, even if that is the first of several. */
    get link() {
        return `${location.href.split('#')[0]}#${this.#text(this.state, this.names.size > 1)}`;
    }

    /** @param {State} state @param {boolean} named  whether the first run is named, too */
    #text(state, named) {
        const run = named && state.run === DEFAULTS.run && this.names.size > 0 ? `run=${runText(state.run, this.names)}` : '';
        return [run, encode(state, this.names)].filter(Boolean).join('&');
    }

    /** @param {State} next */
    #become(next) {
        const changed = difference(this.state, next);
        if (changed.size === 0) return;
        this.state = next;
        this.changed(next, changed);
    }

    /** @param {Partial<State>} changes @param {boolean} [replace] */
    select(changes, replace = false) {
        const next = Object.freeze({ ...this.state, ...changes });
        const keys = [...difference(this.state, next)].sort().join();
        if (!keys) return;
        if (!replace) this.fresh = false;
        const again = keys === this.lastKeys && !('page' in changes) && performance.now() - this.lastMillis < ONE_STEP_MILLIS;
        this.#write(next, replace || again);
        this.lastKeys = keys;
        this.lastMillis = performance.now();
        this.#become(next);
    }

    /** @param {State} next @param {boolean} replace */
    #write(next, replace) {
        const address = `#${this.#text(next, next.page === 'run') || WHOLE_PROGRAM}`; // the first run of a folder is the one that was opened first
        if (replace) {
            history.replaceState({ at: this.at }, '', address);
        } else {
            this.at++;
            this.newest = this.at;
            history.pushState({ at: this.at }, '', address);
        }
    }

    get canUndo() {
        return this.at > 0;
    }

    get canRedo() {
        return this.at < this.newest;
    }

    undo() {
        if (this.canUndo) history.back();
    }

    redo() {
        if (this.canRedo) history.forward();
    }
}
