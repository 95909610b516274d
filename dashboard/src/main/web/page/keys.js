// Keys that work everywhere on the page. Keys of a single view, such as arrows in the tree, belong to that view.

import { chips } from './chips.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{undo: () => void, redo: () => void, help: () => void, search: () => void, nextMatch: (step: number) => void, tree: () => void, ask: () => void}} Actions */

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
        if (!act) return;
        event.preventDefault();
        act();
    });
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
