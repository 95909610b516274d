// One value per rank, what stands out among them, and how to say so in words. Pure.

import { NONE } from './format.js';
import { quantile } from './ticks.js';

/**
 * Which contexts belong together: those of a rank, or of a thread where there is one rank only.
 * @typedef {Object} Groups
 * @property {string} unit 'rank', 'thread', 'stream' or 'repetition'
 * @property {Int32Array} number the rank of each group, ascending; -1 where the profile tells none
 * @property {Int32Array} of the group of each context
 * @property {number} length
 */

/** @typedef {{ rank: Int32Array, thread: Int32Array, stream: Int32Array, repetition: Int32Array }} ContextColumns */

/** @param {Int32Array} column */
function several(column) {
    for (let at = 1; at < column.length; at++) if (column[at] !== column[0]) return true;
    return false;
}

/** @param {ContextColumns} contexts @returns {Groups} */
export function groupsOf(contexts) {
    const units = /** @type {(keyof ContextColumns)[]} */ (['rank', 'thread', 'stream', 'repetition']);
    const known = units.slice(0, 3).find((each) => contexts[each]?.[0] >= 0);
    const unit = units.find((each) => contexts[each] && several(contexts[each])) ?? known ?? 'rank';
    return { unit, ...numbered(contexts[unit]) };
}

/**
 * What people call a group. Profiles of programs without ranks have no number for them: a single one is the whole program.
 * @param {Pick<Groups, 'unit' | 'number'>} groups @param {number} at
 */
export function groupName({ unit, number: numbers }, at) {
    if (numbers[at] >= 0) return `${unit} ${number(numbers[at])}`;
    return numbers.length === 1 ? 'whole program' : `no ${unit}`;
}

/** The same at an axis, where the unit is known. @param {Int32Array} numbers @param {number} at */
export function groupLabel(numbers, at) {
    if (numbers[at] >= 0) return number(numbers[at]);
    return numbers.length === 1 ? 'whole program' : NONE;
}

/**
 * The different numbers of a column in order, and which of them each entry has. Most profiles list their ranks in order:
 * then one pass is enough.
 * @param {Int32Array} column
 */
export function numbered(column) {
    const of = new Int32Array(column.length);
    const found = [];
    let ordered = true;
    for (let at = 0; at < column.length && ordered; at++) {
        if (at === 0 || column[at] > column[at - 1]) found.push(column[at]);
        ordered = at === 0 || column[at] >= column[at - 1];
        of[at] = found.length - 1;
    }
    if (ordered) return { number: Int32Array.from(found), of, length: found.length };
    const number = Int32Array.from(new Set(column)).sort();
    const index = new Map();
    for (let at = 0; at < number.length; at++) index.set(number[at], at);
    for (let at = 0; at < column.length; at++) of[at] = index.get(column[at]);
    return { number, of, length: number.length };
}

/**
 * The value of each group: its contexts reduced as everything else is reduced over contexts. A context without a value took
 * nothing and counts as 0 in a mean, because idling is imbalance too; a group without any value has none.
 * @param {Int32Array} of
 * @param {number} count
 * @param {Float64Array} value
 * @param {string} over
 * @param {Uint8Array | null} [only] contexts to take
 */
export function reduce(of, count, value, over, only = null) {
    const result = new Float64Array(count).fill(NaN);
    const members = new Int32Array(count);
    for (let at = 0; at < value.length; at++) {
        if (only && !only[at]) continue;
        const group = of[at];
        members[group]++;
        if (Number.isNaN(value[at])) continue;
        const before = result[group];
        if (Number.isNaN(before)) result[group] = value[at];
        else if (over === 'max') result[group] = Math.max(before, value[at]);
        else if (over === 'min') result[group] = Math.min(before, value[at]);
        else result[group] = before + value[at];
    }
    if (over === 'mean') for (let group = 0; group < count; group++) result[group] /= members[group];
    return result;
}

/**
 * @typedef {{ min: number, max: number, mean: number, p1: number, p99: number, present: number, slowest: number,
 *   imbalance: number }} Summary the mean counts ranks without a value as 0; `slowest` is an index, -1 where nothing was measured
 */

/** @param {Float64Array} value @returns {Summary} */
export function summary(value) {
    const sorted = value.filter((each) => !Number.isNaN(each)).sort();
    let sum = 0;
    for (const each of sorted) sum += each;
    const mean = sum / value.length;
    const max = sorted.length > 0 ? sorted[sorted.length - 1] : NaN;
    return {
        min: sorted.length > 0 ? sorted[0] : NaN,
        max,
        mean,
        p1: quantile(sorted, 0.01),
        p99: quantile(sorted, 0.99),
        present: sorted.length,
        slowest: value.indexOf(max),
        imbalance: max / mean,
    };
}

/** Differences below this share of the usual value are not worth a colour or an alarm: clocks and systems differ by as much. */
export const WORTH_SHOWING = 0.02;

/**
 * Which values get the first and the last colour; null where all are so alike that colours would show noise. One outlier
 * must not turn all others dark, so the colours reach from the 1st to the 99th hundredth where these differ.
 * @param {Summary} stats
 * @returns {{ low: number, high: number } | null}
 */
export function colourRange({ min, max, p1, p99, mean }) {
    const least = WORTH_SHOWING * Math.abs(mean);
    if (!(max > min) || max - min < least) return null;
    return p99 > p1 && p99 - p1 >= least ? { low: p1, high: p99 } : { low: min, high: max };
}

/** How far the values lie apart, as a share of their mean. @param {Summary} stats */
export function spreadShare({ min, max, mean }) {
    return max > min ? (max - min) / Math.abs(mean) : 0;
}

const FENCE = 1.5;
const FEWEST = 4;

/**
 * Values above the third quartile by more than 1.5 times the distance of the quartiles, which is Tukey's fence, and above the
 * median by what is worth showing: the quartiles of values that are all alike lie so near that noise passes them. The ranks of a pattern are compared with each other only: all of them are slow, and which of
 * them stands out is another question.
 * @param {Float64Array} value
 * @param {Uint8Array | null} pattern
 */
export function outliersOf(value, pattern) {
    const outlier = new Uint8Array(value.length);
    for (const part of pattern ? [0, 1] : [0]) {
        const sorted = membersOf(value, pattern, part).sort();
        if (sorted.length < FEWEST) continue;
        const upper = quantile(sorted, 0.75);
        const median = quantile(sorted, 0.5);
        const fence = Math.max(upper + FENCE * (upper - quantile(sorted, 0.25)), median + WORTH_SHOWING * Math.abs(median));
        for (let at = 0; at < value.length; at++) if (value[at] > fence && (!pattern || pattern[at] === part)) outlier[at] = 1;
    }
    return outlier;
}

/** @param {Float64Array} value @param {Uint8Array | null} pattern @param {number} part */
function membersOf(value, pattern, part) {
    const members = new Float64Array(value.length);
    let count = 0;
    for (let at = 0; at < value.length; at++) if (!pattern || pattern[at] === part) members[count++] = value[at] || 0;
    return members.subarray(0, count);
}

/**
 * Everything that a picture of one value per rank needs.
 * @typedef {Object} RankData
 * @property {Groups} groups
 * @property {Float64Array} value by group
 * @property {Summary} stats
 * @property {Uint8Array} outlier by group
 * @property {{ every: number, offset: number } | null} period
 */

/** @type {WeakMap<object, Groups>} contexts stay while nodes change */
const known = new WeakMap();

/** @param {import('./types.js').Frame} contexts */
function groupsIn(contexts) {
    let groups = known.get(contexts);
    if (!groups) known.set(contexts, (groups = groupsOf(/** @type {any} */ (contexts.columns))));
    return groups;
}

/**
 * @param {import('./types.js').Frame} ranks
 * @param {import('./types.js').Frame} contexts
 * @param {string} over
 * @returns {RankData}
 */
export function rankData(ranks, contexts, over) {
    const groups = groupsIn(contexts);
    const value = reduce(groups.of, groups.length, /** @type {Float64Array} */ (ranks.columns.value), over);
    const found = groups.unit === 'rank' ? ranks.header.period ?? null : null;
    const period = found && periodRatio(groups, value, found) - 1 >= WORTH_SHOWING ? found : null;
    return { groups, value, stats: summary(value), outlier: outliersOf(value, period ? periodMask(groups, period) : null), period };
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
    const text = kept.map(({ run: [from, to] }) => (from === to ? number(from) : `${number(from)}–${number(to)}`)).join(', ');
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
 * @param {{ every: number, offset: number, share?: number }} period
 * @param {number} ratio mean of the ranks of the pattern over the mean of the others
 * @param {string} unit
 */
export function periodText(period, ratio, unit) {
    const which = period.every === 2 ? `Every second ${unit}` : `Every ${ordinal(period.every)} ${unit}`;
    const slower = Number.isFinite(ratio) ? ` is ${Math.round((ratio - 1) * 100)} % slower than the others` : ' is slower';
    return `${which} (${period.offset}, ${period.offset + period.every}, …)${slower}`;
}

/**
 * How much slower the ranks of a pattern are.
 * @param {Groups} groups @param {Float64Array} value @param {{ every: number, offset: number }} period
 */
export function periodRatio(groups, value, period) {
    let [inside, insideCount, outside, outsideCount] = [0, 0, 0, 0];
    for (let at = 0; at < groups.length; at++) {
        if (Number.isNaN(value[at])) continue;
        if (groups.number[at] % period.every === period.offset) {
            inside += value[at];
            insideCount++;
        } else {
            outside += value[at];
            outsideCount++;
        }
    }
    return inside / insideCount / (outside / outsideCount);
}

/** @param {Groups} groups @param {{ every: number, offset: number }} period */
export function periodMask(groups, period) {
    const mask = new Uint8Array(groups.length);
    for (let at = 0; at < mask.length; at++) if (groups.number[at] % period.every === period.offset) mask[at] = 1;
    return mask;
}
