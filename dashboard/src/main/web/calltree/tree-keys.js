// Keys that move through the rows of a tree, the same in the table and in the node-link view.

import { openBelow, setOpen } from '../tree/open-rows.js';
import { rowKey } from './row-menu.js';
import { hasRowsBelow } from './table-rows.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{visible: Int32Array, open: Uint8Array, page: number, menu: (row: number) => void}} Shown */

/** @param {App} app @param {KeyboardEvent} event @param {Shown} shown */
export function treeKey(app, event, shown) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = app.model.selectedRow;
    if (moved(app, event.key, row, shown) || opened(app, event, row, shown) || rowKey(app, event, row)) event.preventDefault();
}

/** @param {App} app @param {string} key @param {number} row @param {Shown} shown */
function moved(app, key, row, { visible, page }) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity });
    if (!(key in steps) || visible.length === 0) return false;
    const at = visible.indexOf(row);
    const next = at < 0 ? 0 : Math.max(0, Math.min(visible.length - 1, at + steps[key]));
    app.select({ node: app.pathOf(visible[next]) });
    return true;
}

/** @param {App} app @param {KeyboardEvent} event @param {number} row @param {Shown} shown */
function opened(app, event, row, { visible, open, menu }) {
    const { tree } = app.model;
    if (!tree || row < 0) return false;
    const inner = hasRowsBelow(app, tree, row);
    switch (event.key) {
        case 'ArrowRight':
            if (inner && !open[row]) setOpen(app, open, row, true);
            else if (inner) app.select({ node: app.pathOf(visible[visible.indexOf(row) + 1]) });
            return true;
        case 'ArrowLeft':
            if (inner && open[row]) setOpen(app, open, row, false);
            else if (tree.parent[row] >= 0) app.select({ node: app.pathOf(tree.parent[row]) });
            return true;
        case 'Enter':
            if (inner) setOpen(app, open, row, !open[row]);
            return true;
        case '*':
            openBelow(app, open, row);
            return true;
        case 'F10':
            if (event.shiftKey) menu(row);
            return event.shiftKey;
        case 'ContextMenu':
            menu(row);
            return true;
        default:
            return false;
    }
}
