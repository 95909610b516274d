// Notes on call paths: text that readers write, kept in the address. Pure.

import { rowOf } from './tree.js';

/** @typedef {import('../data/types.js').Note} Note */
/** @typedef {import('../data/types.js').Tree} Tree */

export const LONGEST_NOTE = 500;
export const MOST_NOTES = 100;

/** @param {readonly string[]} one @param {readonly string[]} other */
const isSame = (one, other) => one.length === other.length && one.every((step, at) => step === other[at]);

/** @param {readonly Note[]} notes @param {readonly string[] | null} path */
export const noteAt = (notes, path) => (path ? notes.find((note) => isSame(note.path, path))?.text ?? '' : '');

/** The notes after one is written, replaced or, with an empty text, deleted. @param {readonly Note[]} notes @param {string[]} path @param {string} text @returns {Note[]} */
export function withNote(notes, path, text) {
    const short = text.trim().slice(0, LONGEST_NOTE);
    const others = notes.filter((note) => !isSame(note.path, path));
    if (short === '') return others;
    return notes.length === others.length ? [...notes, { path, text: short }].slice(-MOST_NOTES) : notes.map((note) => (isSame(note.path, path) ? { path, text: short } : note));
}

/** @type {{tree: Tree, notes: readonly Note[], rows: Map<number, string>} | null} */
let last = null;

/** The text of each row that has a note. Inverted trees have other call paths, and no notes. @param {Tree} tree @param {readonly Note[]} notes @returns {ReadonlyMap<number, string>} */
export function notedRows(tree, notes) {
    if (last?.tree === tree && last.notes === notes) return last.rows;
    const rows = new Map(tree.inverted ? [] : notes.map(({ path, text }) => /** @type {[number, string]} */ ([rowOf(tree, path), text])));
    rows.delete(-1);
    last = { tree, notes, rows };
    return rows;
}
