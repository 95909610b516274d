// The bar above the views of many runs: metric and scope, the selected runs in words, and a chip per condition.

import { visible } from '../draw/visible.js';
import { icon, make } from '../draw/dom.js';
import { counted, countedOf } from '../draw/format.js';
import { withFilter } from '../data/run-filters.js';
import { wordsOf } from './column-filter.js';

/** @typedef {import('../data/types.js').App} App */

/** @param {HTMLElement} host @param {App} app @param {() => import('./types.js').Runs} model @param {() => void} compare  opens the dialog that compares groups */
export function runSelectionBar(host, app, model, compare) {
    const metric = make('select', { 'aria-label': 'Metric of all runs', title: 'Metric of all runs' });
    metric.addEventListener('change', () => app.select({ metric: metric.value }));
    const scopes = /** @type {const} */ (['inclusive', 'exclusive']).map((scope) =>
        make('button', { type: 'button', 'data-scope': scope, onclick: () => app.select({ scope }) }, scope),
    );
    const scope = make('span', { class: 'segments', role: 'group', 'aria-label': 'Scope' }, ...scopes);
    const words = make('strong', { class: 'run-count', role: 'status' });
    const unread = make('span', { class: 'quiet', hidden: true });
    const list = make('span', { class: 'chips' });
    const clear = make('button', { type: 'button', class: 'button small', onclick: () => app.select({ runFilters: [], runsPicked: null }) }, 'Clear selection');
    const groups = make('button', { type: 'button', class: 'button small', title: 'Test the selected runs against the others, or two groups against each other', hidden: !app.data.live, onclick: compare }, 'Compare …');
    const omitted = make('p', { class: 'mailed-note', hidden: true });
    const skipped = make('details', { class: 'notes run-warnings' });
    host.replaceChildren(metric, scope, words, unread, list, clear, groups, skipped, omitted);
    let known = '';
    const count = () => {
        const runs = model();
        const text = runs.names.length === 0 ? 'reading runs …' : countedOf(runs.selection.count, runs.names.length, 'run');
        if (words.textContent !== text) words.textContent = text;
    };
    return {
        count,
        update() {
            const runs = model();
            const { state } = app;
            const key = JSON.stringify([runs.metrics, runs.warnings]);
            if (key !== known) {
                known = key;
                metric.replaceChildren(...runs.metrics.map(({ name, unit }) => new Option(visible(unit ? `${name} (${unit})` : name), name)));
                skipped.replaceChildren(make('summary', {}, counted(runs.warnings.length, 'warning')), make('ul', {}, ...runs.warnings.map((each) => make('li', {}, each))));
            }
            const missing = runs.names.length > 0 ? app.model.ensemble - runs.names.length : 0;
            unread.hidden = missing <= 0 && runs.partial.size === 0;
            unread.textContent = [missing > 0 ? `${missing} of ${app.model.ensemble} could not be read` : '', runs.partial.size > 0 ? `${counted(runs.partial.size, 'run')} read in part` : ''].filter(Boolean).join(', ');
            skipped.hidden = runs.warnings.length === 0;
            omitted.hidden = runs.omitted === '';
            if (omitted.textContent !== runs.omitted) omitted.textContent = runs.omitted;
            metric.value = runs.metric?.name ?? '';
            scope.hidden = runs.metric?.scope !== 'additive';
            for (const button of scopes) button.setAttribute('aria-pressed', String(button.dataset.scope === state.scope));
            count();
            const chips = chipsOf(app, runs);
            clear.hidden = chips.length === 0;
            groups.disabled = runs.names.length < 2;
            if (chips.length > 0) list.setAttribute('role', 'list');
            else list.removeAttribute('role');
            list.replaceChildren(...chips);
        },
    };
}

/** @param {App} app @param {import('./types.js').Runs} runs */
function chipsOf(app, runs) {
    const { runFilters, runsPicked } = app.state;
    const chips = runFilters.map((filter) => chip(wordsOf(runs, filter), () => app.select({ runFilters: withFilter(runFilters, filter.column, null) })));
    if (runsPicked) {
        const picked = runsPicked.reduce((sum, [from, to]) => sum + to - from + 1, 0);
        const name = picked === 1 ? runs.names[runsPicked[0][0]] : undefined;
        chips.push(chip(name ?? `${counted(picked, 'run')} picked`, () => app.select({ runsPicked: null })));
    }
    return chips;
}

/** @param {string} label @param {() => void} drop */
function chip(label, drop) {
    return make('span', { class: 'chip', role: 'listitem', title: label }, make('span', { class: 'chip-label' }, label), make('button', { type: 'button', class: 'chip-close', 'aria-label': `Remove ${label}`, onclick: drop }, icon('close', 12)));
}
