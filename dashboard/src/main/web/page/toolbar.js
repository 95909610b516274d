// The two bars on top: the run, search and page buttons; then metric, scope and the chips of what is selected.

import { icon, iconButton, make } from '../draw/dom.js';
import { chips, CLEARED, hasSeveralRanks, placeUnit } from './chips.js';
import { pageOf } from '../data/state.js';
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
 * @param {{undo: () => void, redo: () => void, canUndo: () => boolean, canRedo: () => boolean, help: () => void, about: () => void, group: (side: 'run' | 'against') => void, ask: () => void, share: () => void, open: (runs: import('../data/types.js').Dropped[][]) => void}} actions
 */
export function toolbarIn(host, app, actions) {
    const runs = chooser('Run', (value) => (value === DEFINE ? define('run') : app.select({ page: 'run', run: refOf(value), against: null, contexts: null, iterations: null, between: null, time: null, timeRows: null, metric: null })));
    const against = chooser('Compare with', (value) => (value === DEFINE ? define('against') : app.select({ against: value === '' ? null : refOf(value) })));
    /** The dialog decides; until then the list shows what is chosen. @param {'run' | 'against'} side */
    const define = (side) => {
        update();
        actions.group(side);
    };
    const search = searchBox(app);
    const undo = iconButton('undo', 'Undo (Ctrl+Z)', actions.undo);
    const redo = iconButton('redo', 'Redo (Ctrl+Shift+Z)', actions.redo);
    const theme = iconButton('auto', 'Colours', () => app.select({ theme: nextTheme(app) }, { replace: true }));
    const file = make('input', { type: 'file', hidden: true, onchange: () => file.files && actions.open(runsOf(file.files)) });
    const all = make('button', { type: 'button', class: 'button all-runs', onclick: () => app.select({ page: 'runs' }) });
    const age = make('span', { class: 'age quiet', hidden: true });
    const versus = make('span', { class: 'versus' }, 'against');
    host.replaceChildren(
        make('h1', { class: 'brand' }, 'Treeline'),
        runs.element,
        all,
        iconButton('info', 'About this run', actions.about, { class: 'icon-button of-run' }),
        age,
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
    function update() {
        const { state, model } = app;
        const names = model.runs.map((run) => /** @type {[string, string]} */ ([String(run.id), run.problem ? `${run.name} (did not open)` : run.name]));
        const others = model.runs.filter((run) => run.id !== state.run && !run.problem).map((run) => /** @type {[string, string]} */ ([String(run.id), run.name]));
        const several = app.data.live && names.length > 1;
        const many = pageOf(state, model) === 'runs';
        runs.element.hidden = many;
        all.hidden = model.ensemble < 2;
        all.disabled = many;
        all.textContent = `All ${model.ensemble} runs`;
        search.element.hidden = many;
        runs.show([...names, ...groupOptions(state.run, model.runInfo, several)], String(state.run));
        against.show([['', 'no other run'], ...others, ...groupOptions(state.against, model.otherInfo, several)], state.against === null ? '' : String(state.against));
        versus.hidden = against.element.hidden = others.length === 0 || model.metric === null || many;
        undo.disabled = !actions.canUndo();
        redo.disabled = !actions.canRedo();
        theme.title = `Colours: ${state.theme}`;
        theme.setAttribute('aria-label', `Colours: ${state.theme}`);
        theme.replaceChildren(icon(state.theme));
        search.update();
    }
    return { search, age, update };
}

const DEFINE = 'define';

/** The group that is chosen, and the entry that defines one. @param {import('../data/types.js').RunRef | null} chosen @param {import('../data/types.js').RunInfo | null} info @param {boolean} several @returns {[string, string][]} */
function groupOptions(chosen, info, several) {
    const members = info?.id === chosen ? info?.members : undefined;
    /** @type {[string, string][]} */
    const group = typeof chosen === 'string' ? [[chosen, `${members ? `${info?.name} (${members.length} runs)` : chosen.slice('group:'.length)}`]] : [];
    return several ? [...group, [DEFINE, 'Group of runs …']] : group;
}

/** @param {string} value @returns {import('../data/types.js').RunRef} */
const refOf = (value) => (value.startsWith('group:') ? value : Number(value));

/** @param {App} app @returns {'auto' | 'light' | 'dark'} */
function nextTheme(app) {
    if (app.state.theme === 'auto') return app.theme.dark ? 'light' : 'dark';
    return app.state.theme === 'light' ? 'dark' : 'light';
}

const SCOPES = { inclusive: 'Including callees (e)', exclusive: 'Excluding callees (e)' };

const OVER = 'Reduced over ranks by';

/** @param {string} unit @returns {[string, string][]} */
const reductions = (unit) => [['mean', `mean of all ${plural(unit)}`], ['sum', `sum of all ${plural(unit)}`], ['max', `slowest ${unit}`], ['min', `fastest ${unit}`]];

/** @param {HTMLElement} host @param {App} app @param {() => void} define  opens the dialog that defines a metric */
export function selectionBarIn(host, app, define) {
    const metric = chooser('Metric', (value) => {
        if (value !== DEFINE) return app.select({ metric: value });
        update(); // until the dialog decides, the list shows what is chosen
        define();
    });
    const over = chooser(OVER, (value) => app.select({ over: value }));
    const scopes = /** @type {const} */ (['inclusive', 'exclusive']).map((scope) =>
        make('button', { type: 'button', 'data-scope': scope, title: SCOPES[scope], onclick: () => app.select({ scope }) }, scope),
    );
    const scope = make('span', { class: 'segments', role: 'group', 'aria-label': 'Scope' }, ...scopes);
    const list = make('span', { class: 'chips' });
    const clear = make('button', { type: 'button', class: 'button small clear-all', hidden: true, title: 'Remove all of these (undo with Ctrl+Z)', onclick: () => app.select(CLEARED) }, 'Clear all');
    host.replaceChildren(metric.element, scope, over.element, list, clear);
    let shown = '';
    function update() {
        const { state, model } = app;
        for (const control of [metric.element, scope, over.element]) control.hidden = model.metric === null;
        const metrics = model.runInfo?.metrics ?? [];
        const chosen = model.metric?.name ?? '';
        /** @type {[string, string, string?][]} */
        const known = metrics.map(({ name, unit }) => [name, metricLabel(app, name, unit), app.data.lacks('metric', { metric: name })]);
        metric.show(app.data.live ? [...known, [DEFINE, 'New metric …']] : known, chosen);
        over.show(reductions(placeUnit(app)).map(([value, text]) => [value, text, app.data.lacks('over', { metric: chosen, over: value })]), state.over);
        over.element.title = model.combined || OVER;
        if (!hasSeveralRanks(app) && state.against === null) over.element.hidden = true;
        for (const button of scopes) button.setAttribute('aria-pressed', String(button.dataset.scope === state.scope));
        // a list without items would be announced as one
        const items = chips(app);
        if (items.length > 0) list.setAttribute('role', 'list');
        else list.removeAttribute('role');
        clear.hidden = items.length < 2;
        const key = JSON.stringify(items.map(({ label, title }) => [label, title]));
        if (key === shown) return; // a focused button stays
        shown = key;
        list.replaceChildren(...items.map(({ label, title, drop }) => chipElement(label, title, drop)));
    }
    return { update };
}

/**
 * A metric with the unit that its total is written in. The totals of other metrics are not known, and a profile may store seconds as ns.
 * @param {App} app @param {string} name @param {string} unit
 */
export function metricLabel({ model, format }, name, unit) {
    const shown = name === model.metric?.name && model.tree && !Number.isNaN(model.total) ? format.shownUnit(model.total, unit) : format.isScaled(unit) ? '' : unit;
    return shown ? `${name} (${shown})` : name;
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
