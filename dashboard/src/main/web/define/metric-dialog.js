// The dialog that defines a metric by a formula over other metrics and numeric metadata. The server computes it, so that it is a
// metric like any other.

import { definitionTexts } from '../data/run-infos.js';
import { problem } from '../data/wire.js';
import { make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';
import { completeFormula } from './completion.js';
import { completionField, delayed } from './completion-field.js';

/** @typedef {import('../data/types.js').App} App */

/** @param {App} app */
export function metricDialog(app) {
    const { dialog, body } = overlay('metric-dialog', 'New metric');
    let turn = 0;
    const name = make('input', { type: 'text', id: 'metric-name', class: 'define-input', placeholder: 'rate', spellcheck: false, autocomplete: 'off', oninput: () => soon('') });
    const field = completionField('metric-formula', 'Formula', 'bytes / time', (before) => completeFormula(before, (app.model.runInfo?.metrics ?? []).map((each) => each.name)), () => soon(''));
    const status = make('p', { class: 'define-status', id: 'metric-formula-status', role: 'status' });
    const use = make('button', { type: 'submit', class: 'button', disabled: true }, 'Show this metric');
    const soon = delayed(() => void check());
    const form = make('form', { class: 'define-form', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void submit()) },
        make('p', { class: 'quiet' }, 'Operators + − * /, functions such as max(a, b), numbers and numeric metadata such as ranks. The value of a node is the formula of its values over all ranks.'),
        make('div', { class: 'define-field' }, make('label', { for: 'metric-name' }, 'Name'), name),
        field.element, status,
        make('p', { class: 'define-actions' }, use, make('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Cancel')));
    body.append(form);

    const defined = () => ({ name: name.value.trim(), formula: field.input.value.trim() });

    /** @param {string} text @param {boolean} [wrong] */
    function say(text, wrong = false) {
        status.textContent = text;
        status.classList.toggle('wrong', wrong);
        field.input.setAttribute('aria-invalid', String(wrong));
        use.disabled = true;
    }

    /** @returns {Promise<boolean>} */
    async function check() {
        const mine = ++turn;
        const made = defined();
        if (!made.formula || !made.name) {
            say(made.formula ? 'The metric needs a name.' : '');
            return false;
        }
        try {
            const { metrics = [] } = await app.data.run({ run: app.state.run, define: definitionTexts([...app.state.define, made]) });
            if (mine !== turn) return false;
            const found = metrics.find((each) => each.name === made.name);
            say(`${made.name}: ${found?.unit ? `in ${found.unit}` : 'a number'}, ${found?.scope === 'point' ? 'one value per node, not added up over the call tree' : 'added up over the call tree'}`);
            use.disabled = false;
            return true;
        } catch (failure) {
            if (mine !== turn) return false;
            const { error, hint } = problem(failure);
            say(hint ? `${error}\n${hint}` : error, true);
            return false;
        }
    }

    async function submit() {
        const made = defined();
        if (!(await check())) return;
        dialog.close();
        app.select({ define: [...app.state.define, made], metric: made.name });
    }

    return {
        open() {
            name.value = '';
            field.write('');
            say('');
            dialog.showModal();
            name.focus();
        },
    };
}
