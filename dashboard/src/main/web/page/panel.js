// A panel: a heading, its tools, the export menu and the place of a view, with designed loading, empty and error states.

import { icon, make } from '../draw/dom.js';

/**
 * @typedef {Object} Panel
 * @property {HTMLElement} body  where the view lives
 * @property {HTMLElement} tools  a place for buttons of the panel
 * @property {HTMLElement} title
 * @property {(message: {title: string, hint?: string, retry?: () => void} | null) => void} say  covers the view by a message
 * @property {(loading: boolean) => void} busy
 */

/**
 * @param {HTMLElement} section
 * @param {string} title
 * @param {((button: HTMLElement) => void) | null} exports  opens the export menu at the button
 * @returns {Panel}
 */
export function panelIn(section, title, exports) {
    const heading = make('h2', { class: 'panel-title' }, title);
    const tools = make('div', { class: 'panel-tools' });
    const body = make('div', { class: 'panel-body' });
    const message = make('div', { class: 'panel-message', hidden: true });
    const progress = make('div', { class: 'panel-progress', hidden: true, role: 'progressbar', 'aria-label': `${title} is loading` });
    const head = make('div', { class: 'panel-head' }, heading, tools);
    if (exports) head.append(exportButton(title, exports));
    section.replaceChildren(head, progress, make('div', { class: 'panel-stage' }, body, message));
    return {
        body,
        tools,
        title: heading,
        say(what) {
            message.hidden = what === null;
            body.classList.toggle('covered', what !== null);
            if (what) message.replaceChildren(...lines(what));
        },
        busy(loading) {
            progress.hidden = !loading;
            section.setAttribute('aria-busy', String(loading));
        },
    };
}

/** @param {string} title @param {(button: HTMLElement) => void} exports */
function exportButton(title, exports) {
    const label = `Export ${title.toLowerCase()}`;
    const button = make('button', { type: 'button', class: 'icon-button export', title: label, 'aria-label': label, 'aria-haspopup': 'menu' }, icon('export', 14));
    button.addEventListener('click', () => exports(button));
    return button;
}

/** @param {{title: string, hint?: string, retry?: () => void}} what */
function lines({ title, hint, retry }) {
    const parts = [make('p', { class: 'message-title' }, title)];
    if (hint) parts.push(make('p', { class: 'message-hint' }, hint));
    if (retry) parts.push(make('p', {}, make('button', { type: 'button', class: 'button', onclick: retry }, 'Try again')));
    return parts;
}
