// How far the numbers can be trusted: what of a profile was not read, and how unclear places of it were understood.

import { make } from '../draw/dom.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').RunInfo} RunInfo */

/** So many reasons stand in the sentence; the dialog about the run lists all of them. */
const NAMED = 3;

/**
 * What to say of a run of which values are missing; null where it was read as a whole.
 * @param {RunInfo | null | undefined} run
 * @param {string} [name]  what to call it
 */
export function lossOf(run, name = 'This profile') {
    const reasons = (run?.warnings ?? []).filter(({ lossy }) => lossy).map(({ text }) => text.replace(/\.$/, ''));
    if (reasons.length === 0) return null;
    const more = reasons.length > NAMED ? `; and ${reasons.length - NAMED} more` : '';
    return `${name} is incomplete: ${reasons.slice(0, NAMED).join('; ')}${more}. The values below cover the readable part.`;
}

/**
 * What to say of the run on the page, and of the one that it is compared with.
 * @param {Pick<App, 'state' | 'model'>} app
 * @returns {{losses: string[], notes: string[]}}
 */
export function remarksOf({ state, model }) {
    const run = infoOf(model, state.run) ?? model.runInfo ?? undefined;
    const other = infoOf(model, state.against) ?? model.otherInfo ?? undefined;
    const losses = [lossOf(run), lossOf(other, other?.name)].filter((text) => text !== null);
    return { losses, notes: [...notesOf(run), ...notesOf(other).map((text) => `${other?.name}: ${text}`)] };
}

/** As it is listed now: reading values may have added warnings. @param {App['model']} model @param {import('../data/types.js').RunRef | null} run */
const infoOf = (model, run) => model.runs.find(({ id }) => id === run);

/** @param {RunInfo | undefined} run */
const notesOf = (run) => (run?.warnings ?? []).filter(({ lossy }) => !lossy).map(({ text }) => text);

/** The place above all views, not there where there is nothing to say. @param {HTMLElement} host @param {App} app */
export function remarksIn(host, app) {
    let shown = '';
    host.hidden = true;
    return {
        update() {
            const remarks = remarksOf(app);
            const key = JSON.stringify(remarks);
            if (key === shown) return; // a list that is open stays open
            shown = key;
            host.hidden = remarks.losses.length + remarks.notes.length === 0;
            host.replaceChildren(...remarks.losses.map((text) => make('p', { class: 'loss', role: 'alert' }, text)), ...listOf(app, remarks.notes));
        },
    };
}

/** @param {App} app @param {string[]} notes */
function listOf({ format }, notes) {
    if (notes.length === 0) return [];
    const summary = make('summary', {}, `${format.counted(notes.length, 'note')} on how this profile was read`);
    return [make('details', { class: 'notes' }, summary, make('ul', {}, ...notes.map((text) => make('li', {}, text))))];
}
