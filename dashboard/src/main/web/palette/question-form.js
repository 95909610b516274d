// The form of a question, generated from its parameters: a checkbox for a flag, a list for choices, else a text field.

import { make } from '../draw/dom.js';

/** @typedef {import('../data/types.js').QuestionInfo} QuestionInfo */
/** @typedef {import('../data/types.js').QuestionParameter} QuestionParameter */
/** @typedef {import('./selection-parameters.js').Values} Values */
/** @typedef {{element: HTMLElement, read: () => string[]}} Field */

/**
 * @param {QuestionInfo} question
 * @param {Values} values  that the fields start with
 * @param {HTMLElement[]} subject  what the question is about
 * @param {(values: Values) => void} submit
 */
export function questionForm(question, values, subject, submit) {
    const fields = question.parameters.map((each) => ({ name: each.name, ...fieldOf(each, values.get(each.name) ?? []) }));
    const given = fields.filter(({ name }) => values.has(name));
    const others = fields.filter(({ name }) => !values.has(name));
    const form = make('form', { class: 'palette-form', 'aria-label': `Parameters of ${question.name}` });
    form.append(
        ...subject,
        make('div', { class: 'palette-fields' }, ...[...given, ...others].map(({ element }) => element)),
        make('p', { class: 'palette-actions' }, make('button', { type: 'submit', class: 'button' }, 'Ask')),
    );
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        submit(new Map(fields.map(({ name, read }) => /** @type {const} */ ([name, read()])).filter(([, each]) => each.length > 0)));
    });
    form.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit(); // Enter alone breaks lines in text areas
    });
    return {
        element: form,
        focus: () => /** @type {HTMLElement | null} */ (form.querySelector('input, select, textarea, button'))?.focus(),
    };
}

/** @param {QuestionParameter} parameter @param {string[]} values @returns {Field} */
function fieldOf(parameter, values) {
    if (parameter.flag) return flagField(parameter, values);
    if (parameter.repeated) return linesField(parameter, values);
    return parameter.choices.length > 0 ? choiceField(parameter, values) : textField(parameter, values);
}

/** @param {QuestionParameter} parameter @param {string[]} values @returns {Field} */
function flagField(parameter, values) {
    const box = make('input', { type: 'checkbox', checked: values.length > 0, ...ids(parameter) });
    const label = make('label', { class: 'palette-flag' }, box, ` ${parameter.name}`);
    return { element: make('div', { class: 'palette-field' }, label, summaryOf(parameter)), read: () => (box.checked ? ['true'] : []) };
}

/** @param {QuestionParameter} parameter @param {string[]} values @returns {Field} */
function choiceField(parameter, values) {
    const none = parameter.default ? `default: ${parameter.default}` : 'default';
    const options = [make('option', { value: '' }, none), ...parameter.choices.map((value) => make('option', { value }, value))];
    const select = make('select', ids(parameter), ...options);
    select.value = values[0] ?? '';
    return labelled(parameter, select, () => [select.value]);
}

/** @param {QuestionParameter} parameter @param {string[]} values @returns {Field} */
function textField(parameter, values) {
    const input = make('input', { ...typed(parameter), type: 'text', value: values[0] ?? '', placeholder: hintOf(parameter) });
    return labelled(parameter, input, () => [input.value.trim()]);
}

/** One value per line. @param {QuestionParameter} parameter @param {string[]} values @returns {Field} */
function linesField(parameter, values) {
    const placeholder = `${hintOf(parameter)}, one per line`;
    const area = make('textarea', { ...typed(parameter), rows: 2, value: values.join('\n'), placeholder });
    return labelled(parameter, area, () => area.value.split('\n').map((line) => line.trim()));
}

/** @param {QuestionParameter} parameter */
const hintOf = (parameter) => (parameter.default ? `default: ${parameter.default}` : parameter.placeholder);

/** @param {QuestionParameter} parameter */
const ids = ({ name }) => ({ id: `palette-parameter-${name}`, 'aria-describedby': `palette-summary-${name}` });

/** @param {QuestionParameter} parameter */
const typed = (parameter) => ({ ...ids(parameter), spellcheck: false, autocomplete: 'off' });

/** @param {QuestionParameter} parameter */
const summaryOf = ({ name, summary }) => make('span', { class: 'palette-hint quiet', id: `palette-summary-${name}` }, summary);

/** @param {QuestionParameter} parameter @param {HTMLElement} control @param {() => string[]} read @returns {Field} */
function labelled(parameter, control, read) {
    const label = make('label', { for: control.id }, parameter.name);
    const element = make('div', { class: 'palette-field' }, label, control, summaryOf(parameter));
    return { element, read: () => read().filter((value) => value !== '') };
}
