// Starts the page: makes the app object that every view is given, puts the panels in their places, and calls the views
// once per animation frame with the keys that changed.

import { aboutRun } from './page/about.js';
import { commandPalette } from './palette/command-palette.js';
import { openData } from './data/data.js';
import { create as details } from './node/details.js';
import { create as distribution } from './node/distribution.js';
import { byId } from './draw/dom.js';
import { dropFiles } from './page/drop.js';
import { create as executions } from './runs/executions.js';
import { captionLines } from './page/caption.js';
import { exportMenu } from './page/export.js';
import { create as findings, openingFinding } from './node/findings.js';
import * as format from './draw/format.js';
import { helpOverlay } from './page/help.js';
import { keys } from './page/keys.js';
import { namedRuns } from './data/linked-runs.js';
import { Loader } from './data/model.js';
import { flash } from './page/flash.js';
import { panelIn } from './page/panel.js';
import { create as processes } from './ranks/rank-view.js';
import { remarksIn } from './page/remarks.js';
import { create as timeline } from './time/time-panel.js';
import { replacedIn } from './page/replaced.js';
import { rowKey, rowMenu } from './calltree/row-menu.js';
import { runsPage } from './ensemble/runs-page.js';
import { vacancies } from './page/vacant.js';
import { splitters } from './page/splitters.js';
import { groupDialog } from './define/group-dialog.js';
import { metricDialog } from './define/metric-dialog.js';
import { History } from './data/history.js';
import { pageOf } from './data/state.js';
import { Theme } from './draw/theme.js';
import { selectionBarIn, toolbarIn } from './page/toolbar.js';
import { tooltipIn } from './draw/tooltip.js';
import { visible } from './draw/visible.js';
import { problem } from './data/wire.js';
import { pathOf } from './tree/tree.js';
import { treePanel } from './calltree/tree-panel.js';

/** @typedef {import('./data/types.js').App} App */
/** @typedef {import('./data/types.js').View} View */

const theme = new Theme();
/** @type {Set<string>} */
const pending = new Set();
/** @type {((changed: Set<string>) => void)[]} */
const listeners = [];

const past = new History((_state, changed) => {
    if (changed.has('theme')) theme.apply(past.state.theme);
    loader.update();
    schedule(changed);
});
theme.apply(past.state.theme);
const data = openData();
const loader = new Loader(data, () => past.state, (changed) => {
    if (changed.includes('runs')) past.know(new Map(loader.model.runs.map(({ id, name }) => [Number(id), name])));
    schedule(changed);
}, () => namedRuns(location.hash));

/** @type {App} */
const app = {
    get state() {
        return past.state;
    },
    get model() {
        return loader.model;
    },
    data,
    theme,
    format,
    tooltip: tooltipIn(document.body),
    select: (changes, options) => past.select(possible(changes), options?.replace),
    announce: (text) => {
        byId('announcer').textContent = visible(text);
    },
    pathOf: (row) => (row >= 0 && loader.model.tree ? pathOf(loader.model.tree, row) : null),
    menu: (row, x, y) => rowMenu(app, row, x, y),
};

/** Without what a mailed file cannot show; why is said. @param {Partial<import('./data/types.js').State>} changes */
function possible(changes) {
    const metric = loader.model.metric?.name;
    const why = changes.contexts && metric ? data.lacks('contexts', { metric }) : '';
    if (!why) return changes;
    notice(`Processes: ${why}`);
    const { contexts: _left, ...rest } = changes;
    return rest;
}

/** Many changes, one drawing: views hear of them together in the next frame. @param {Iterable<string>} changed */
function schedule(changed) {
    if (pending.size === 0) requestAnimationFrame(draw);
    document.body.setAttribute('aria-busy', 'true');
    for (const key of changed) pending.add(key);
    pending.add('frame');
}

function draw() {
    const changed = new Set(pending);
    pending.clear();
    app.tooltip.hide();
    for (const listener of listeners) listener(changed);
    document.body.setAttribute('aria-busy', String(pending.size > 0 || loader.model.loading.size > 0));
    byId('print-title').textContent = visible(captionLines(app, 'Treeline').join(' · '));
    document.title = pageOf(past.state, loader.model) === 'runs' ? `${loader.model.ensemble} runs – Treeline` : loader.model.runInfo ? `${visible(loader.model.runInfo.name)} – Treeline` : 'Treeline';
}

/** Draws at once: the printer does not wait for the next frame. */
function redraw() {
    schedule(['theme']);
    draw();
}

/** What only the call tree shows: the panels beside it look the same. Typing in the search box must not wait for them. */
const OF_THE_TREE = new Set(['frame', 'search', 'found', 'sort', 'open', 'expanded', 'view', 'columns', 'least', 'by']);

/**
 * One view in its panel. `part` is the part of the model that the view shows: its panel tells of loading and failure.
 * @param {string} id
 * @param {string} title
 * @param {(host: HTMLElement, app: App) => View} create
 * A panel without data for the whole run is hidden: the others use its space.
 * @param {'ranks' | 'executions' | 'findings' | null} part
 */
function place(id, title, create, part) {
    const panel = panelIn(byId(id), title, (button) => exportMenu(app, button, title, view));
    const view = create(panel.body, app);
    listeners.push((changed) => {
        panel.busy(app.model.tree === null ? app.model.loading.has('values') : part !== null && app.model.loading.has(part));
        panel.say(message(part));
        byId(id).hidden = vacancies(app).some(({ panel: each }) => each === id);
        if (app.model.tree !== null && [...changed].some((key) => !OF_THE_TREE.has(key))) view.update(changed);
    });
    new ResizeObserver(() => view.resize()).observe(panel.body);
    return view;
}

/** @param {'ranks' | 'executions' | 'findings' | null} part */
function message(part) {
    const { model } = app;
    if (model.tree === null) return { title: model.error ? 'No data yet.' : '', hint: model.error ? 'See the message in the call tree.' : '' };
    const answer = part ? model[part] : null;
    if (answer && 'error' in answer && answer.error) return { title: String(answer.error), hint: answer.hint };
    return null;
}

function start() {
    const help = helpOverlay();
    const about = aboutRun(app, close);
    const palette = data.live ? commandPalette(app) : null;
    const groups = data.live ? groupDialog(app) : null;
    const metrics = data.live ? metricDialog(app) : null;
    const actions = {
        undo: () => past.undo(),
        redo: () => past.redo(),
        canUndo: () => past.canUndo,
        canRedo: () => past.canRedo,
        help: () => help.toggle(),
        about: () => about.open(),
        group: (/** @type {'run' | 'against'} */ side) => void groups?.open(side),
        ask: () => (loader.model.runs.length === 0 && loader.model.ensemble > 0 ? notice('Open a run to ask questions about it. “treeline ensemble” answers further questions about many runs.') : palette ? void palette.open() : notice('A report answers no further questions. Run “treeline serve PATH” on the profile to ask them.')),
        share,
        open,
    };
    const opening = openingFinding(app, () => past.fresh);
    for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, () => (past.fresh = false), { capture: true, once: true, passive: true });
    const toolbar = toolbarIn(byId('toolbar'), app, actions);
    const selection = selectionBarIn(byId('selection'), app, () => metrics?.open());
    listeners.push(toolbar.update, selection.update, remarksIn(byId('remarks'), app).update);
    const replaced = replacedIn(byId('replaced'), toolbar.age, app, () => loader.refresh());
    const tree = treePanel(byId('tree-panel'), app, () => void replaced.retry(() => void loader.start()));
    listeners.push(tree.update);
    listeners.push(runsPage(app, schedule, () => loader.reloadRuns()).update);
    place('time-panel', 'Timeline', timeline, null);
    listeners.push(() => {
        byId('time-panel').hidden = app.model.trace === null || app.model.traceOf !== app.state.run;
    });
    place('findings-panel', 'Findings', findings, 'findings');
    place('details-panel', 'Selected', details, null);
    place('distribution-panel', 'Distribution', distribution, null);
    place('processes-panel', 'Processes', processes, 'ranks');
    place('executions-panel', 'Executions', executions, null);
    listeners.push(() => void opening.update());
    keys(app, { ...actions, search: () => toolbar.search.focus(), nextMatch: toolbar.search.go, tree: () => tree.focus(), rowKey: (event, row) => rowKey(app, event, row) });
    dropFiles(open);
    splitters(byId('layout'), () => app.tooltip.hide());
    theme.media.addEventListener('change', () => {
        if (theme.apply(past.state.theme)) schedule(['theme']);
    });
    // paper is white
    addEventListener('beforeprint', () => {
        if (theme.apply('light')) redraw();
    });
    addEventListener('afterprint', () => {
        if (theme.apply(past.state.theme)) redraw();
    });
    byId('skip').addEventListener('click', (event) => {
        event.preventDefault(); // the fragment of the address is the state
        if (pageOf(past.state, loader.model) === 'runs') /** @type {HTMLElement | null} */ (document.querySelector('#runs-table-panel [role=grid]'))?.focus();
        else tree.focus();
    });
    loader.start();
}

async function share() {
    try {
        await navigator.clipboard.writeText(past.link);
        app.announce('The link to this view is copied.');
    } catch {
        app.announce('Copy the address of this page: it is the link to this view.');
    }
    flash(byId('announcer').textContent ?? '');
}

const ANEW = { against: null, define: [], node: null, contexts: null, iterations: null, between: null, time: null, timeRows: null, metric: null, transforms: [], expanded: [], zoom: null };

/** @param {import('./data/types.js').Dropped[][]} runs  the files of each */
async function open(runs) {
    for (const files of runs) {
        const [name] = files[0].path.split('/');
        flash(`Opening ${name} …`);
        try {
            const run = await data.open(files);
            await loader.reloadRuns();
            app.select({ run: run.id, ...ANEW });
            app.announce(`${run.name} is open.`);
        } catch (failure) {
            tell(`${name} did not open`, failure);
        }
    }
}

/** Removes a run that was dropped; another one is shown instead. @param {import('./data/types.js').RunRef} run */
async function close(run) {
    if (typeof run === 'string') return; // a group is not removed: the next choice replaces it
    const name = loader.model.runs.find(({ id }) => id === run)?.name ?? '';
    const next = loader.model.runs.find(({ id, problem }) => id !== run && !problem);
    try {
        await data.close(run);
        if (past.state.against === run) app.select({ against: null });
        if (next && past.state.run === run) app.select({ run: next.id, ...ANEW });
        await loader.reloadRuns();
        app.announce(`${name} is removed.`);
    } catch (failure) {
        tell(`${name} was not removed`, failure);
    }
}

/** What went wrong stays until it is closed. @param {string} what @param {unknown} failure */
function tell(what, failure) {
    const { error, hint } = problem(failure);
    notice(`${what}: ${error}.${hint ? ` ${hint}` : ''}`.replace(/\.\./g, '.'));
}

/** @param {string} text */
function notice(text) {
    app.announce(text);
    flash(text, true);
}

start();
