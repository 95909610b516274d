// The ranks of the run or group that is compared with, next to those of this one: matched by their numbers.

import { element } from '../draw/figure.js';
import { groupName } from './rank-values.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./rank-values.js').Groups} Groups */

/** @type {{of: unknown, groups: unknown, value: Float64Array | null}} */
let last = { of: null, groups: null, value: null };

/** By group of this run, NaN if the other has no such rank; null if nothing is compared or ranks have no numbers. @param {App} app @param {Groups} groups */
export function otherValues({ model }, groups) {
    const { otherRanks: answer } = model;
    if (!model.diff || !answer || 'error' in answer || groups.number.includes(-1)) return null;
    if (last.of === answer && last.groups === groups) return last.value;
    const { value, number } = answer.columns;
    const byNumber = new Map(Array.from(number, (each, at) => [each, value[at]]));
    last = { of: answer, groups, value: Float64Array.from(groups.number, (each) => byNumber.get(each) ?? NaN) };
    return last.value;
}

/** The value that the axis must reach. @param {Float64Array | null} other @param {number} max */
export const withOther = (other, max) => (other ? other.reduce((most, each) => (each > most ? each : most), max) : max);

/** The other run in one line. @param {App} app @param {Groups} groups @returns {HTMLElement[]} */
export function otherNotes({ model, format }, groups) {
    const { diff, otherRanks: answer, unit } = model;
    if (!diff) return [];
    if (!answer) return [];
    if ('error' in answer) return [element('span', 'note-summary', `${diff.name}: ${answer.error}`)];
    const { mean, max, imbalance, slowest } = answer.header;
    const { value, number } = answer.columns;
    const same = number.length === groups.length && groups.number.every((each, at) => each === number[at]);
    const which = same && slowest >= 0 ? ` (${groupName(groups, slowest)})` : '';
    const parts = [`${diff.name}: mean ${format.value(mean ?? NaN, unit)}`, `slowest ${format.value(max ?? NaN, unit)}${which}`, `imbalance ${format.ratio(imbalance ?? NaN)}`];
    if (!same) parts.push(`has ${format.counted(value.length, groups.unit)}`);
    return [element('span', 'note-summary note-other', parts.join(' · '))];
}
