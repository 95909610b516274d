// An answer: statements, tables and a figure. Everything in it is text or an image, never markup of the page.

import { problem } from '../data/wire.js';
import { icon, make } from '../draw/dom.js';
import { copyText } from '../page/copy.js';
import { fileName, save } from '../page/export.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').QuestionAnswer} QuestionAnswer */
/** @typedef {import('../data/types.js').AnswerSection} AnswerSection */
/** @typedef {import('../data/types.js').AnswerColumn} AnswerColumn */

/**
 * @param {App} app
 * @param {QuestionAnswer} answer
 * @param {string} query  that asked for it
 * @param {(text: string) => void} say
 */
export function answerView(app, answer, query, say) {
    return [
        make('h3', { class: 'palette-title', tabIndex: -1 }, answer.title),
        actionsOf(app, answer, query, say),
        listOf('Statements', 'palette-statements', answer.statements.map(({ kind, text }) => make('li', { 'data-kind': kind }, text))),
        listOf('Notes', 'palette-notes quiet', answer.notes.map(({ text, lossy }) => make('li', { class: lossy ? 'lossy' : '' }, text))),
        ...answer.sections.map(sectionOf),
        figureOf(answer),
    ];
}

/** @param {string} label @param {string} name @param {HTMLElement[]} items */
const listOf = (label, name, items) => (items.length > 0 ? make('ul', { class: name, 'aria-label': label }, ...items) : '');

/** @param {App} app @param {QuestionAnswer} answer @param {string} query @param {(text: string) => void} say */
function actionsOf(app, answer, query, say) {
    /** @param {string} name @param {string} label @param {() => void} onclick */
    const button = (name, label, onclick) =>
        make('button', { type: 'button', class: 'button small', onclick }, icon(name, 12), ` ${label}`);
    /** @param {string} label @param {string} text */
    const copy = (label, text) => button('copy', label, async () => say(await copyText(text)));
    /** @param {'csv' | 'json'} form */
    const download = async (form) => {
        try {
            const file = await app.data.exported(query, form);
            save(fileName(app, answer.question, form), file.type, file);
        } catch (failure) {
            say(problem(failure).error);
        }
    };
    return make(
        'p',
        { class: 'palette-actions' },
        button('export', 'Export CSV', () => void download('csv')),
        button('export', 'Export JSON', () => void download('json')),
        copy('Copy as command', answer.command),
        copy('Copy as Java', answer.java),
        copy('Copy as Python', answer.python),
    );
}

/** @param {AnswerSection} section @param {number} at */
function sectionOf({ heading, columns, rows, more, footnote, text }, at) {
    if (text) return make('section', { class: 'palette-section' }, heading ? make('h4', {}, heading) : '', make('pre', { tabIndex: 0 }, text));
    const label = heading || `Table ${at + 1}`;
    const head = make('tr', {}, ...columns.map((column, each) => headingOf(column, rows.some((row) => WITH_UNIT.test(row[each] ?? '')))));
    /** @param {string[]} row */
    const line = (row) => make('tr', {}, ...columns.map((column, each) => make('td', { class: sideOf(column) }, row[each] ?? '')));
    const table = make('table', { 'aria-label': label }, make('thead', {}, head), make('tbody', {}, ...rows.map(line)));
    return make(
        'section',
        { class: 'palette-section' },
        heading ? make('h4', {}, heading) : '',
        make('div', { class: 'palette-table', role: 'region', tabIndex: 0, 'aria-label': `${label}, scrollable` }, table),
        footnote ? make('p', { class: 'quiet' }, footnote) : '',
        more > 0 ? make('p', { class: 'quiet' }, `${more.toLocaleString('en-US')} more rows`) : '',
    );
}

/** @param {AnswerColumn} column */
const sideOf = ({ right }) => (right ? 'right' : '');

/** 1.23 ms, 5 B or 12.3 M misses: the unit of a value may differ from that of its column. */
const WITH_UNIT = /^[-−+]?[\d.,e+-]+ \S/;

/** @param {AnswerColumn} column @param {boolean} hasUnits  whether its cells have units */
function headingOf(column, hasUnits) {
    const unit = column.unit && !hasUnits ? make('span', { class: 'quiet' }, ` (${column.unit})`) : '';
    return make('th', { scope: 'col', class: sideOf(column) }, column.heading || column.name, unit);
}

/** As an image, in which scripts do not run. @param {QuestionAnswer} answer */
function figureOf({ figure, title }) {
    if (!figure) return '';
    const image = make('img', { alt: title, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(figure)}` });
    return make('figure', { class: 'palette-figure' }, image);
}
