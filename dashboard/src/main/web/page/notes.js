// The dialog in which a note on a call path is written, changed or deleted.

import { make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';
import { LONGEST_NOTE, noteAt, withNote } from '../tree/notes.js';

/** @typedef {import('../data/types.js').App} App */

/** @param {App} app @param {string[]} path */
export function editNote(app, path) {
    const { dialog, body } = overlay('note', `Note on ${app.format.stepName(path.at(-1) ?? '')}`);
    const before = noteAt(app.state.notes, path);
    const field = make('textarea', { class: 'note-text', rows: 4, maxLength: LONGEST_NOTE, 'aria-label': 'Note' });
    field.value = before;
    /** @param {string} text */
    const keep = (text) => {
        dialog.close();
        app.select({ notes: withNote(app.state.notes, path, text) });
        app.announce(text.trim() ? 'The note is saved in the address of the page.' : 'The note is deleted.');
    };
    field.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep(field.value);
    });
    body.append(
        make('p', { class: 'quiet' }, `At most ${LONGEST_NOTE} characters. Notes are part of the link to this view.`),
        field,
        make(
            'p',
            { class: 'about-actions' },
            make('button', { type: 'button', class: 'button', onclick: () => keep(field.value) }, 'Save'),
            before ? make('button', { type: 'button', class: 'button', onclick: () => keep('') }, 'Delete') : null,
            make('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Cancel'),
        ),
    );
    dialog.addEventListener('close', () => dialog.remove());
    dialog.showModal();
    field.focus();
}
