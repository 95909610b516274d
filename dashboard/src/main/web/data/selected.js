// What the selection of the page means for the call tree that is shown: the rows that stay, and the contexts.

import { keptRows } from '../tree/threshold.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Tree} Tree */

/** The rows above the threshold, and the selected one. @param {State} state @param {Model} model @param {Tree} tree */
export function keptBy({ least }, model, tree) {
    const { diff, total, metric, selectedRow } = model;
    const runs = [{ values: tree.inclusive, total }, ...(diff ? [{ values: diff.inclusive, total: diff.total }] : [])];
    return keptRows(tree, runs, metric?.scope === 'point' ? 0 : least / 100, selectedRow);
}

/** 1 for every selected context; null if all are. @param {State} state @param {Model} model */
export function selectedMask({ contexts }, model) {
    const length = model.contexts?.columns.rank?.length ?? 0;
    if (!contexts || length === 0) return null;
    const mask = new Uint8Array(length);
    for (const [from, to] of contexts) mask.fill(1, from, to + 1);
    return mask;
}
