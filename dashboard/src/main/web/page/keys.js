// Keys that work everywhere on the page. Keys of a single view, such as arrows in the tree, belong to that view.

import { pageOf } from '../data/state.js';
import { chips } from './chips.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{undo: () => void, redo: () => void, help: () => void, search: () => void, nextMatch: (step: number) => void, tree: () => void, rowKey: (event: KeyboardEvent, row: number) => boolean, ask: () => void}} Actions */

const VIEWS = /** @type {const} */ (['table', 'nodelink', 'icicle', 'flame', 'sandwich', 'flat', 'source']);

/** @param {EventTarget | null} target */
const typing = (target) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** @param {App} app @param {Actions} actions */
export function keys(app, actions) {
    addEventListener('keydown', (event) => {
        if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing(event.target)) {
            event.preventDefault();
            return event.shiftKey ? actions.redo() : actions.undo();
        }
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
            event.preventDefault();
            return actions.ask();
        }
        if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = event.target === document.body && event.key.startsWith('Arrow') ? () => intoTree(app, actions) : plain(app, actions, event.key);
        if (act) act();
        else if (!ofTheTree(app, actions, event)) return;
        event.preventDefault();
    });
}

const OPENING = ['Enter', '*', 'F10', 'ContextMenu'];

/**
 * Keys of the call tree act on the selected call path without a click into the tree, such as after a link was opened.
 * @param {App} app @param {Actions} actions @param {KeyboardEvent} event @returns {boolean} whether the key was one
 */
function ofTheTree(app, actions, event) {
    const row = app.model.selectedRow;
    if (pageOf(app.state, app.model) === 'runs' || row < 0) return false;
    if (actions.rowKey(event, row)) return true;
    if (event.target !== document.body || !OPENING.includes(event.key)) return false;
    actions.tree();
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return false;
    return !activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, shiftKey: event.shiftKey, bubbles: true, cancelable: true }));
}

/** @param {App} app @param {Actions} actions @param {string} key @returns {(() => void) | null} */
function plain(app, actions, key) {
    const at = '1234567'.indexOf(key);
    if (at >= 0 && key !== '') return () => app.select({ view: VIEWS[at] });
    switch (key) {
        case '/':
            return actions.search;
        case '?':
            return actions.help;
        case 'n':
            return () => actions.nextMatch(1);
        case 'N':
            return () => actions.nextMatch(-1);
        case 'e':
            return () => app.select({ scope: app.state.scope === 'inclusive' ? 'exclusive' : 'inclusive' });
        case 't':
            return actions.tree;
        case 'w':
            return () => app.select({ node: null });
        case 'Escape':
            return () => dropLast(app);
        default:
            return null;
    }
}

/** @param {App} app */
function dropLast(app) {
    const last = chips(app).at(-1);
    if (!last) return;
    last.drop();
    app.announce(`removed ${last.label}`);
}

/** Arrow keys before anything has the focus mean the tree. @param {App} app @param {Actions} actions */
function intoTree(app, actions) {
    actions.tree();
    if (app.model.selectedRow < 0 && app.model.tree && app.model.tree.length > 0) app.select({ node: app.pathOf(0) });
}
