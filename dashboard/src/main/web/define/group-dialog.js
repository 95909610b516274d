// The dialog that defines a group of runs: by a condition on their metadata, a pattern of their names, or by ticking them.

import { problem } from '../data/wire.js';
import { GROUP } from '../data/state.js';
import { make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';
import { completeCondition, conditionOfNames } from './completion.js';
import { completionField, delayed } from './completion-field.js';

/** @typedef {import('../data/types.js').App} App */

const TITLES = { run: 'Group of runs', against: 'Compare with a group of runs' };
/** More check boxes than this are not a list for people; conditions choose among all. */
const MOST_RUNS = 200;

/** @param {App} app */
export function groupDialog(app) {
    const { dialog, heading, body } = overlay('group', TITLES.run);
    /** @type {import('./completion.js').Column[]} */
    let columns = [];
    /** @type {'run' | 'against'} */
    let side = 'run';
    let turn = 0;
    const field = completionField('group-condition', 'Condition', 'build = "before", ranks >= 64, or before-*', (before) => completeCondition(before, columns), delayed((text) => void check(text)));
    const status = make('p', { class: 'define-status', id: 'group-condition-status', role: 'status' });
    const list = make('ul', { class: 'group-runs' });
    const runs = make('fieldset', { class: 'group-fieldset' }, make('legend', {}, 'Runs'), list);
    const use = make('button', { type: 'submit', class: 'button', disabled: true }, 'Show');
    const form = make('form', { class: 'define-form', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void submit()) },
        make('p', { class: 'quiet' }, 'A group is shown as the mean of its runs. Two groups are compared as “treeline compare” does it.'),
        field.element, status, runs, make('p', { class: 'define-actions' }, use, make('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Cancel')));
    body.append(form);

    /** @param {Set<number>} chosen */
    function tick(chosen) {
        for (const box of list.querySelectorAll('input')) box.checked = chosen.has(Number(box.value));
    }

    function listRuns() {
        const open = app.model.runs.filter(({ problem: why }) => !why);
        list.replaceChildren(...open.slice(0, MOST_RUNS).map(({ id, name }) => make('li', {}, make('label', {}, make('input', { type: 'checkbox', value: String(id), onchange: ticked }), ` ${name}`))));
        if (open.length > MOST_RUNS) list.append(make('li', { class: 'quiet' }, `${app.format.whole(open.length - MOST_RUNS)} more runs: choose them by a condition`));
    }

    function ticked() {
        const chosen = new Set(Array.from(list.querySelectorAll('input')).filter(({ checked }) => checked).map(({ value }) => Number(value)));
        const text = conditionOfNames(app.model.runs.filter(({ id }) => chosen.has(Number(id))).map(({ name }) => name));
        field.write(chosen.size > 0 ? text ?? '' : '');
        if (text === null) say('A run whose name has both kinds of quotes cannot be ticked; use a pattern of names.', true);
        else void check(field.input.value);
    }

    /** @param {string} text @param {boolean} [wrong] */
    function say(text, wrong = false) {
        status.textContent = text;
        status.classList.toggle('wrong', wrong);
        field.input.setAttribute('aria-invalid', String(wrong));
        use.disabled = true;
    }

    /** @param {string} text @returns {Promise<boolean>} */
    async function check(text) {
        const mine = ++turn;
        if (!text.trim()) {
            tick(new Set());
            say('');
            return false;
        }
        try {
            const { members = [] } = await app.data.run({ run: `${GROUP}${text.trim()}`, define: [] });
            if (mine !== turn) return false;
            tick(new Set(members.map(({ id }) => id)));
            const all = app.model.runs.filter(({ problem: why }) => !why).length;
            say(`${app.format.whole(members.length)} of ${app.format.counted(all, 'run')}: ${members.slice(0, 8).map(({ name }) => name).join(', ')}${members.length > 8 ? ' …' : ''}`);
            use.disabled = false;
            return true;
        } catch (failure) {
            if (mine !== turn) return false;
            const { error, hint } = problem(failure);
            tick(new Set());
            say(hint ? `${error}\n${hint}` : error, true);
            return false;
        }
    }

    async function submit() {
        if (!(await check(field.input.value))) return;
        const ref = `${GROUP}${field.input.value.trim()}`;
        dialog.close();
        app.select(side === 'run' ? { run: ref, contexts: null, iterations: null } : { against: ref });
    }

    return {
        /** @param {'run' | 'against'} which */
        async open(which) {
            side = which;
            heading.textContent = TITLES[which];
            use.textContent = which === 'run' ? 'Show this group' : 'Compare with this group';
            const now = app.state[which];
            field.write(typeof now === 'string' ? now.slice(GROUP.length) : '');
            listRuns();
            dialog.showModal();
            field.input.focus();
            void check(field.input.value);
            columns = await app.data.conditions().catch(() => []);
            field.renew();
        },
    };
}
