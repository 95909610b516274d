// The axes of the parallel coordinates before the user chooses: columns that differ between runs and can be read on an axis,
// one of several that split the runs in the same way, then the metric.

import { shortLabels } from './run-columns.js';

/** @typedef {import('./types.js').RunColumn} RunColumn */

const MOST_AXES = 6;
const MOST_TEXTS = 4;
const FEW_VALUES = 12;
const MOST_WORDS = 24;
const LONGEST_WORD = 24;

/** @param {RunColumn} column */
export const distinctValues = ({ kind, values }) => new Set(Array.from(values).filter((each) => (kind === 'number' ? !Number.isNaN(each) : each >= 0))).size;

/** @param {RunColumn} column */
function isReadable({ kind, words }) {
    return kind === 'number' || (words.length <= MOST_WORDS && shortLabels(words).every((word) => word.length <= LONGEST_WORD));
}

/**
 * How a column splits the runs: the same text for columns with the same groups. Numbers with many values are the same only if
 * their order is the same, too.
 * @param {RunColumn} column
 */
export function partitionOf({ kind, values }) {
    const classes = new Map();
    const all = Array.from(values);
    const ordered = kind === 'number' && new Set(all).size > FEW_VALUES;
    for (const value of ordered ? [...all].sort((one, other) => one - other) : all) if (!classes.has(value)) classes.set(value, classes.size);
    return `${ordered ? 'order ' : ''}${all.map((value) => classes.get(value)).join()}`;
}

/** Numbers come before dates and words; of several columns, the one with the shortest name, such as "compiler" of its version and its path. @param {RunColumn} column */
const rank = ({ name, kind, date }) => (kind === 'number' ? (date ? 1 : 0) : 2) * 1000 + name.length;

/** @param {RunColumn[]} columns @returns {RunColumn[]} in the same order */
function oneOfEachPartition(columns) {
    /** @type {Map<string, RunColumn>} */
    const best = new Map();
    for (const each of columns) {
        const key = partitionOf(each);
        const known = best.get(key);
        if (!known || rank(each) < rank(known)) best.set(key, each);
    }
    const kept = new Set(best.values());
    return columns.filter((each) => kept.has(each));
}

/** @param {RunColumn[]} columns @returns {string[]} their names */
export function defaultColumns(columns) {
    const readable = oneOfEachPartition(columns.filter((each) => !each.constant && distinctValues(each) > 1 && isReadable(each)));
    const texts = readable.filter((each) => each.kind === 'text').sort((one, other) => Number(distinctValues(one) > FEW_VALUES) - Number(distinctValues(other) > FEW_VALUES)).slice(0, MOST_TEXTS);
    // parameters of a study have few values; a date or a result is different in every run
    const numbers = readable.filter((each) => each.kind === 'number').sort((one, other) => Number(distinctValues(one) > FEW_VALUES) - Number(distinctValues(other) > FEW_VALUES));
    return [...texts, ...numbers.slice(0, MOST_AXES - texts.length)].map(({ name }) => name);
}
