// The list of questions as a combobox: typing filters, arrow keys move, Enter chooses.

import { make } from '../draw/dom.js';
import { matchingQuestions } from './selection-parameters.js';

/** @typedef {import('../data/types.js').QuestionInfo} QuestionInfo */

/** @param {(question: QuestionInfo) => void} choose */
export function questionList(choose) {
    const list = make('ul', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': 'Questions' });
    const count = make('p', { class: 'palette-status quiet', role: 'status' });
    const input = make('input', {
        type: 'text', role: 'combobox', class: 'palette-search', placeholder: 'Search questions', spellcheck: false, autocomplete: 'off',
        'aria-label': 'Search questions', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': 'true',
    });
    /** @type {QuestionInfo[]} */
    let questions = [];
    /** @type {QuestionInfo[]} */
    let shown = [];
    let active = 0;

    /** @param {number} at */
    function activate(at) {
        active = Math.max(0, Math.min(shown.length - 1, at));
        Array.from(list.children).forEach((option, each) => option.setAttribute('aria-selected', String(each === active)));
        list.children[active]?.scrollIntoView({ block: 'nearest' });
        if (shown.length > 0) input.setAttribute('aria-activedescendant', optionId(active));
        else input.removeAttribute('aria-activedescendant');
    }

    function filter() {
        shown = matchingQuestions(questions, input.value);
        list.replaceChildren(...shown.map((question, at) => optionOf(question, at, () => choose(question))));
        list.hidden = shown.length === 0;
        input.setAttribute('aria-expanded', String(shown.length > 0));
        count.textContent = shown.length === 0 && questions.length > 0 ? 'No question matches.' : '';
        activate(0);
    }

    input.addEventListener('input', filter);
    input.addEventListener('keydown', (event) => {
        const page = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
        if (page !== undefined) activate(active + page);
        else if (event.key === 'Enter' && shown[active]) choose(shown[active]);
        else return;
        event.preventDefault();
    });
    return {
        element: make('div', { class: 'palette-questions' }, input, count, list),
        /** @param {QuestionInfo[]} all */
        show(all) {
            questions = all;
            filter();
        },
        /** @param {string} text */
        say: (text) => (count.textContent = text),
        focus() {
            input.select();
            input.focus();
        },
    };
}

/** @param {number} at */
const optionId = (at) => `palette-option-${at}`;

/** @param {QuestionInfo} question @param {number} at @param {() => void} choose */
function optionOf({ name, summary }, at, choose) {
    const option = make('li', { id: optionId(at), role: 'option', class: 'palette-option', onclick: choose });
    option.append(make('span', { class: 'palette-name' }, name), make('span', { class: 'palette-summary' }, summary));
    return option;
}
