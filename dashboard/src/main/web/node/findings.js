// What stands out, in sentences; a click selects what a sentence speaks of.

import { make } from '../draw/dom.js';
import { rangesOf } from '../draw/format.js';
import { placeUnit } from '../page/chips.js';
import { lossOf } from '../page/remarks.js';
import { baseOf, pathOf } from '../tree/tree.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Finding} Finding */

/** @type {Record<string, string>} */
const TITLES = { 'hot-path': 'Hot path', pattern: 'Patterns over ranks', imbalance: 'Imbalance', waits: 'Waits', drift: 'Drift or jump over iterations' };
const FIRST = 2;

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    const list = make('ol', { class: 'findings' });
    const wait = elapsed('Computing findings…');
    host.append(wait.line, list);
    /** @type {unknown} */
    let shown = null;
    /** @type {string | null} */
    let said = null;
    /** @type {unknown} */
    let compared = null;
    let covered = '';
    /** @type {unknown} */
    let noted = app.state.notes;
    return {
        update() {
            const { findings } = app.model;
            wait.update(app.model.loading.has('findings'));
            const loss = lossIn(app);
            const { diff } = app.model;
            const scope = coverage(app);
            if (isSame(findings, shown) && loss === said && diff === compared && scope === covered && app.state.notes === noted) return;
            covered = scope;
            noted = app.state.notes;
            shown = findings;
            said = loss;
            compared = diff;
            const { scrollTop } = list;
            const focused = [...list.querySelectorAll('button')].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
            list.replaceChildren(...(loss ? [make('li', { class: 'loss' }, loss)] : []), ...noteGroup(app), ...changeGroups(app), ...(scope ? [make('li', { class: 'change-note coverage' }, scope)] : []), ...entries(app));
            list.scrollTop = scrollTop;
            if (focused >= 0) list.querySelectorAll('button')[focused]?.focus();
        },
        csv: () => ({ name: 'findings', rows: [['kind', 'finding'], ...remark(app).map((text) => ['remark', text]), ...(app.model.diff ? [app.model.diff.verdict, ...app.model.diff.notes].filter(Boolean).map((text) => ['comparison', text]) : []), ...changes(app).map(({ kind, text }) => [kind, text]), ...found(app).map((finding) => [finding.kind, inFull(finding)])] }),
        svg: () => picture(app),
        resize() {},
    };
}

/** The same sentences, perhaps of a newer snapshot. @param {unknown} one @param {unknown} other */
const isSame = (one, other) => one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** A line that says what is computed and for how long: runs of many ranks take seconds. @param {string} text */
function elapsed(text) {
    const line = make('p', { class: 'quiet', hidden: true });
    let timer = 0;
    return {
        line,
        /** @param {boolean} waiting */
        update(waiting) {
            if (waiting === timer > 0) return;
            window.clearInterval(timer);
            timer = 0;
            line.hidden = true;
            if (!waiting) return;
            const start = performance.now();
            timer = window.setInterval(() => {
                line.hidden = false;
                line.textContent = `${text} ${Math.round((performance.now() - start) / 1000)} s`;
            }, 1000);
        },
    };
}

/** @param {App} app @returns {Finding[]} */
function found(app) {
    return Array.isArray(app.model.findings) ? app.model.findings : [];
}

/** Conclusions from a part of the values may be wrong. @param {App} app */
const lossIn = ({ model, state }) => lossOf(model.runs.find(({ id }) => id === state.run) ?? model.runInfo);

/** @param {App} app */
const remark = (app) => [lossIn(app)].filter((text) => text !== null);

/** What of the selection findings do not follow: they are about the whole run. @param {App} app */
function coverage(app) {
    const { state, format } = app;
    const { transforms, contexts, iterations, least } = state;
    const parts = [transforms.length > 0 && format.counted(transforms.length, 'transform'), contexts && `selected ${format.plural(placeUnit(app))}`, iterations && 'selected iterations', least > 0 && 'threshold'].filter(Boolean);
    return parts.length > 0 ? `Findings cover the whole run; they do not follow: ${parts.join(', ')}.` : '';
}

/** The differences from the other run that the server lists. @param {App} app */
const changes = ({ model }) => model.diff?.changes ?? [];

/** The notes that readers wrote; a click selects the call path. @param {App} app */
function noteGroup(app) {
    const items = app.state.notes.map(({ path, text }) => item(`${app.format.stepName(path.at(-1) ?? '')}: ${text}`, () => app.select({ node: path })));
    return items.length > 0 ? [listOf('notes-written', 'Notes', items)] : [];
}

/** Differences from the other run come before the findings about this one. @param {App} app */
function changeGroups(app) {
    const { diff } = app.model;
    if (!diff) return [];
    const groups = /** @type {const} */ (['more', 'less']).flatMap((kind) => {
        const list = diff.changes.filter((change) => change.kind === kind);
        const items = list.map((change) => item(change.text, () => app.select({ node: change.path, scope: 'exclusive', transforms: [], contexts: null, iterations: null }), null, `${change.text}\n${change.path.map(app.format.stepName).join(' › ')}`));
        return items.length > 0 ? [listOf(`change-${kind}`, `${kind === 'more' ? 'More' : 'Less'} than ${diff.name}`, items)] : [];
    });
    const verdict = diff.verdict ? [make('li', { class: 'verdict' }, make('strong', {}, firstSentence(diff.verdict)), diff.verdict.slice(firstSentence(diff.verdict).length), make('span', { class: 'quiet' }, ` Compared with ${diff.name}.`))] : [];
    const notes = diff.notes.length > 0 ? [make('li', { class: 'change-note' }, make('details', {}, make('summary', {}, 'About the test'), make('ul', {}, ...diff.notes.map((text) => make('li', {}, text)))))] : [];
    if (diff.tested || groups.length === 0) return [...verdict, ...groups, ...notes];
    const untested = make('details', { class: 'untested' }, make('summary', {}, 'Largest differences, not tested'), make('ol', {}, ...groups));
    return [...verdict, make('li', { class: 'change-note' }, untested), ...notes];
}

/** @param {string} text */
const firstSentence = (text) => /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text;

/** @param {App} app */
function entries(app) {
    const findings = found(app);
    if (findings.length === 0) return [make('li', { class: 'quiet' }, app.model.findings ? 'Nothing stands out.' : '')];
    const keys = [...new Set(findings.map(keyOf))];
    return keys.map((key) => group(app, findings.filter((finding) => keyOf(finding) === key)));
}

/** Headlines of a report have a title each. @param {Finding} finding */
const keyOf = ({ kind, title }) => title ?? kind;

/** The first few of a kind; the others wait behind a button, so that every kind is in sight. @param {App} app @param {Finding[]} list */
function group(app, list) {
    const { kind } = list[0];
    const title = list[0].title ?? (kind === 'slow-ranks' ? `Slow ${app.format.plural(placeUnit(app))}` : TITLES[kind] ?? kind);
    return listOf(kind, title, list.map((finding) => item(finding.text, () => show(app, finding), finding)));
}

/** @param {string} kind @param {string} title @param {HTMLElement[]} items */
function listOf(kind, title, items) {
    const rest = items.slice(FIRST);
    const inner = make('ul', {}, ...items.slice(0, FIRST));
    if (rest.length > 0) {
        const more = make('button', { type: 'button', class: 'more', onclick: () => more.parentElement?.replaceWith(...rest) }, `${rest.length} more`);
        inner.append(make('li', {}, more));
    }
    return make('li', { class: `finding-group ${kind}` }, make('h3', {}, title), inner);
}

/**
 * The sentence starts with function and rank; the call path is in the tooltip, and read out after the sentence.
 * @param {string} text @param {() => void} choose @param {Finding | null} [finding] @param {string} [hint]
 */
function item(text, choose, finding, hint = text) {
    const path = finding?.path ? make('span', { class: 'sr-only' }, ` Call path: ${finding.path}`) : null;
    const title = finding ? withPath(inFull(finding), finding.path ?? '') : hint;
    return make('li', {}, make('button', { type: 'button', class: 'finding', title, onclick: choose }, text, path));
}

/** @param {string} sentence @param {string} path */
const withPath = (sentence, path) => (sentence.includes(path) ? sentence : `${sentence} (${path})`);

/** The sentence with its call path. @param {Finding} finding */
const inFull = ({ text, full }) => full ?? text;

/** Selects what the finding speaks of; findings are about the whole tree, so transforms are dropped. @param {App} app @param {Finding} finding */
async function show(app, finding) {
    const { state } = app;
    const changes = /** @type {Partial<import('../data/types.js').State>} */ ({ transforms: [], against: null, ...(await placeOf(app, finding)) });
    changes.contexts = finding.contexts && finding.contexts.length > 0 ? rangesOf(finding.contexts) : null;
    changes.iterations = typeof finding.iteration === 'number' ? [finding.iteration, finding.iteration] : null;
    if (app.state === state) app.select(changes);
}

/** The call path and the scope of a finding. @param {App} app @param {Finding} finding */
async function placeOf(app, finding) {
    const node = finding.node ?? -1;
    const path = node < 0 ? null : await pathOfNode(app, node);
    return finding.scope ? { node: path, scope: finding.scope } : { node: path };
}

/**
 * Selects the most important finding of a page that opens without a selection. All ranks stay selected, so that every panel compares
 * them. Not a step back: the reader has not done anything.
 * @param {App} app @param {() => boolean} wanted whether neither the address nor the reader has chosen yet
 */
export function openingFinding(app, wanted) {
    let done = false;
    return {
        async update() {
            const first = wanted() ? found(app).find((finding) => finding.first) : undefined;
            if (done || !first || app.model.tree === null) return;
            done = true;
            const changes = await placeOf(app, first);
            if (wanted()) app.select(changes, { replace: true });
        },
    };
}

/** @param {App} app @param {number} node */
async function pathOfNode(app, node) {
    const base = baseOf(await app.data.tree(app.state.run));
    const row = base.node.indexOf(node);
    return row < 0 ? null : pathOf(base, row);
}

/** @param {App} app */
function picture(app) {
    const lines = [...remark(app), ...changes(app).map(({ text }) => text), ...found(app).map(inFull)];
    const height = 24 + lines.length * 18;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    svg.setAttribute('width', '900');
    svg.setAttribute('height', String(height));
    lines.forEach((line, i) => {
        const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
        text.setAttribute('x', '12');
        text.setAttribute('y', String(24 + i * 18));
        text.setAttribute('font-family', 'system-ui, sans-serif');
        text.setAttribute('font-size', '12');
        text.setAttribute('fill', app.theme.colour('ink'));
        text.textContent = line;
        svg.append(text);
    });
    return new XMLSerializer().serializeToString(svg);
}
