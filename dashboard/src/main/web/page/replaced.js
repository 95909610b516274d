// Tells that the file of a run was replaced on disk, and offers to reload it.

import { make } from '../draw/dom.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').RunState} RunState */

const EVERY_MS = 3000;

/**
 * The runs that are not on disk as the page shows them: `changed` ones the server has not opened again yet, others another page
 * has reloaded. Pure.
 * @param {import('../data/types.js').RunInfo[]} shown
 * @param {RunState[]} now
 */
export function replacedRuns(shown, now) {
    return now.flatMap((state) => {
        const run = shown.find(({ id }) => id === state.id);
        return run && (state.changed || state.version !== (run.version ?? 0)) ? [{ ...state, name: run.name }] : [];
    });
}

/** The place above all views, hidden unless a file was replaced. @param {HTMLElement} host @param {App} app @param {() => void} restart shows the page anew */
export function replacedIn(host, app, restart) {
    /** @type {ReturnType<typeof replacedRuns>} */
    let replaced = [];
    let shown = '';
    let failure = '';

    function show() {
        const key = JSON.stringify([replaced, failure]);
        if (key === shown) return;
        shown = key;
        host.hidden = replaced.length === 0;
        const names = replaced.map(({ name }) => name).join(', ');
        const text = `${names} ${replaced.length === 1 ? 'was' : 'were'} replaced on disk. The page shows the values from before.`;
        const button = make('button', { type: 'button', class: 'button', onclick: () => void reload() }, 'Reload');
        host.replaceChildren(make('p', { role: 'alert' }, failure ? `${text} ${failure}` : text), button);
    }

    async function check() {
        try {
            const { runs } = await app.data.state();
            replaced = replacedRuns(app.model.runs, runs);
            if (replaced.length === 0) failure = '';
        } catch {
            return; // the request that needs the server reports the failure
        }
        show();
    }

    async function reload() {
        try {
            for (const { id, changed } of replaced) if (changed) await app.data.reload(id);
            restart();
        } catch (problem) {
            const { message, hint } = /** @type {Error & {hint?: string}} */ (problem);
            failure = `Not reloaded: ${[message, hint].filter(Boolean).join('; ')}.`;
            show();
        }
    }

    if (app.data.live) {
        setInterval(() => document.visibilityState === 'visible' && void check(), EVERY_MS);
        document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void check());
    }
    return {
        /** What failed may have failed because its file was replaced: then it is reloaded first. @param {() => void} again */
        async retry(again) {
            await check();
            if (replaced.length > 0) await reload();
            else again();
        },
    };
}
