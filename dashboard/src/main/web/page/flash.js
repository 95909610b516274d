// A note at the foot of the window: short ones go by themselves, errors stay until they are closed.

import { iconButton, make } from '../draw/dom.js';

const SHORT_MILLIS = 2500;

/** @param {string} text @param {boolean} [stays] */
export function flash(text, stays = false) {
    for (const before of document.querySelectorAll('.flash')) before.remove();
    const note = make('div', { class: stays ? 'flash stays' : 'flash' }, make('span', {}, text));
    if (stays) note.append(iconButton('close', 'Close this note', () => note.remove()));
    else setTimeout(() => note.remove(), SHORT_MILLIS);
    document.body.append(note);
}
