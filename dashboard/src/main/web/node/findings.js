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
    return {
        update() {
            const { findings } = app.model;
            wait.update(app.model.loading.has('findings'));
            const loss = lossIn(app);
            const { diff } = app.model;
            if (findings === shown && loss === said && diff === compared) return;
            shown = findings;
            said = loss;
            compared = diff;
            list.replaceChildren(...(loss ? [make('li', { class: 'loss' }, loss)] : []), ...changeGroups(app), ...entries(app));
        },
        csv: () => ({ name: 'findings', rows: [['kind', 'finding'], ...remark(app).map((text) => ['remark', text]), ...(app.model.diff?.note ? [['note', app.model.diff.note]] : []), ...changes(app).map(({ kind, text }) => [kind, text]), ...found(app).map(({ kind, text }) => [kind, text])] }),
        svg: () => picture(app),
        resize() {},
    };
}

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
const lossIn = ({ model, state }) => lossOf(model.runs.find(({ id }) => id === state.run));

/** @param {App} app */
const remark = (app) => [lossIn(app)].filter((text) => text !== null);

/** The differences from the other run that the server lists. @param {App} app */
const changes = ({ model }) => model.diff?.changes ?? [];

/** Differences from the other run come before the findings about this one. @param {App} app */
function changeGroups(app) {
    const { diff } = app.model;
    if (!diff) return [];
    const groups = /** @type {const} */ (['more', 'less']).flatMap((kind) => {
        const list = diff.changes.filter((change) => change.kind === kind);
        const items = list.map((change) => item(change.text, () => app.select({ node: change.path, scope: 'exclusive', transforms: [], contexts: null, iterations: null })));
        return items.length > 0 ? [listOf(`change-${kind}`, `${kind === 'more' ? 'More' : 'Less'} than ${diff.name}`, items)] : [];
    });
    return [...(diff.note ? [make('li', { class: 'change-note' }, `Compared with ${diff.name}: ${diff.note}`)] : []), ...groups];
}

/** @param {App} app */
function entries(app) {
    const findings = found(app);
    if (findings.length === 0) return [make('li', { class: 'quiet' }, app.model.findings ? 'Nothing stands out.' : '')];
    const kinds = [...new Set(findings.map(({ kind }) => kind))];
    return kinds.map((kind) => group(app, kind, findings.filter((finding) => finding.kind === kind)));
}

/** The first few of a kind; the others wait behind a button, so that every kind is in sight. @param {App} app @param {string} kind @param {Finding[]} list */
function group(app, kind, list) {
    const title = kind === 'slow-ranks' ? `Slow ${app.format.plural(placeUnit(app))}` : TITLES[kind] ?? kind;
    return listOf(kind, title, list.map((finding) => item(finding.text, () => show(app, finding))));
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

/** @param {string} text @param {() => void} choose */
const item = (text, choose) => make('li', {}, make('button', { type: 'button', class: 'finding', title: text, onclick: choose }, text));

/** Selects what the finding speaks of; findings are about the whole tree, so transforms are dropped. @param {App} app @param {Finding} finding */
async function show(app, finding) {
    const { state } = app;
    const node = finding.node ?? -1;
    const changes = /** @type {Partial<import('../data/types.js').State>} */ ({ transforms: [], against: null });
    changes.node = node < 0 ? null : await pathOfNode(app, node);
    changes.contexts = finding.contexts && finding.contexts.length > 0 ? rangesOf(finding.contexts) : null;
    changes.iterations = typeof finding.iteration === 'number' ? [finding.iteration, finding.iteration] : null;
    if (finding.scope) changes.scope = finding.scope;
    if (app.state === state) app.select(changes);
}

/** @param {App} app @param {number} node */
async function pathOfNode(app, node) {
    const base = baseOf(await app.data.tree(app.state.run));
    const row = base.node.indexOf(node);
    return row < 0 ? null : pathOf(base, row);
}

/** @param {App} app */
function picture(app) {
    const lines = [...remark(app), ...changes(app).map(({ text }) => text), ...found(app).map(({ text }) => text)];
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
