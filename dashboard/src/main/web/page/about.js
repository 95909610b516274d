// What a run is: where it came from, how it was read, how large it is, and the metadata that came with it.

import { visible } from '../draw/visible.js';
import { icon, make } from '../draw/dom.js';
import { counted, whole } from '../draw/format.js';
import { overlay } from '../draw/overlay.js';
import { copyText } from './copy.js';

/** @typedef {import('../data/types.js').RunInfo} RunInfo */

/** By what contexts differ. @type {[keyof RunInfo, string][]} */
const PARTS = [['hosts', 'host'], ['ranks', 'rank'], ['threads', 'thread'], ['streams', 'stream'], ['repetitions', 'repetition']];

/** 48: 16 ranks, 3 repetitions. @param {RunInfo} run */
export function contextsText(run) {
    const parts = PARTS.flatMap(([key, one]) => (Number(run[key]) > 0 ? [counted(Number(run[key]), one)] : []));
    const count = whole(run.contexts ?? 0);
    return parts.length > 0 ? `${count}: ${parts.join(', ')}` : count;
}

/** @param {RunInfo} run @returns {[string, string][]} */
export function runFacts(run) {
    if (run.members) return [['Group', run.name], ['Runs', run.members.map(({ name }) => name).join(', ')], ...sizeFacts(run)];
    if (run.problem) return [['Path', run.path ?? run.name], ['Did not open', run.problem]];
    return [
        ['Path', run.path ?? run.name],
        ['Format', run.format ?? ''],
        ...sizeFacts(run),
    ];
}

/** @param {RunInfo} run @returns {[string, string][]} */
function sizeFacts(run) {
    return [
        ['Contexts', contextsText(run)],
        ['Call paths', whole(run.nodes ?? 0)],
        ['Metrics', (run.metrics ?? []).map(({ name, unit }) => (unit ? `${name} (${unit})` : name)).join(', ')],
    ];
}

/** As rows for a spreadsheet. @param {RunInfo} run */
export function aboutText(run) {
    const facts = [...runFacts(run), ...(run.warnings ?? []).map(({ text }) => ['Note', text]), ...Object.entries(run.metadata ?? {})];
    return facts.map(([name, value]) => `${name}\t${String(value).replace(/[\t\r\n]+/g, ' ')}`).join('\n');
}

/** @param {import('../data/types.js').App} app @param {(run: import('../data/types.js').RunRef) => void} remove */
export function aboutRun(app, remove) {
    const { dialog, heading, body } = overlay('about', 'About this run');
    return {
        open() {
            const run = app.model.runs.find(({ id }) => id === app.state.run) ?? app.model.runInfo;
            if (!run) return;
            heading.textContent = visible(run.name);
            const copied = make('button', { type: 'button', class: 'button small', onclick: async () => app.announce(await copyText(aboutText(run))) }, icon('copy', 12), ' Copy all');
            const removed = make('button', { type: 'button', class: 'button small', onclick: () => (dialog.close(), remove(run.id)) }, 'Remove this run');
            body.replaceChildren(...contentOf(run), make('p', { class: 'about-actions' }, copied, run.dropped ? removed : null));
            dialog.showModal();
        },
    };
}

/** @param {RunInfo} run */
function contentOf(run) {
    const warnings = run.warnings ?? [];
    const metadata = Object.entries(run.metadata ?? {});
    const read = warnings.map(({ text, lossy }) => make('li', { class: lossy ? 'lossy' : '' }, lossy ? `Incomplete: ${text}` : text));
    return [
        tableOf('The run', runFacts(run)),
        make('h3', {}, 'Notes from the reader'),
        read.length > 0 ? make('ul', {}, ...read) : make('p', { class: 'quiet' }, run.problem ? 'The profile could not be read.' : 'Complete, without warnings.'),
        make('h3', {}, 'Metadata'),
        metadata.length > 0 ? tableOf('Metadata', metadata.map(([key, value]) => [key, String(value)])) : make('p', { class: 'quiet' }, 'The profile has none.'),
    ];
}

/** @param {string} label @param {[string, string][]} rows */
function tableOf(label, rows) {
    const lines = rows.map(([name, value]) => make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, value)));
    return make('table', { 'aria-label': label }, make('tbody', {}, ...lines));
}
