// The command palette: any question about the current selection, its parameters, and its answer.

import { problem } from '../data/wire.js';
import { make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';
import { answerView } from './answer-view.js';
import { questionForm } from './question-form.js';
import { questionList } from './question-list.js';
import { subjectOf } from './question-subject.js';
import { askQuery, selectionParameters } from './selection-parameters.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').QuestionInfo} QuestionInfo */
/** @typedef {import('./selection-parameters.js').Values} Values */

/** @param {App} app */
export function commandPalette(app) {
    const { dialog, heading, body } = overlay('palette', TITLE);
    const list = questionList(choose);
    const back = make('button', { type: 'button', class: 'button small', onclick: showList }, 'All questions');
    const form = make('div', { class: 'palette-question' });
    const status = make('p', { class: 'palette-status', role: 'status' });
    const answer = make('div', { class: 'palette-answer' });
    body.append(list.element, form, status, answer);
    /** counts what was chosen and asked: answers to anything earlier are dropped */
    let turn = 0;

    function showList() {
        turn++;
        heading.textContent = TITLE;
        list.element.hidden = false;
        form.replaceChildren();
        answer.replaceChildren();
        status.textContent = '';
        list.focus();
    }

    async function open() {
        if (dialog.open) return;
        dialog.showModal();
        showList();
        list.say('Loading …');
        try {
            list.show(await app.data.questions());
        } catch (failure) {
            list.say(sentence(failure));
        }
    }

    /** @param {QuestionInfo} question */
    function choose(question) {
        turn++;
        heading.textContent = question.name;
        list.element.hidden = true;
        answer.replaceChildren();
        status.textContent = '';
        const subject = subjectOf(app, question);
        const about = [make('p', {}, question.summary), ...subject.elements];
        const made = questionForm(question, selectionParameters(question, app), about, (values) => {
            const runs = subject.runs();
            if (typeof runs === 'string') status.textContent = runs;
            else void ask(askQuery(question, runs, values));
        });
        form.replaceChildren(back, made.element);
        made.focus();
    }

    /** @param {string} query */
    async function ask(query) {
        const mine = ++turn;
        status.textContent = 'Computing …';
        dialog.setAttribute('aria-busy', 'true');
        try {
            const answered = await app.data.ask(query);
            if (mine !== turn) return;
            status.textContent = '';
            answer.replaceChildren(...answerView(app, answered, query, (text) => (status.textContent = text)));
            /** @type {HTMLElement | null} */ (answer.querySelector('.palette-title'))?.focus();
        } catch (failure) {
            if (mine !== turn) return;
            answer.replaceChildren();
            status.textContent = sentence(failure);
        } finally {
            if (mine === turn) dialog.removeAttribute('aria-busy');
        }
    }

    dialog.addEventListener('keydown', (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
        event.preventDefault();
        showList();
    });
    return { open };
}

const TITLE = 'Ask a question';

/** The error, and what to do about it. @param {unknown} failure */
function sentence(failure) {
    const { error, hint } = problem(failure);
    return hint ? `${error.replace(/\.?$/, '.')} ${hint}` : error;
}
