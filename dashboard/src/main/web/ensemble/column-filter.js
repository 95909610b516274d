// The filter of one metadata column: choices among its values, a range of numbers, or a part of a text.

import { make } from '../draw/dom.js';
import { filterWords, withFilter } from '../data/run-filters.js';
import { dateText } from './dates.js';
import { extent, isMissing, numberText, plainText, RUN } from './run-columns.js';

/** @typedef {import('./types.js').RunColumn} RunColumn */
/** @typedef {import('../data/types.js').RunFilter} RunFilter */

const MOST_CHOICES = 200;

/** @type {(() => void) | null} */
let closeOpen = null;

/**
 * @param {HTMLElement} button
 * @param {import('../data/types.js').App} app
 * @param {import('./types.js').Runs} runs
 * @param {RunColumn} column
 */
export function openColumnFilter(button, app, runs, column) {
    closeOpen?.();
    const filter = app.state.runFilters.find((each) => each.column === column.name) ?? null;
    const apply = (/** @type {RunFilter | null} */ next) => app.select({ runFilters: withFilter(app.state.runFilters, column.name, next) });
    const box = make('div', { class: 'menu column-filter', role: 'dialog', 'aria-label': `Filter ${column.name}` });
    const close = () => {
        closeOpen = null;
        box.remove();
        removeEventListener('pointerdown', outside, true);
        button.focus({ preventScroll: true });
    };
    const outside = (/** @type {Event} */ event) => {
        if (!box.contains(/** @type {Node} */ (event.target))) close();
    };
    box.addEventListener('keydown', (event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close();
    });
    const clear = make('button', { type: 'button', class: 'button small', disabled: filter === null, onclick: () => { apply(null); close(); } }, 'Clear');
    const group = column.name === RUN ? null : make('button', { type: 'button', class: 'button small', onclick: () => { app.select({ runGroup: app.state.runGroup === column.name ? null : column.name }); close(); } }, app.state.runGroup === column.name ? 'Do not group' : 'Group by');
    const colour = column.name === RUN ? null : make('button', { type: 'button', class: 'button small', onclick: () => { app.select({ runColour: app.state.runColour === column.name ? null : column.name }); close(); } }, app.state.runColour === column.name ? 'Do not colour' : 'Colour by');
    box.append(
        make('p', { class: 'column-filter-title' }, column.name),
        ...(column.kind === 'number' ? [rangeFields(column, filter, apply)] : []),
        ...(column.kind === 'text' ? [textField(filter, column.name, apply)] : []),
        ...choicesOf(runs, column, filter, apply),
        make('div', { class: 'column-filter-actions' }, group, colour, clear, make('button', { type: 'button', class: 'button small', onclick: close }, 'Close')),
    );
    document.body.append(box);
    const { left, bottom } = button.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(left, innerWidth - box.offsetWidth - 4))}px`;
    box.style.top = `${Math.max(4, Math.min(bottom + 2, innerHeight - box.offsetHeight - 4))}px`;
    addEventListener('pointerdown', outside, true);
    closeOpen = close;
    /** @type {HTMLElement | null} */ (box.querySelector('input'))?.focus();
}

/** @param {RunColumn} column @param {RunFilter | null} filter @param {(next: RunFilter | null) => void} apply */
function rangeFields(column, filter, apply) {
    if (column.date) return dateFields(column, filter, apply);
    const { low, high } = extent(column.values);
    const now = filter?.kind === 'range' ? filter : null;
    const field = (/** @type {string} */ label, /** @type {number} */ end, /** @type {number | undefined} */ value) =>
        make('input', { type: 'number', step: 'any', 'aria-label': `${label}, ${numberText(column, end)} in all runs`, placeholder: String(end), value: value !== undefined && Number.isFinite(value) ? String(value) : '', onchange: changed });
    const changed = () => {
        const [first, last] = [from.value === '' ? -Infinity : Number(from.value), to.value === '' ? Infinity : Number(to.value)];
        apply(first === -Infinity && last === Infinity ? null : { column: column.name, kind: 'range', from: Math.min(first, last), to: Math.max(first, last) });
    };
    const from = field('From', low, now?.from);
    const to = field('To', high, now?.to);
    return make('div', { class: 'column-filter-range' }, 'from ', from, ' to ', to);
}

/** From and to as days or points in time, in UTC. @param {RunColumn} column @param {RunFilter | null} filter @param {(next: RunFilter | null) => void} apply */
function dateFields(column, filter, apply) {
    const now = filter?.kind === 'range' ? filter : null;
    const { low, high } = extent(column.values);
    const seconds = (/** @type {string} */ text) => Date.parse(`${text.trim().replace(' ', 'T')}${text.trim().length > 10 ? 'Z' : ''}`) / 1000;
    const field = (/** @type {string} */ label, /** @type {number} */ end, /** @type {number | undefined} */ value) =>
        make('input', { type: 'text', 'aria-label': `${label}, ${numberText(column, end)} in all runs`, placeholder: numberText(column, end), value: value !== undefined && Number.isFinite(value) ? dateText(value, column.date) : '', onchange: changed });
    const changed = () => {
        const [first, last] = [from.value === '' ? -Infinity : seconds(from.value), to.value === '' ? Infinity : seconds(to.value)];
        for (const [input, end] of /** @type {const} */ ([[from, first], [to, last]])) input.setAttribute('aria-invalid', String(Number.isNaN(end)));
        if ([first, last].some(Number.isNaN)) return;
        apply(first === -Infinity && last === Infinity ? null : { column: column.name, kind: 'range', from: Math.min(first, last), to: Math.max(first, last) });
    };
    const from = field('From', low, now?.from);
    const to = field('To', high, now?.to);
    return make('div', { class: 'column-filter-range' }, 'from ', from, ' to ', to);
}

/** @param {RunFilter | null} filter @param {string} column @param {(next: RunFilter | null) => void} apply */
function textField(filter, column, apply) {
    const field = make('input', { type: 'search', placeholder: 'contains …', 'aria-label': `${column} contains`, value: filter?.kind === 'text' ? filter.text : '' });
    field.addEventListener('input', () => apply(field.value ? { column, kind: 'text', text: field.value } : null));
    return field;
}

/**
 * A box per value, with the number of runs.
 * @param {import('./types.js').Runs} runs @param {RunColumn} column @param {RunFilter | null} filter @param {(next: RunFilter | null) => void} apply
 */
function choicesOf(runs, column, filter, apply) {
    if (column.name === RUN) return [];
    const counts = valuesOf(column, runs.names.length);
    if (counts.size > MOST_CHOICES) return [make('p', { class: 'quiet' }, `${counts.size} different values`)];
    const chosen = new Set(filter?.kind === 'in' ? filter.values : []);
    const list = make('div', { class: 'column-filter-choices', role: 'group', 'aria-label': `Values of ${column.name}` });
    for (const [value, count] of counts) {
        const box = make('input', { type: 'checkbox', checked: chosen.has(value) });
        box.addEventListener('change', () => {
            if (box.checked) chosen.add(value);
            else chosen.delete(value);
            apply(chosen.size === 0 ? null : { column: column.name, kind: 'in', values: [...chosen] });
        });
        const shown = value === '' ? 'missing' : column.kind === 'number' ? numberText(column, Number(value)) : value;
        list.append(make('label', { title: shown }, box, make('span', {}, shown), make('span', { class: 'quiet' }, String(count))));
    }
    return [list];
}

/** Each value and its number of runs, in the order of the column. @param {RunColumn} column @param {number} runs */
function valuesOf(column, runs) {
    const order = Array.from({ length: runs }, (_, run) => run).sort((one, other) => Number(isMissing(column, one)) - Number(isMissing(column, other)) || column.values[one] - column.values[other]);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const run of order) {
        const text = plainText(column, run);
        counts.set(text, (counts.get(text) ?? 0) + 1);
        if (counts.size > MOST_CHOICES) break;
    }
    return counts;
}

/** The words of a filter, with numbers as the column writes them. @param {import('./types.js').Runs} runs @param {RunFilter} filter */
export function wordsOf(runs, filter) {
    const column = runs.byName.get(filter.column);
    return filterWords(filter, column ? (value) => numberText(column, value) : String);
}
