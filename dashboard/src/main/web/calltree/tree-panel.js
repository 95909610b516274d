// The panel of the call tree: its views as tabs, tools, and a foot that explains the colours and the total.

import { columnChooser } from './choose-columns.js';
import { make } from '../draw/dom.js';
import { exportMenu } from '../page/export.js';
import { create as flame } from './flame.js';
import { create as flat } from './flat-table.js';
import { create as nodelink } from './node-link.js';
import { panelIn } from '../page/panel.js';
import { toggleInvert } from './row-menu.js';
import { create as sandwich } from './sandwich.js';
import { create as source } from '../source/source-view.js';
import { create as table } from './tree-table.js';
import { placeUnit } from '../page/chips.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').View} View */
/** @typedef {import('../data/types.js').ViewName} ViewName */

/**
 * `rows` views open and close rows and colour them by share; the others fill the place by themselves.
 * @type {{name: ViewName, label: string, create: (host: HTMLElement, app: App) => View, rows?: boolean, shared?: ViewName}[]}
 */
const VIEWS = [
    { name: 'table', label: 'Table', create: table, rows: true },
    { name: 'nodelink', label: 'Node-link', create: nodelink, rows: true },
    { name: 'icicle', label: 'Icicle', create: flame },
    { name: 'flame', label: 'Flame', create: flame, shared: 'icicle' },
    { name: 'sandwich', label: 'Sandwich', create: sandwich },
    { name: 'flat', label: 'Flat', create: flat },
    { name: 'source', label: 'Source', create: source },
];

/** @param {HTMLElement} section @param {App} app @param {() => void} retry */
export function treePanel(section, app, retry) {
    const panel = panelIn(section, 'Call tree', (button) => exportMenu(app, button, 'Call tree', current().view));
    /** @type {Map<string, {view: View, host: HTMLElement}>} */
    const made = new Map();
    const tabs = VIEWS.map(({ name, label }, at) =>
        make('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'data-view': name, title: `${label} (${at + 1})`, onclick: () => app.select({ view: name }) }, label),
    );
    const tablist = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views of the call tree', onkeydown: (/** @type {KeyboardEvent} */ event) => moveTab(event, app, tabs) }, ...tabs);
    panel.title.after(tablist);
    const invert = make('button', { type: 'button', class: 'button small', title: 'Callers below callees (i)', onclick: () => toggleInvert(app) }, 'Invert');
    const opening = make(
        'span',
        { class: 'tool-group' },
        make('button', { type: 'button', class: 'button small', title: 'Open every row', onclick: () => app.select({ open: 'all', expanded: [] }) }, 'Open all'),
        make('button', { type: 'button', class: 'button small', title: 'Open the hot path only', onclick: () => app.select({ open: 'hot', expanded: [] }) }, 'Hot path'),
        make('button', { type: 'button', class: 'button small', title: 'Close every row', onclick: () => app.select({ open: 'none', expanded: [], node: null }) }, 'Close all'),
    );
    const chooser = columnChooser(app);
    const columns = make('button', { type: 'button', class: 'button small', title: 'Other metrics beside this one', onclick: () => chooser.open() }, 'Columns');
    const least = thresholdIn(app);
    panel.tools.append(opening, columns, least.element, invert);
    const foot = footIn(app);
    section.append(foot.element);

    function current() {
        const wanted = VIEWS.find(({ name }) => name === app.state.view) ?? VIEWS[0];
        const key = wanted.shared ?? wanted.name;
        let entry = made.get(key);
        if (!entry) {
            const host = make('div', { class: 'tree-view', role: 'tabpanel', 'aria-labelledby': `tab-${wanted.name}` });
            panel.body.append(host);
            entry = { host, view: wanted.create(host, app) };
            made.set(key, entry);
        }
        return entry;
    }
    new ResizeObserver(() => app.model.tree && current().view.resize()).observe(panel.body);

    /** @type {View | null} */
    let last = null;
    return {
        focus: () => /** @type {HTMLElement | null} */ (current().host.querySelector('[tabindex="0"], canvas, button'))?.focus(),
        /** @param {Set<string>} changed */
        update(changed) {
            const { model, state } = app;
            panel.busy(model.loading.has('runs') || model.loading.has('values'));
            panel.say(sayOf(app, retry));
            for (const tab of tabs) {
                const chosen = tab.dataset.view === state.view;
                tab.setAttribute('aria-selected', String(chosen));
                tab.tabIndex = chosen ? 0 : -1;
                tab.hidden = tab.dataset.view === 'source' && !chosen && !hasSources(app);
            }
            invert.setAttribute('aria-pressed', String(model.tree?.inverted ?? false));
            const rows = VIEWS.find(({ name }) => name === state.view)?.rows ?? false;
            opening.hidden = !rows || !model.tree;
            invert.hidden = !model.tree || state.view === 'flat' || state.view === 'source';
            columns.hidden = state.view !== 'table' || !model.tree || model.diff !== null;
            least.update();
            foot.update(rows);
            if (!model.tree) return;
            const { view, host } = current();
            for (const entry of made.values()) entry.host.hidden = entry.host !== host;
            host.setAttribute('aria-labelledby', `tab-${state.view}`);
            // a view that was away has missed changes: it hears of everything
            view.update(last === view ? changed : new Set([...changed, ...Object.keys(state), 'tree', 'found', 'diff', 'ranks', 'contexts', 'theme']));
            last = view;
        },
    };
}

/** Whether the profile names source files, which a server can show. @param {App} app */
const hasSources = ({ data, model }) => data.live && (model.tree?.sources.files?.some(Boolean) ?? false);

/** @param {KeyboardEvent} event @param {App} app @param {HTMLElement[]} tabs */
function moveTab(event, app, tabs) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = VIEWS.findIndex(({ name }) => name === app.state.view);
    let next = (at + step + VIEWS.length) % VIEWS.length;
    if (tabs[next].hidden) next = (next + step + VIEWS.length) % VIEWS.length;
    app.select({ view: VIEWS[next].name });
    tabs[next].focus();
}

/** @param {App} app @param {() => void} retry */
function sayOf(app, retry) {
    const { model } = app;
    if (model.error) return { title: model.error.error, hint: model.error.hint, retry: mayRetry(app) ? retry : undefined };
    if (!model.tree) return { title: 'Loading the profile …' };
    if (model.tree.length > 0) return null;
    return app.state.transforms.length > 0
        ? { title: 'All call paths are hidden.', hint: 'The filters above exclude every call path. Press Escape to remove the last filter.' }
        : { title: 'The call tree is empty.', hint: 'The profile has no call paths.' };
}

/** A server may answer the next time; a run that did not open stays closed, and a report has no more to say. @param {App} app */
const mayRetry = ({ data, model }) => data.live && (model.runs.length === 0 || model.metric !== null);

const THRESHOLDS = [0, 0.1, 0.5, 1, 2, 5, 10];

/** Hides what is too small to matter; a link may ask for any other share. @param {App} app */
function thresholdIn(app) {
    const select = make('select', { class: 'small', 'aria-label': 'Minimum share', title: 'Hide call paths below this share of the total' });
    select.addEventListener('change', () => app.select({ least: Number(select.value) }));
    return {
        element: select,
        update() {
            const { least } = app.state;
            const steps = THRESHOLDS.includes(least) ? THRESHOLDS : [...THRESHOLDS, least].sort((a, b) => a - b);
            if (select.dataset.steps !== steps.join()) {
                select.dataset.steps = steps.join();
                select.replaceChildren(...steps.map((step) => make('option', { value: String(step) }, step === 0 ? 'all' : `≥ ${step} %`)));
            }
            select.value = String(least);
            select.hidden = !app.model.tree || app.model.metric?.scope === 'point' || !['table', 'nodelink', 'icicle', 'flame'].includes(app.state.view);
        },
    };
}

/** Which iterations the tree is of. @param {App} app */
function iterationsNote({ state, model, data }) {
    const [from, to] = state.iterations ?? [0, 0];
    if (model.within) return `${from === to ? `iteration ${from}` : `iterations ${from}–${to}`} only, without what kept no iterations`;
    if (state.against !== null) return 'all iterations of both runs';
    return data.live ? 'all iterations: not recorded per iteration for this metric' : 'all iterations: this report does not contain single iterations';
}

const STEPS = 24;

/** The legend: colours and marks, then what the total is made of. @param {App} app */
function footIn(app) {
    const low = make('span', {}, '0');
    const ramp = make('span', { class: 'ramp', 'aria-hidden': 'true' });
    const high = make('span', {});
    const caption = make('span', { class: 'legend-caption' });
    const marks = make('span', { class: 'legend-marks' }, make('span', { class: 'mark hot-mark' }), 'hot path', make('span', { class: 'mark found-mark' }), 'search match');
    const notes = make('span', { class: 'foot-notes' });
    const legend = make('span', { class: 'legend' }, caption, low, ramp, high);
    const element = make('footer', { class: 'panel-foot' }, legend, marks, make('span', { class: 'spring' }), notes);
    return {
        element,
        /** @param {boolean} rows  whether the view uses these colours */
        update(rows) {
            const { model, theme, format } = app;
            legend.hidden = marks.hidden = !rows;
            const diff = model.diff !== null;
            const stops = Array.from({ length: STEPS + 1 }, (_, i) => (diff ? theme.diff((2 * i) / STEPS - 1) : theme.sequential(i / STEPS)));
            ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
            caption.textContent = diff ? 'difference' : 'share of total';
            low.textContent = diff ? 'less' : '0 %';
            high.textContent = diff ? 'more' : '100 %';
            const { tree } = model;
            element.hidden = !tree;
            // the other views colour by kind of code and explain that themselves
            marks.hidden = !['table', 'nodelink'].includes(app.state.view);
            legend.hidden = marks.hidden || (Number.isNaN(model.total) && !diff);
            if (!tree) return;
            const parts = [format.counted(tree.length, 'call path'), ...(Number.isNaN(model.total) ? [] : [`total ${format.value(model.total, model.unit)}`])];
            if (model.combined) parts.push(model.combined);
            if (tree.dropped > 0 && tree.dropped > 1e-9 * model.total) parts.push(`not shown ${format.value(tree.dropped, model.unit)}`);
            if (model.kept && ['sandwich', 'flat'].includes(app.state.view)) parts.push(`the threshold of ${app.state.least} % does not apply to this view`);
            else if (model.kept) parts.push(`${format.counted(model.kept.hidden, 'call path')} below ${app.state.least} % not shown`);
            if (app.state.iterations) parts.push(iterationsNote(app));
            if (app.state.contexts && diff) parts.push(`all ${format.plural(placeUnit(app))} of both runs`);
            if (tree.bound) parts.push('joined rows add the extremes of their parts: a bound, not the extreme of the sum');
            notes.textContent = parts.join(' · ');
        },
    };
}
