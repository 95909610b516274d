// The two bars on top: the run, search and page buttons; then metric, scope and the chips of what is selected.

import { icon, iconButton, make } from '../draw/dom.js';
import { chips, hasSeveralRanks, placeUnit } from './chips.js';
import { plural } from '../draw/format.js';
import { runsOf } from './drop.js';
import { searchBox } from './search.js';

/** @typedef {import('../data/types.js').App} App */

/**
 * @param {string} label
 * @param {(value: string) => void} changed
 */
function chooser(label, changed) {
    const select = make('select', { 'aria-label': label, title: label });
    select.addEventListener('change', () => changed(select.value));
    let known = '';
    return {
        element: select,
        /** @param {[string, string, string?][]} options value, text and why it cannot be chosen @param {string} value */
        show(options, value) {
            const key = JSON.stringify(options);
            if (key !== known) {
                known = key;
                select.replaceChildren(...options.map(([value, text, why]) => make('option', { value, disabled: Boolean(why), title: why ?? '' }, text)));
            }
            select.value = value;
        },
    };
}

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @param {{undo: () => void, redo: () => void, canUndo: () => boolean, canRedo: () => boolean, help: () => void, about: () => void, ask: () => void, share: () => void, open: (runs: import('../data/types.js').Dropped[][]) => void}} actions
 */
export function toolbarIn(host, app, actions) {
    const runs = chooser('Run', (value) => app.select({ run: Number(value), against: null, contexts: null, iterations: null, metric: null }));
    const against = chooser('Compare with', (value) => app.select({ against: value === '' ? null : Number(value) }));
    const search = searchBox(app);
    const undo = iconButton('undo', 'Undo (Ctrl+Z)', actions.undo);
    const redo = iconButton('redo', 'Redo (Ctrl+Shift+Z)', actions.redo);
    const theme = iconButton('auto', 'Colours', () => app.select({ theme: nextTheme(app) }, { replace: true }));
    const file = make('input', { type: 'file', hidden: true, onchange: () => file.files && actions.open(runsOf(file.files)) });
    const versus = make('span', { class: 'versus' }, 'against');
    host.replaceChildren(
        make('h1', { class: 'brand' }, 'Treeline'),
        runs.element,
        iconButton('info', 'About this run', actions.about),
        versus,
        against.element,
        app.data.live ? iconButton('open', 'Open a profile (or drop one on the page)', () => file.click()) : '',
        file,
        make('span', { class: 'spring' }),
        search.element,
        make('span', { class: 'spring' }),
        app.data.live ? iconButton('ask', 'Ask a question (Ctrl+K)', actions.ask) : '',
        undo,
        redo,
        iconButton('link', 'Copy a link to this view', actions.share),
        theme,
        iconButton('help', 'Keys and help (?)', actions.help),
    );
    return {
        search,
        update() {
            const { state, model } = app;
            const names = model.runs.map((run) => /** @type {[string, string]} */ ([String(run.id), run.problem ? `${run.name} (did not open)` : run.name]));
            const others = model.runs.filter((run) => run.id !== state.run && !run.problem).map((run) => /** @type {[string, string]} */ ([String(run.id), run.name]));
            runs.show(names, String(state.run));
            against.show([['', 'no other run'], ...others], state.against === null ? '' : String(state.against));
            versus.hidden = against.element.hidden = others.length === 0 || model.metric === null;
            undo.disabled = !actions.canUndo();
            redo.disabled = !actions.canRedo();
            theme.title = `Colours: ${state.theme}`;
            theme.setAttribute('aria-label', `Colours: ${state.theme}`);
            theme.replaceChildren(icon(state.theme));
            search.update();
        },
    };
}

/** @param {App} app @returns {'auto' | 'light' | 'dark'} */
function nextTheme(app) {
    if (app.state.theme === 'auto') return app.theme.dark ? 'light' : 'dark';
    return app.state.theme === 'light' ? 'dark' : 'light';
}

const SCOPES = { inclusive: 'Including callees (e)', exclusive: 'Excluding callees (e)' };

const OVER = 'Reduced over ranks by';

/** @param {string} unit @returns {[string, string][]} */
const reductions = (unit) => [['mean', `mean of all ${plural(unit)}`], ['sum', `sum of all ${plural(unit)}`], ['max', `slowest ${unit}`], ['min', `fastest ${unit}`]];

/** @param {HTMLElement} host @param {App} app */
export function selectionBarIn(host, app) {
    const metric = chooser('Metric', (value) => app.select({ metric: value }));
    const over = chooser(OVER, (value) => app.select({ over: value }));
    const scopes = /** @type {const} */ (['inclusive', 'exclusive']).map((scope) =>
        make('button', { type: 'button', 'data-scope': scope, title: SCOPES[scope], onclick: () => app.select({ scope }) }, scope),
    );
    const scope = make('span', { class: 'segments', role: 'group', 'aria-label': 'Scope' }, ...scopes);
    const list = make('span', { class: 'chips' });
    host.replaceChildren(metric.element, scope, over.element, list);
    return {
        update() {
            const { state, model } = app;
            for (const control of [metric.element, scope, over.element]) control.hidden = model.metric === null;
            const metrics = model.runInfo?.metrics ?? [];
            const chosen = model.metric?.name ?? '';
            metric.show(metrics.map(({ name, unit }) => [name, unit ? `${name} (${unit})` : name, app.data.lacks('metric', { metric: name })]), chosen);
            over.show(reductions(placeUnit(app)).map(([value, text]) => [value, text, app.data.lacks('over', { metric: chosen, over: value })]), state.over);
            over.element.title = model.combined || OVER;
            if (!hasSeveralRanks(app) && state.against === null) over.element.hidden = true;
            for (const button of scopes) button.setAttribute('aria-pressed', String(button.dataset.scope === state.scope));
            // a list without items would be announced as one
            const items = chips(app);
            if (items.length > 0) list.setAttribute('role', 'list');
            else list.removeAttribute('role');
            list.replaceChildren(...items.map(({ label, title, drop }) => chipElement(label, title, drop)));
        },
    };
}

/** @param {string} label @param {string} title @param {() => void} drop */
function chipElement(label, title, drop) {
    /** @param {KeyboardEvent} event */
    const key = (event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') drop();
    };
    return make(
        'span',
        { class: 'chip', role: 'listitem', title },
        make('span', { class: 'chip-label' }, label),
        make('button', { type: 'button', class: 'chip-close', 'aria-label': `Remove ${label}`, onclick: drop, onkeydown: key }, icon('close', 12)),
    );
}
