// A text field that completes: a combobox whose list follows the caret. Down and Up move, Enter or Tab accepts, Escape closes the list.

import { make } from '../draw/dom.js';

/** @typedef {import('./completion.js').Completion} Completion */

/**
 * @param {string} id
 * @param {string} label
 * @param {string} placeholder
 * @param {(before: string) => Completion} complete  the text before the caret
 * @param {(text: string) => void} changed
 */
export function completionField(id, label, placeholder, complete, changed) {
    const list = make('ul', { class: 'completion-list', id: `${id}-list`, role: 'listbox', 'aria-label': `Completions of ${label.toLowerCase()}`, hidden: true });
    const input = make('input', {
        type: 'text', id, role: 'combobox', class: 'define-input', placeholder, spellcheck: false, autocomplete: 'off', 'aria-autocomplete': 'list',
        'aria-controls': list.id, 'aria-expanded': 'false', 'aria-describedby': `${id}-status`,
    });
    /** @type {Completion} */
    let shown = { from: 0, items: [] };
    let active = -1;

    function close() {
        shown = { from: 0, items: [] };
        show();
    }

    function show() {
        active = -1;
        list.replaceChildren(...shown.items.map(({ text }, at) => make('li', { id: `${id}-option-${at}`, role: 'option', 'aria-selected': 'false', onpointerdown: (/** @type {Event} */ event) => (event.preventDefault(), accept(at)) }, text)));
        list.hidden = shown.items.length === 0;
        input.setAttribute('aria-expanded', String(!list.hidden));
        input.removeAttribute('aria-activedescendant');
    }

    function refresh() {
        shown = complete(input.value.slice(0, input.selectionStart ?? input.value.length));
        show();
    }

    /** @param {number} at */
    function activate(at) {
        active = (at + shown.items.length) % shown.items.length;
        Array.from(list.children).forEach((option, each) => option.setAttribute('aria-selected', String(each === active)));
        list.children[active]?.scrollIntoView({ block: 'nearest' });
        input.setAttribute('aria-activedescendant', `${id}-option-${active}`);
    }

    /** @param {number} at */
    function accept(at) {
        const caret = input.selectionStart ?? input.value.length;
        const { insert } = shown.items[at];
        input.value = input.value.slice(0, shown.from) + insert + input.value.slice(caret);
        input.setSelectionRange(shown.from + insert.length, shown.from + insert.length);
        refresh();
        changed(input.value);
    }

    input.addEventListener('input', () => (refresh(), changed(input.value)));
    input.addEventListener('focus', refresh);
    input.addEventListener('blur', close);
    input.addEventListener('keydown', (event) => {
        const open = shown.items.length > 0;
        if (open && event.key === 'ArrowDown') activate(active + 1);
        else if (open && event.key === 'ArrowUp') activate(active < 0 ? shown.items.length - 1 : active - 1);
        else if (open && active >= 0 && (event.key === 'Enter' || event.key === 'Tab')) accept(active);
        else if (open && event.key === 'Escape') (close(), event.stopPropagation());
        else if (!open && event.key === 'ArrowDown') refresh();
        else return;
        event.preventDefault();
    });
    return {
        element: make('div', { class: 'define-field' }, make('label', { for: id }, label), input, list),
        input,
        /** To be called when there are more completions than before. */
        renew() {
            if (document.activeElement === input) refresh();
        },
        /** @param {string} text */
        write(text) {
            input.value = text;
            close();
        },
    };
}

/** Calls a function when nothing more was typed for a while. @param {(text: string) => void} act */
export function delayed(act) {
    let timer = 0;
    return (/** @type {string} */ text) => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => act(text), 150);
    };
}
