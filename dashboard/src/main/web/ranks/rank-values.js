// One value per rank and what stands out among them, as the server answers it, and how to say so in words. Pure.

import { NONE } from '../draw/format.js';

/** @typedef {import('../data/types.js').Frame} Frame */

/**
 * Which contexts belong together, as the server says: those of a rank, or of a thread or stream where there is one rank only.
 * @typedef {Object} Groups
 * @property {string} unit 'rank', 'thread', 'stream', 'thread or stream' or 'process'
 * @property {Int32Array} number the rank of each group, ascending; -1 where the profile has none
 * @property {Int32Array} of the group of each context
 * @property {number} length
 * @property {string[]} [names] of each group, if they do not follow from unit and number
 */

/** @param {Frame} contexts @returns {Groups} */
export function groupsOf({ header, columns }) {
    const [number, of] = /** @type {Int32Array[]} */ ([columns.number, columns.place]);
    return { unit: header.unit, number, of, length: number.length, ...(header.names ? { names: header.names } : {}) };
}

/**
 * What people call a group.
 * @param {Pick<Groups, 'unit' | 'number' | 'names'>} groups @param {number} at
 */
export function groupName({ unit, number: numbers, names }, at) {
    if (names) return names[at];
    return numbers[at] >= 0 ? `${unit} ${numbers[at]}` : `no ${unit}`;
}

/** The same at an axis, where the unit is known. @param {Pick<Groups, 'number' | 'names'>} groups @param {number} at */
export function groupLabel({ number: numbers, names }, at) {
    if (names) return names[at];
    return numbers[at] >= 0 ? String(numbers[at]) : NONE;
}

/**
 * What the server says of the values of all ranks.
 * @typedef {Object} Summary
 * @property {number} min NaN where nothing was measured; ranks without a value count as 0 here and below, threads do not count
 * @property {number} max
 * @property {number} mean
 * @property {number} p1
 * @property {number} p99
 * @property {number} imbalance
 * @property {number} present how many ranks have a value
 * @property {number} slowest a group, -1 where nothing was measured
 * @property {number} floor differences below this share of the mean are not worth a colour
 * @property {boolean} worthColours
 */

/** JSON has no NaN. @param {Record<string, any>} header @returns {Summary} */
export function summaryIn({ min, max, mean, p1, p99, imbalance, present, slowest, floor, worthColours }) {
    return {
        min: min ?? NaN, max: max ?? NaN, mean: mean ?? NaN, p1: p1 ?? NaN, p99: p99 ?? NaN, imbalance: imbalance ?? NaN,
        present, slowest, floor, worthColours,
    };
}

/**
 * Which values get the first and the last colour; null where all are so alike that colours would show noise. One outlier
 * must not turn all others dark, so the colours reach from the 1st to the 99th hundredth where these differ.
 * @param {Summary} stats
 * @returns {{ low: number, high: number } | null}
 */
export function colourRange({ min, max, p1, p99, mean, floor, worthColours }) {
    if (!worthColours) return null;
    return p99 - p1 > floor * Math.abs(mean) ? { low: p1, high: p99 } : { low: min, high: max };
}

/** How far the values lie apart, as a share of their mean. @param {Summary} stats */
export function spreadShare({ min, max, mean }) {
    return max > min ? (max - min) / Math.abs(mean) : 0;
}

/**
 * Every so many ranks one is slower; `ratio` is the mean of these over the mean of the others, null where the others did not run.
 * @typedef {{ every: number, offset: number, share: number, ratio: number | null }} Period
 */

/**
 * Everything that a picture of one value per rank needs.
 * @typedef {Object} RankData
 * @property {Groups} groups
 * @property {Float64Array} value by group
 * @property {Summary} stats
 * @property {Uint8Array} outlier by group
 * @property {Period | null} period
 */

/** @param {Frame} ranks @param {Frame} contexts @returns {RankData} */
export function rankData(ranks, contexts) {
    const groups = groupsOf(contexts);
    const outlier = new Uint8Array(groups.length);
    for (const group of ranks.header.outliers) outlier[group] = 1;
    return {
        groups, value: /** @type {Float64Array} */ (ranks.columns.value), stats: summaryIn(ranks.header), outlier, period: ranks.header.period ?? null,
    };
}

/** Groups that have a context in the mask. @param {Groups} groups @param {Uint8Array | null} mask @returns {Uint8Array | null} */
export function selectedGroups(groups, mask) {
    if (!mask) return null;
    const selected = new Uint8Array(groups.length);
    for (let at = 0; at < mask.length; at++) if (mask[at]) selected[groups.of[at]] = 1;
    return selected;
}

/** The contexts of the selected groups as ranges; null for all or none. @param {Groups} groups @param {Uint8Array} selected */
export function contextRanges(groups, selected) {
    /** @type {number[][]} */
    const ranges = [];
    let all = true;
    for (let at = 0; at < groups.of.length; at++) {
        if (!selected[groups.of[at]]) {
            all = false;
            continue;
        }
        const last = ranges.at(-1);
        if (last && last[1] === at - 1) last[1] = at;
        else ranges.push([at, at]);
    }
    return all || ranges.length === 0 ? null : ranges;
}

/** Groups from slow to fast, those not measured last. @param {Float64Array} value */
export function byValue(value) {
    const order = new Int32Array(value.length);
    for (let at = 0; at < order.length; at++) order[at] = at;
    const key = value.map((each) => (Number.isNaN(each) ? -Infinity : each));
    return order.sort((a, b) => key[b] - key[a] || a - b);
}

/**
 * Numbers as people list them: 3, 8–15, 40 and 12 more.
 * @param {ArrayLike<number>} numbers ascending
 * @param {number} [most] runs to name
 */
export function spans(numbers, most = 4) {
    /** @type {[number, number][]} */
    const runs = [];
    for (let at = 0; at < numbers.length; at++) {
        const last = runs.at(-1);
        if (last && numbers[at] === last[1] + 1) last[1] = numbers[at];
        else runs.push([numbers[at], numbers[at]]);
    }
    // The longest runs tell most; they are named in their order.
    const kept = runs.map((run, at) => ({ run, at })).sort((a, b) => b.run[1] - b.run[0] - (a.run[1] - a.run[0]) || a.at - b.at).slice(0, most);
    kept.sort((a, b) => a.at - b.at);
    const named = kept.reduce((sum, { run }) => sum + run[1] - run[0] + 1, 0);
    const text = kept.map(({ run: [from, to] }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
    return named < numbers.length ? `${text} and ${number(numbers.length - named)} more` : text;
}

/** @param {number} value */
const number = (value) => value.toLocaleString('en-US');

/** @param {number} value 1st, 2nd, 3rd, 4th, … */
export function ordinal(value) {
    const tens = value % 100;
    const ending = tens >= 11 && tens <= 13 ? 'th' : ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
    return `${number(value)}${ending}`;
}

/**
 * @param {Period} period
 * @param {string} unit
 */
export function periodText({ every, offset, ratio }, unit) {
    const which = every === 2 ? `Every second ${unit}` : `Every ${ordinal(every)} ${unit}`;
    const slower = ratio === null ? ' is slower' : ` is ${Math.round((ratio - 1) * 100)} % slower than the others`;
    return `${which} (${offset}, ${offset + every}, …)${slower}`;
}

/** @param {Groups} groups @param {{ every: number, offset: number }} period */
export function periodMask(groups, period) {
    const mask = new Uint8Array(groups.length);
    for (let at = 0; at < mask.length; at++) if (groups.number[at] % period.every === period.offset) mask[at] = 1;
    return mask;
}
