// The dialog that tests two groups of runs against each other: their runs are opened, and the page of a run compares the
// mean of one group with that of the other.

import { conditionOfNames } from '../define/completion.js';
import { GROUP } from '../data/state.js';
import { problem } from '../data/wire.js';
import { make } from '../draw/dom.js';
import { counted } from '../draw/format.js';
import { overlay } from '../draw/overlay.js';
import { flash } from '../page/flash.js';
import { cellText } from './run-columns.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./types.js').Runs} Runs */
/** @typedef {{key: string, label: string, runs: number[]}} Side */

/** Each run is opened as a profile of its own, which takes memory and time. */
export const MOST_RUNS = 200;
const MOST_GROUPS = 24;
const FOLDER = 'folder of the run';

/** The folder of each run as a column: builds are often kept in folders. @param {string[]} names @returns {import('./types.js').RunColumn} */
function folderColumn(names) {
    const folders = names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf('/'))) || '.');
    const words = [...new Set(folders)];
    const code = new Map(words.map((word, at) => [word, at]));
    return { name: FOLDER, kind: 'text', whole: false, constant: words.length < 2, words, values: Int32Array.from(folders, (folder) => code.get(folder) ?? -1) };
}

/** @param {Runs} runs @param {string | null} column */
const columnNamed = ({ byName, names }, column) => (column === FOLDER ? folderColumn(names) : byName.get(column ?? ''));

/**
 * The groups that can be compared: the selected runs, the other runs, and one group per value of a column.
 * @param {Runs} runs @param {string | null} column @returns {Side[]}
 */
export function sidesOf(runs, column) {
    const { names, selection } = runs;
    /** @type {Side[]} */
    const sides = [];
    if (selection.count > 0 && selection.count < names.length) {
        const others = names.map((_, run) => run).filter((run) => !selection.mask[run]);
        sides.push({ key: 'selected', label: 'the selected runs', runs: Array.from(selection.runs) }, { key: 'others', label: 'the other runs', runs: others });
    }
    const known = columnNamed(runs, column);
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    if (known) for (const run of selection.runs) groups.set(cellText(known, run), [...(groups.get(cellText(known, run)) ?? []), run]);
    const values = [...groups].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
    if (known) for (const [value, members] of values) sides.push({ key: `=${value}`, label: `${known.name} = ${value}`, runs: members });
    return sides;
}

/** Why two groups cannot be compared; empty if they can. @param {Side | undefined} one @param {Side | undefined} other */
export function whyNot(one, other) {
    if (!one || !other || one === other) return 'Select two different groups. Select runs in a view, or choose a column above.';
    const both = one.runs.filter((run) => other.runs.includes(run)).length;
    if (both > 0) return `${counted(both, 'run')} ${both === 1 ? 'is' : 'are'} in both groups. Choose groups without common runs.`;
    const all = one.runs.length + other.runs.length;
    return all > MOST_RUNS ? `These groups have ${counted(all, 'run')}. At most ${MOST_RUNS} runs can be opened for a comparison: select fewer.` : '';
}

/** Columns with several values, few enough for a list. @param {Runs} runs */
function columnsOf({ columns, selection, names }) {
    return [...columns, folderColumn(names)].filter((each) => {
        const values = new Set(Array.from(selection.runs, (run) => String(each.values[run])));
        return values.size > 1 && values.size <= MOST_GROUPS && values.size < selection.count;
    });
}

/** @param {App} app @param {() => Runs} model @param {() => Promise<void>} reloadRuns */
export function compareGroups(app, model, reloadRuns) {
    const { dialog, body } = overlay('compare-groups', 'Compare two groups of runs');
    const select = (/** @type {string} */ label) => make('select', { 'aria-label': label });
    const [column, first, second] = [select('Groups by'), select('Group A'), select('Group B')];
    const status = make('p', { class: 'define-status', role: 'status' });
    const start = make('button', { type: 'submit', class: 'button' }, 'Compare');
    const line = (/** @type {string} */ text, /** @type {HTMLElement} */ field) => make('label', { class: 'compare-line' }, make('span', {}, text), field);
    body.append(make('form', { class: 'define-form', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void compare()) },
        make('p', { class: 'quiet' }, 'Opens the runs of both groups, and tests at each node whether A is slower or faster than B, as “treeline compare” does.'),
        line('Groups by', column), line('A', first), line('against B', second), status,
        make('p', { class: 'define-actions' }, start, make('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Cancel'))));
    /** @type {Side[]} */
    let sides = [];
    const chosen = (/** @type {HTMLSelectElement} */ list) => sides.find(({ key }) => key === list.value);

    function list() {
        sides = sidesOf(model(), column.value || null);
        for (const [field, at] of /** @type {const} */ ([[first, 0], [second, 1]])) {
            field.replaceChildren(...sides.map(({ key, label, runs }) => new Option(`${label} (${runs.length})`, key)));
            field.value = sides[at]?.key ?? '';
        }
        check();
    }
    function check() {
        const [one, other] = [chosen(first), chosen(second)];
        const why = whyNot(one, other);
        start.disabled = why !== '';
        status.textContent = why || `${counted(one?.runs.length ?? 0, 'run')} against ${counted(other?.runs.length ?? 0, 'run')}.${Math.min(one?.runs.length ?? 0, other?.runs.length ?? 0) < 2 ? ' A test needs at least 2 runs in each group.' : ''}`;
    }
    column.addEventListener('change', list);
    first.addEventListener('change', check);
    second.addEventListener('change', check);

    async function compare() {
        const [one, other] = [chosen(first), chosen(second)];
        if (!one || !other || whyNot(one, other)) return;
        dialog.close();
        try {
            const [run, against] = await opened(app, [one.runs, other.runs], reloadRuns);
            app.select({ page: 'run', run, against, contexts: null, iterations: null, between: null, time: null, timeRows: null, zoom: null, transforms: [] });
        } catch (failure) {
            const { error, hint } = problem(failure);
            flash(`The groups cannot be compared: ${error}${hint ? ` (${hint})` : ''}`, true);
        }
    }
    dialog.addEventListener('close', () => dialog.remove());
    const columns = columnsOf(model());
    column.replaceChildren(new Option('–', ''), ...columns.map(({ name }) => new Option(name, name)));
    const { runGroup } = app.state;
    const split = model().selection.count < model().names.length;
    column.value = columns.some(({ name }) => name === runGroup) ? String(runGroup) : split ? '' : (columns[0]?.name ?? '');
    list();
    dialog.showModal();
}

/** Opens runs, and names each group by the runs that it has. @param {App} app @param {number[][]} groups @param {() => Promise<void>} reloadRuns @returns {Promise<string[]>} */
async function opened(app, groups, reloadRuns) {
    const all = groups.flat();
    /** @type {Map<number, string>} */
    const names = new Map();
    for (const run of all) {
        if (names.size % 5 === 0) flash(`Opening ${names.size + 1} of ${counted(all.length, 'run')} …`, true);
        names.set(run, (await app.data.openOfEnsemble(run)).name);
    }
    flash(`${counted(all.length, 'run')} opened.`);
    await reloadRuns();
    return groups.map((runs) => {
        const condition = conditionOfNames(runs.map((run) => names.get(run) ?? ''));
        if (condition === null) throw new Error('the name of a run has both kinds of quotes');
        return `${GROUP}${condition}`;
    });
}
