// What can be done with a row of the tree: the context menu, and the same actions by key.

import { callPath } from '../draw/format.js';
import { openMenu } from '../draw/menu.js';
import { flash } from '../page/flash.js';
import { editNote } from '../page/notes.js';
import { noteAt } from '../tree/notes.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Transform} Transform */
/** @typedef {import('../data/types.js').TransformKind} TransformKind */

/** @param {App} app @param {Transform} transform */
export function addTransform(app, transform) {
    const gone = transform.kind === 'hide' || transform.kind === 'merge';
    // the selected path may no longer exist; its caller does
    const node = gone && app.state.node ? parentPath(app.state.node) : transform.kind === 'focus' ? null : app.state.node;
    app.select({ transforms: [...app.state.transforms, transform], node });
}

/** @param {string[]} path */
const parentPath = (path) => (path.length > 1 ? path.slice(0, -1) : null);

/** @param {App} app */
export function toggleInvert(app) {
    const { transforms } = app.state;
    const rest = transforms.filter(({ kind }) => kind !== 'invert');
    // call paths of the inverted tree run the other way round: neither selection nor open rows carry over
    app.select({ transforms: rest.length < transforms.length ? rest : [...rest, { kind: 'invert', what: null }], node: null, expanded: [] });
}

/**
 * A transform of the row: its own call path, or every frame of its name. The inverted tree knows frames only.
 * @param {App} app
 * @param {number} row
 * @param {TransformKind} kind
 * @param {boolean} every
 */
export function transformRow(app, row, kind, every) {
    const { tree } = app.model;
    const path = app.pathOf(row);
    if (!tree || !path) return;
    const name = tree.names[tree.frame[row]];
    addTransform(app, { kind, what: every || tree.inverted ? { name } : { path } });
}

/** @param {App} app @param {number} row @param {number} x @param {number} y */
export function rowMenu(app, row, x, y) {
    const { tree } = app.model;
    const path = app.pathOf(row);
    if (!tree || !path) return;
    const name = tree.names[tree.frame[row]];
    const short = name.length > 40 ? `${name.slice(0, 38)}…` : name;
    /** @param {string} label @param {TransformKind} kind @param {boolean} every @param {string} hint */
    const item = (label, kind, every, hint) => ({ label, hint, choose: () => transformRow(app, row, kind, every) });
    const here = tree.inverted
        ? []
        : [
              item('Focus on this subtree', 'focus', false, 'f'),
              item('Hide this subtree', 'hide', false, 'h'),
              item('Merge into caller', 'merge', false, 'm'),
              item('Collapse to one leaf', 'collapse', false, 'c'),
              null,
          ];
    openMenu({ x, y }, `Actions for ${name}`, [
        ...here,
        item(`Focus on every ${short}`, 'focus', true, 'F'),
        item(`Hide every ${short}`, 'hide', true, 'H'),
        item(`Merge every ${short} into its callers`, 'merge', true, 'M'),
        item(`Collapse every ${short}`, 'collapse', true, 'C'),
        null,
        ...matching(app),
        { label: tree.inverted ? 'Show callees again' : 'Invert: callers below', hint: 'i', choose: () => toggleInvert(app) },
        { label: 'Find this name', choose: () => app.select({ search: name }) },
        { label: 'Copy name', hint: 'y', choose: () => copyRow(app, row, false) },
        { label: 'Copy call path', hint: 'Y', choose: () => copyRow(app, row, true) },
        ...(tree.inverted ? [] : [{ label: noteAt(app.state.notes, path) ? 'Edit note' : 'Add note', hint: 'a', choose: () => editNote(app, path) }]),
    ]);
}

/** One step for all that is searched for: libraries have hundreds of frames. @param {App} app @returns {import('../draw/menu.js').Item[]} */
function matching(app) {
    const { search } = app.state;
    if (search === '') return [];
    /** @param {string} label @param {TransformKind} kind */
    const item = (label, kind) => ({ label: `${label} everything that matches ${search}`, choose: () => addTransform(app, { kind, what: { match: search } }) });
    return [item('Merge', 'merge'), item('Hide', 'hide'), item('Focus on', 'focus'), item('Collapse', 'collapse'), null];
}

/** The name of a row, or its call path. @param {App} app @param {number} row @param {boolean} whole */
function copyRow(app, row, whole) {
    const path = (app.pathOf(row) ?? []).map(app.format.stepName);
    return copy(app, whole ? callPath(path) : path.at(-1) ?? '');
}

/** @param {App} app @param {string} text */
export async function copy(app, text) {
    try {
        await navigator.clipboard.writeText(text);
        app.announce(`Copied ${text}`);
        flash(`Copied ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`);
    } catch {
        app.announce('The browser does not allow copying here.');
    }
}

/** Keys of the tree views. @param {App} app @param {KeyboardEvent} event @param {number} row @returns {boolean} whether the key was one */
export function rowKey(app, event, row) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const kinds = /** @type {Record<string, TransformKind>} */ ({ f: 'focus', h: 'hide', m: 'merge', c: 'collapse' });
    const kind = kinds[event.key.toLowerCase()];
    const path = app.pathOf(row);
    if (event.key === 'i') toggleInvert(app);
    else if (event.key.toLowerCase() === 'y' && path) void copyRow(app, row, event.shiftKey);
    else if (event.key === 'a' && path && !app.model.tree?.inverted) editNote(app, path);
    else if (kind && row >= 0) transformRow(app, row, kind, event.shiftKey);
    else return false;
    return true;
}
