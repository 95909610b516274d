// What changed most between two runs, in sentences: by what call paths take themselves, so that no change counts again for its
// callers. Pure.

import { callPath } from '../draw/format.js';

/** @typedef {import('../data/types.js').Tree} Tree */
/** @typedef {{kind: 'more' | 'less', row: number, change: number, text: string}} Change */

const MOST = 5;
/** Of the larger total, less is not worth a line. */
const FLOOR = 0.01;

/**
 * The largest changes, more first.
 * @param {Tree} tree
 * @param {{exclusive: Float64Array, total: number}} other
 * @param {number} total
 * @param {{value: (value: number) => string, percent: (share: number) => string}} write
 * @returns {Change[]}
 */
export function changesOf(tree, other, total, write) {
    const least = FLOOR * Math.max(total, other.total);
    /** @type {{row: number, change: number}[]} */
    const found = [];
    for (let row = 0; row < tree.length; row++) {
        const change = present(tree.exclusive[row]) - present(other.exclusive[row]);
        if (Math.abs(change) > least) found.push({ row, change });
    }
    found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.row - b.row);
    const told = (/** @type {'more' | 'less'} */ kind) => found
        .filter(({ change }) => change > 0 === (kind === 'more'))
        .slice(0, MOST)
        .map(({ row, change }) => ({ kind, row, change, text: sentence(pathText(tree, row), present(other.exclusive[row]), change, write) }));
    return [...told('more'), ...told('less')];
}

/** @param {number} value */
const present = (value) => (Number.isNaN(value) ? 0 : value);

/** @param {string} path @param {number} before @param {number} change @param {{value: (value: number) => string, percent: (share: number) => string}} write */
function sentence(path, before, change, write) {
    if (before === 0) return `${path} is new: ${write.value(change)}`;
    if (before + change === 0) return `${path} is gone: ${write.value(before)} less`;
    const [word, sign] = change > 0 ? ['more', '+'] : ['less', '−'];
    return `${path} takes ${write.value(Math.abs(change))} ${word} (${sign}${write.percent(Math.abs(change / before))})`;
}

/** @param {Tree} tree @param {number} row */
function pathText(tree, row) {
    /** @type {string[]} */
    const names = [];
    for (let at = row; at >= 0; at = tree.parent[at]) names.push(tree.names[tree.frame[at]]);
    return callPath(names.reverse());
}
