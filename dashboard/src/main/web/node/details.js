// The selected node: its call path, its numbers, and how its cost spreads over the ranks.

import { visible } from '../draw/visible.js';
import { iconButton, make } from '../draw/dom.js';
import { callPath } from '../draw/format.js';
import { withinText } from '../ranks/rank-notes.js';
import { groupName, rankData } from '../ranks/rank-values.js';
import { copy } from '../calltree/row-menu.js';
import { comparedFacts } from '../page/compared-facts.js';
import { editNote } from '../page/notes.js';
import { vacancies } from '../page/vacant.js';
import { noteAt } from '../tree/notes.js';

/** @typedef {import('../data/types.js').App} App */

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    const path = make('nav', { class: 'path', 'aria-label': 'Call path' });
    const facts = make('dl', { class: 'facts' });
    const absent = make('p', { class: 'quiet absent' });
    const edit = make('button', { type: 'button', class: 'more', onclick: () => app.state.node && editNote(app, app.state.node) }, 'Edit note');
    const note = make('div', { class: 'note-box', hidden: true }, make('p', {}), edit);
    host.append(path, note, facts, absent);
    let shown = '';
    return {
        update() {
            const key = JSON.stringify([app.state.node, app.model.runInfo?.name, app.model.tree?.inverted]);
            if (key !== shown) path.replaceChildren(...steps(app)); // a focused button stays
            shown = key;
            absent.textContent = vacancies(app).length > 0 ? `Not shown: ${vacancies(app).map(({ why }) => why).join(' ')}` : '';
            const text = noteAt(app.state.notes, app.state.node);
            note.hidden = text === '';
            note.firstElementChild?.replaceChildren(text);
            facts.replaceChildren(...lines(app).flatMap(({ label, value }) => [make('dt', {}, label), make('dd', {}, value)]));
        },
        csv: () => ({ name: 'selected', rows: [['fact', 'value'], ...lines(app).map(({ label, value }) => [label, value])] }),
        svg: () => picture(app),
        resize() {},
    };
}

/** @param {App} app */
function steps(app) {
    const { node } = app.state;
    const { runInfo } = app.model;
    if (!node) return [make('p', { class: 'quiet' }, `Nothing is selected: the numbers are of the whole program${runInfo ? ` ${runInfo.name}` : ''}.`)];
    const parts = node.map((step, at) =>
        make('button', { type: 'button', class: at === node.length - 1 ? 'step last' : 'step', onclick: () => app.select({ node: node.slice(0, at + 1) }) }, app.format.stepName(step)),
    );
    const whole = make('button', { type: 'button', class: 'step', title: 'Whole program (w)', onclick: () => app.select({ node: null }) }, 'whole program');
    const write = app.model.tree?.inverted ? [] : [iconButton('note', 'Add or edit a note (a)', () => editNote(app, node))];
    return [whole, ...parts, ...write, iconButton('copy', 'Copy call path', () => copy(app, callPath(node.map(app.format.stepName))))];
}

/** @param {App} app @returns {import('../data/types.js').Fact[]} */
export function lines(app) {
    const { model, format, state } = app;
    const { tree, selectedRow: row, unit } = model;
    if (!tree) return [];
    /** @type {import('../data/types.js').Fact[]} */
    const facts = [];
    /** @param {string} label @param {string} value */
    const add = (label, value) => facts.push({ label, value });
    if (state.node && row < 0) add('Call path', 'not in this run');
    if (row >= 0) {
        for (const [label, values] of /** @type {[string, Float64Array][]} */ ([['Inclusive', tree.inclusive], ['Exclusive', tree.exclusive]])) {
            const share = Number.isNaN(values[row] / model.total) ? '' : ` · ${format.percent(values[row] / model.total)}`;
            add(label, `${format.value(values[row], unit)}${share}`);
        }
        if (tree.elapsed) add('Elapsed', format.value(tree.elapsed[row], unit));
        if (tree.hidden[row] > 0) add('Hidden below', format.counted(tree.hidden[row], 'small node'));
    } else if (!state.node) {
        if (!Number.isNaN(model.total)) add('Total', format.value(model.total, unit));
        if (tree.elapsed && tree.end[0] === tree.length) add('Elapsed', format.value(tree.elapsed[0], unit));
    }
    for (const { label, value } of comparedFacts(app, row, state.scope)) add(label === model.diff?.name ? `${label} (${state.scope})` : label.replace(/^[a-z]{2}/, (start) => start.charAt(0).toUpperCase() + start.slice(1)), value);
    if (model.diff && !state.node && !Number.isNaN(model.total)) {
        add(model.diff.name, format.value(model.diff.total, unit));
        add('Difference', format.change(model.total - model.diff.total, unit));
    }
    if (model.combined) add('Aggregation', model.combined);
    return [...facts, ...rankFacts(app), ...(row >= 0 ? placeFacts(app, tree, row) : [])];
}

/** @param {App} app @param {import('../data/types.js').Tree} tree @param {number} row @returns {import('../data/types.js').Fact[]} */
function placeFacts(app, tree, row) {
    const { file, line, module, kind, labels } = tree.facts(row);
    const facts = labels.map(([label, value]) => ({ label, value }));
    if (kind) facts.push({ label: 'Kind', value: kind });
    if (file) facts.push({ label: 'Source', value: app.format.place(file, line) });
    if (module) facts.push({ label: 'Module', value: app.format.place(module, 0) });
    return facts;
}

/** Of the same values that the processes view shows: one for each rank, whatever ranks are selected. @param {App} app @returns {import('../data/types.js').Fact[]} */
function rankFacts(app) {
    const { ranks, unit, contexts } = app.model;
    if (!ranks || 'error' in ranks || !contexts) return [];
    const { groups, stats } = rankData(ranks, contexts);
    if (groups.length < 2) return [];
    const { format } = app;
    const name = groups.unit.charAt(0).toUpperCase() + groups.unit.slice(1);
    const within = withinText(app);
    const facts = app.state.contexts ? [{ label: `All ${format.plural(groups.unit)}:`, value: '' }] : [];
    if (within) facts.push({ label: `${format.plural(name)} in`, value: within });
    if (stats.present < groups.length) facts.push({ label: 'Ran on', value: format.countedOf(stats.present, groups.length, groups.unit) });
    for (const key of /** @type {const} */ (['min', 'mean', 'max'])) facts.push({ label: `${name} ${key}`, value: format.value(stats[key], unit) });
    if (stats.slowest >= 0) facts.push({ label: 'Slowest', value: groupName(groups, stats.slowest) });
    facts.push({ label: 'Max / mean', value: format.ratio(stats.imbalance) });
    return facts;
}

/** @param {App} app */
function picture(app) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const facts = lines(app);
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    svg.setAttribute('width', '360');
    svg.setAttribute('height', String(20 + facts.length * 18));
    facts.forEach(({ label, value }, at) => {
        for (const [x, content] of /** @type {[number, string][]} */ ([[12, label], [140, value]])) {
            const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
            text.setAttribute('x', String(x));
            text.setAttribute('y', String(22 + at * 18));
            text.setAttribute('font-family', 'system-ui, sans-serif');
            text.setAttribute('font-size', '12');
            text.setAttribute('fill', app.theme.colour('ink'));
            text.textContent = visible(content);
            svg.append(text);
        }
    });
    return new XMLSerializer().serializeToString(svg);
}
