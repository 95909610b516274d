// Keeps the page in step with the files on disk: follows a recording in progress, offers to reload a file that was replaced, and
// shows how old the values are.

import { make } from '../draw/dom.js';
import { pinnedRows } from '../tree/open-rows.js';
import { flash } from './flash.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').RunState} RunState */

const EVERY_MS = 3000;
/** A recording without a new snapshot for this long may have ended without being finished. */
const SILENT_MS = 60_000;
/** The end of a recording changes several files, one after the other: for so long after it was seen, they are followed. */
const ENDING_MS = 30_000;

/**
 * The runs that are not on disk as the page shows them: `changed` ones the server has not opened again yet, others another page
 * has reloaded. Recordings in progress are not listed, because the page follows them. Pure.
 * @param {import('../data/types.js').RunInfo[]} shown
 * @param {RunState[]} now
 */
export function replacedRuns(shown, now) {
    return now.flatMap((state) => {
        const run = shown.find(({ id }) => id === state.id);
        return run && !state.recording && (state.changed || state.version !== (run.version ?? 0)) ? [{ ...state, name: run.name }] : [];
    });
}

/** @type {[number, string][]} */
const STEPS = [[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

/** 3 s ago, 5 min ago, 2 d ago. @param {number} millis */
export function ageText(millis) {
    const seconds = Math.max(0, Math.floor(millis / 1000));
    const [step, unit] = STEPS.find(([each]) => seconds >= each) ?? [1, 's'];
    return `${Math.floor(seconds / step)} ${unit} ago`;
}

/** What to say of the age of a run's values. @param {RunState | undefined} state @param {number} passed  milliseconds since it was asked for */
export function ageOf(state, passed) {
    if (!state || typeof state.age !== 'number') return '';
    const age = state.age + passed;
    if (!state.recording) return `written ${ageText(age)}`;
    return age < SILENT_MS ? `recording in progress · ${ageText(age)}` : `unfinished recording · last snapshot ${ageText(age)}`;
}

/**
 * The place above all views, hidden unless a file was replaced.
 * @param {HTMLElement} host @param {HTMLElement} age  shows how old the values are @param {App} app
 * @param {() => Promise<void>} refresh asks for all values again, in place
 */
export function replacedIn(host, age, app, refresh) {
    /** @type {ReturnType<typeof replacedRuns>} */
    let replaced = [];
    /** @type {RunState[]} */
    let states = [];
    let polled = 0;
    /** When a recording was last seen in progress, by run. @type {Map<number, number>} */
    const recordedAt = new Map();
    let busy = false;
    let shown = '';
    let failure = '';

    function show() {
        const key = JSON.stringify([replaced.map(({ id, name, version }) => [id, name, version]), failure]);
        if (key === shown) return;
        shown = key;
        host.hidden = replaced.length === 0;
        const names = replaced.map(({ name }) => name).join(', ');
        const text = `${names} ${replaced.length === 1 ? 'was' : 'were'} replaced on disk. The page shows the values from before.`;
        const button = make('button', { type: 'button', class: 'button', onclick: () => void reload() }, 'Reload');
        host.replaceChildren(make('p', { role: 'alert' }, failure ? `${text} ${failure}` : text), button);
    }

    function showAge() {
        const state = states.find(({ id }) => id === app.state.run);
        const text = ageOf(state, performance.now() - polled);
        if (age.textContent === text) return;
        age.textContent = text;
        age.hidden = text === '';
        age.classList.toggle('live', state?.recording ?? false);
    }

    async function check() {
        if (busy) return;
        busy = true;
        try {
            const before = states;
            ({ runs: states } = await app.data.state());
            polled = performance.now();
            for (const { id, recording } of [...before, ...states]) if (recording) recordedAt.set(id, polled);
            replaced = replacedRuns(app.model.runs, states).filter(({ id }) => !isFollowed(id));
            if (replaced.length === 0) failure = '';
            await follow(before);
        } catch {
            return; // the request that needs the server reports the failure
        } finally {
            busy = false;
        }
        show();
        showAge();
    }

    /** @param {number} id */
    function isFollowed(id) {
        return polled - (recordedAt.get(id) ?? -Infinity) < ENDING_MS;
    }

    /** Shows the newest snapshot of a recording, and the recording when it is finished. @param {RunState[]} before */
    async function follow(before) {
        if (app.model.loading.size > 0) return; // the next check follows
        const { run, against } = app.state;
        const recorded = states.filter(({ id }) => (id === run || id === against) && isFollowed(id));
        const newer = recorded.filter(({ id, changed, version }) => changed || version !== (app.model.runs.find((each) => each.id === id)?.version ?? 0));
        if (newer.length === 0) return;
        for (const { id, changed } of newer) if (changed) await app.data.reload(id);
        const pinned = pinnedRows(app);
        if (pinned) app.select(pinned, { replace: true });
        await refresh();
        ({ runs: states } = await app.data.state());
        polled = performance.now();
        const isRecorded = (/** @type {RunState[]} */ of) => newer.some(({ id }) => of.find((each) => each.id === id)?.recording);
        if (isRecorded(before) && !isRecorded(states)) flash('The recording is complete.');
    }

    async function reload() {
        try {
            for (const { id, changed } of replaced) if (changed) await app.data.reload(id);
            replaced = [];
            show();
            await refresh();
            await check();
            app.announce('The values of the new file are shown.');
        } catch (problem) {
            const { message, hint } = /** @type {Error & {hint?: string}} */ (problem);
            failure = `Not reloaded: ${[message, hint].filter(Boolean).join('; ')}.`;
            show();
        }
    }

    if (app.data.live) {
        setInterval(() => document.visibilityState === 'visible' && void check(), EVERY_MS);
        setInterval(showAge, 1000);
        document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void check());
        void check();
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
