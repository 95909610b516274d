// A dialog over the page: a heading and a cross; Escape, the cross and a click beside it close it.

import { iconButton, make } from './dom.js';

/**
 * @param {string} id
 * @param {string} title
 */
export function overlay(id, title) {
    const heading = make('h2', { id: `${id}-title` }, title);
    const body = make('div', { class: 'overlay-body' });
    const dialog = make('dialog', { class: `overlay ${id}`, 'aria-labelledby': `${id}-title` });
    dialog.append(make('div', { class: 'overlay-head' }, heading, iconButton('close', 'Close', () => dialog.close())), body);
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    return { dialog, heading, body };
}
