// Values by rank: groups, outliers, patterns, the folded grid, bins and brushes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { keyMove, spanOf } from '../../../../dashboard/src/main/web/draw/brush.js';
import { finePercent } from '../../../../dashboard/src/main/web/draw/format.js';
import { clipOf, histogram, selectedCounts } from '../../../../dashboard/src/main/web/draw/histogram.js';
import { RankGrid, autoPerRow, cellSize, fillPixels, foldings } from '../../../../dashboard/src/main/web/ranks/rank-grid.js';
import { named } from '../../../../dashboard/src/main/web/ranks/rank-notes.js';
import { alikeThreads, threadMeans, threadValues } from '../../../../dashboard/src/main/web/ranks/rank-threads.js';
import {
    byValue, colourRange, contextRanges, groupLabel, groupName, groupsOf, ordinal, periodMask, periodText, rankData, selectedGroups, spans,
    spreadShare, summaryIn,
} from '../../../../dashboard/src/main/web/ranks/rank-values.js';

/** The answer for ranks 0, 1, 2, … that have so many threads each. @param {number} ranks @param {number} threads */
function contexts(ranks, threads) {
    const each = (/** @type {(at: number) => number} */ what) => Int32Array.from({ length: ranks * threads }, (_, at) => what(at));
    const rank = each((at) => Math.floor(at / threads));
    const columns = {
        rank, thread: each((at) => at % threads), stream: each(() => -1), repetition: each(() => 0),
        place: rank, threadPlace: each((at) => at), number: Int32Array.from({ length: ranks }, (_, at) => at),
    };
    return { header: { unit: 'rank' }, columns };
}

/** The answer for places that have names. @param {string} unit @param {number[]} number @param {string[]} names */
function namedPlaces(unit, number, names) {
    return { header: { unit, names }, columns: { place: Int32Array.from(number.keys()), number: Int32Array.from(number) } };
}

/** What stands in the header for values from 1 to 3. */
const SPREAD = {
    min: 1, max: 3, mean: 2, median: 2, p1: 1.5, p99: 2.5, sd: 1, imbalance: 1.5, present: 3, population: 3, slowest: 2, floor: 0.02, worthColours: true,
    outliers: [], period: null,
};

/** @param {Partial<typeof SPREAD>} header @param {number[]} value */
const ranksAnswer = (header, value) => ({ header: { ...SPREAD, ...header }, columns: { value: Float64Array.from(value) } });

test('contexts of a rank form a group', () => {
    const groups = groupsOf(contexts(3, 2));
    assert.equal(groups.unit, 'rank');
    assert.equal(groups.length, 3);
    assert.deepEqual([...groups.number], [0, 1, 2]);
    assert.deepEqual([...groups.of], [0, 0, 1, 1, 2, 2]);
});

test('groups are called by their numbers, or by their names where they have some', () => {
    assert.equal(groupName(groupsOf(contexts(2000, 1)), 1234), 'rank 1234');
    assert.equal(groupLabel(groupsOf(contexts(2000, 1)), 1234), '1234');
    const mixed = groupsOf(namedPlaces('thread or stream', [0, 0], ['stream 0', 'thread 0']));
    assert.deepEqual([0, 1].map((at) => groupName(mixed, at)), ['stream 0', 'thread 0']);
    assert.deepEqual([0, 1].map((at) => groupLabel(mixed, at)), ['stream 0', 'thread 0']);
});

test('a program without ranks is the whole program, and -1 is never written', () => {
    const program = groupsOf(namedPlaces('process', [-1], ['whole program']));
    assert.equal(groupName(program, 0), 'whole program');
    assert.equal(groupLabel(program, 0), 'whole program');
    const nameless = { unit: 'rank', number: Int32Array.of(-1, 0) };
    assert.deepEqual([groupName(nameless, 0), groupLabel(nameless, 0)], ['no rank', '–']);
});

test('values, statistics, outliers and patterns are those of the answer', () => {
    const period = { every: 2, offset: 1, share: 0.9, ratio: 2 };
    const data = rankData(ranksAnswer({ outliers: [2], period, present: 2, population: 3 }, [1, NaN, 3]), contexts(3, 2));
    assert.deepEqual([...data.value], [1, NaN, 3]);
    assert.deepEqual([...data.outlier], [0, 0, 1]);
    assert.deepEqual(data.period, period);
    assert.deepEqual([data.stats.min, data.stats.mean, data.stats.max, data.stats.imbalance], [1, 2, 3, 1.5]);
    assert.deepEqual([data.stats.present, data.stats.slowest], [2, 2]);
});

test('statistics of what nobody measured are not numbers', () => {
    const nothing = { min: null, max: null, mean: null, p1: null, p99: null, imbalance: null, present: 0, slowest: -1, floor: 0.02, worthColours: false };
    const { min, max, mean, p1, p99, imbalance, slowest } = summaryIn(nothing);
    assert.deepEqual([min, max, mean, p1, p99, imbalance, slowest], [NaN, NaN, NaN, NaN, NaN, NaN, -1]);
    assert.equal(colourRange(summaryIn(nothing)), null);
    assert.equal(finePercent(spreadShare(summaryIn(nothing))), '0 %');
});

test('values that are all alike get one colour', () => {
    const alike = summaryIn({ ...SPREAD, min: 53.5, max: 53.51, p1: 53.5, p99: 53.51, mean: 53.505, worthColours: false });
    assert.equal(colourRange(alike), null);
    assert.equal(finePercent(spreadShare(alike)), '0.019 %');
});

test('colours reach over the values without their extremes, unless these are all that differs', () => {
    assert.deepEqual(colourRange(summaryIn(SPREAD)), { low: 1.5, high: 2.5 });
    const one = summaryIn({ ...SPREAD, min: 53.5, max: 80, p1: 53.5, p99: 53.51, mean: 53.53 });
    assert.deepEqual(colourRange(one), { low: 53.5, high: 80 });
});

test('some outliers are named, the others counted', () => {
    assert.equal(named(groupsOf(contexts(16, 1)), [3, 8, 9, 10]), 'rank 3, 8–10');
    const hosts = groupsOf(namedPlaces('process', [-1, -1, -1, -1], ['n1', 'n2', 'n3', 'n4']));
    assert.equal(named(hosts, [3]), 'n4');
    assert.equal(named(hosts, [0, 1, 2, 3]), 'n1, n2, n3 and 1 more');
});

test('a pattern is named with its ranks and how slow they are', () => {
    const groups = groupsOf(contexts(16, 1));
    const period = { every: 8, offset: 3, share: 1, ratio: 1.5 };
    assert.equal(periodText(period, 'rank'), 'Every 8th rank (3, 11, …) is 50 % slower than the others');
    assert.equal(periodText({ every: 2, offset: 1, share: 1, ratio: 1.2 }, 'rank'), 'Every second rank (1, 3, …) is 20 % slower than the others');
    assert.deepEqual([...periodMask(groups, period)].flatMap((each, at) => (each ? [at] : [])), [3, 11]);
    assert.equal(periodText({ ...period, ratio: null }, 'rank'), 'Every 8th rank (3, 11, …) is slower');
});

test('threads of one number are averaged over the ranks shown, those that are absent as 0', () => {
    const frame = contexts(2, 3);
    const { names, labels, of } = alikeThreads(frame);
    assert.deepEqual([names, labels, [...of]], [['thread 0', 'thread 1', 'thread 2'], ['0', '1', '2'], [0, 1, 2, 0, 1, 2]]);
    const value = Float64Array.of(10, 4, NaN, 12, NaN, NaN);
    assert.deepEqual([...threadMeans(frame, of, value, null)], [11, 2, 0]);
    assert.deepEqual([...threadMeans(frame, of, value, Uint8Array.of(0, 1))], [12, 0, 0], 'rank 1 alone');
});

test('threads are called by the names that all ranks have for them, with their number if two have one name', () => {
    const frame = contexts(2, 4);
    const header = { ...frame.header, threadNames: ['main', 'pool', 'pool', 'a', 'main', 'pool', 'pool', 'b'] };
    const { names, labels } = alikeThreads({ ...frame, header });
    assert.deepEqual(names, ['main', 'pool (thread 1)', 'pool (thread 2)', 'thread 3']);
    assert.deepEqual(labels, names);
});

test('repetitions of a thread count once: its value is their mean already', () => {
    const columns = {
        thread: Int32Array.of(0, 0, 0), stream: Int32Array.of(-1, -1, -1), place: Int32Array.of(0, 0, 1), threadPlace: Int32Array.of(0, 0, 1), number: Int32Array.of(0, 1),
    };
    assert.deepEqual([...threadMeans({ header: {}, columns }, Int32Array.of(0, 0, 0), Float64Array.of(2, 4), null)], [3]);
});

test('streams stand beside the threads, and what is neither has no number', () => {
    const { names, labels, of } = alikeThreads({ header: {}, columns: { thread: Int32Array.of(1, -1, -1, -1), stream: Int32Array.of(-1, 7, -1, 0) } });
    assert.deepEqual(names, ['no thread', 'stream 0', 'stream 7', 'thread 1']);
    assert.deepEqual(labels, names);
    assert.deepEqual([...of], [3, 2, 0, 1]);
});

test('a thread is selected on the selected ranks only', () => {
    const frame = contexts(3, 2);
    const ranks = { header: {}, columns: { threads: Float64Array.of(1, 2, 3, 4, 5, 6) } };
    const threads = (/** @type {any} */ answer, /** @type {Uint8Array | null} */ selected) =>
        threadValues(/** @type {any} */ ({ model: { contexts: frame, ranks: answer } }), groupsOf(frame), selected);
    assert.deepEqual(threads(ranks, null)?.ranges(1), [[1, 1], [3, 3], [5, 5]]);
    assert.deepEqual(threads(ranks, Uint8Array.of(0, 1, 0))?.ranges(1), [[3, 3]]);
    assert.equal(threads(ranks, null)?.max, 4);
    assert.equal(threads({ header: {}, columns: {} }, null), null, 'one thread a rank');
});

test('numbers are counted as in English', () => {
    assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 112, 1003].map(ordinal), ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th', '1,003rd']);
});

test('ranks are listed as runs, the longest first named', () => {
    assert.equal(spans([3, 8, 9, 10, 40]), '3, 8–10, 40');
    assert.equal(spans([1, 3, 5, 7, 9, 20480, 20481], 2), '1, 20480–20481 and 4 more');
});

test('selected ranks become ranges of contexts, all of them no filter', () => {
    const groups = groupsOf(contexts(4, 2));
    assert.deepEqual(contextRanges(groups, Uint8Array.of(0, 1, 1, 0)), [[2, 5]]);
    assert.deepEqual(contextRanges(groups, Uint8Array.of(1, 0, 0, 1)), [[0, 1], [6, 7]]);
    assert.equal(contextRanges(groups, Uint8Array.of(1, 1, 1, 1)), null);
    assert.deepEqual([...(selectedGroups(groups, Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0)) ?? [])], [0, 1, 0, 0]);
});

test('ranks sort by value, the slowest first and the unmeasured last', () => {
    assert.deepEqual([...byValue(Float64Array.of(1, NaN, 3, 1))], [2, 0, 3, 1]);
});

test('a row of the grid is a multiple of the pattern, and small cells are whole pixels', () => {
    for (const [width, height] of [[300, 200], [800, 120], [377, 405], [60, 500]]) {
        assert.equal(autoPerRow(65_536, width, height, 8) % 8, 0);
        assert.equal(autoPerRow(65_536, width, height, 12) % 12, 0);
    }
    assert.equal(cellSize(377, 184), 2);
    assert.equal(cellSize(100, 4), 25);
    assert.equal(cellSize(100, 200), 0.5);
});

test('row lengths to choose from are powers of two and multiples of the pattern', () => {
    assert.deepEqual(foldings(64, null), [4, 8, 16, 32]);
    assert.deepEqual(foldings(64, 12), [4, 8, 12, 16, 24, 32, 48]);
});

test('a place is found in the grid and outside of it the nearest one', () => {
    const grid = new RankGrid(10, 4, { x: 10, y: 20, width: 40, height: 30 });
    assert.equal(grid.rows, 3);
    assert.equal(grid.at(10 + 25, 20 + 15), 6);
    assert.equal(grid.at(10 + 35, 20 + 25), -1, 'the last row is not full');
    assert.equal(grid.nearest(500, 500), 9);
    assert.deepEqual(grid.cell(5), { x: 20, y: 30, width: 10, height: 10 });
});

const COLOURS = { strong: Uint32Array.from({ length: 256 }, (_, at) => at + 1000), muted: Uint32Array.from({ length: 256 }, (_, at) => at), none: 9999 };

test('each cell of the grid has the colour of its value, muted where not selected', () => {
    const pixels = new Uint32Array(4);
    fillPixels(pixels, 2, 2, Float64Array.of(0, 1, NaN, 5), 2, { low: 0, high: 1 }, COLOURS, Uint8Array.of(1, 0, 1, 1));
    assert.deepEqual([...pixels], [1000, 255, 9999, 1255]);
});

test('a slow rank survives when the grid has more cells than pixels', () => {
    const value = new Float64Array(65_536);
    value[4711] = 1;
    const pixels = new Uint32Array(64);
    fillPixels(pixels, 8, 8, value, 256, { low: 0, high: 1 }, COLOURS, null);
    assert.equal(pixels.filter((each) => each === 1255).length, 1);
});

test('bins count values, and the last bin holds what lies far out', () => {
    const bins = histogram(Float64Array.of(0, 1, 2, 3, NaN, 100), 4, 4);
    assert.deepEqual([...bins.counts], [1, 1, 1, 2]);
    assert.deepEqual([...bins.bin], [0, 1, 2, 3, -1, 3]);
    assert.equal(bins.open, true);
    assert.deepEqual([...selectedCounts(bins, Uint8Array.of(1, 0, 0, 0, 1, 1))], [1, 0, 0, 1]);
    assert.equal(clipOf({ p1: 1, p99: 2, max: 2.1 }), Infinity);
    assert.equal(clipOf({ p1: 1, p99: 2, max: 50 }), 2.6);
});

test('equal values fall into one bin', () => {
    const bins = histogram(Float64Array.of(3, 3, 3), 8);
    assert.equal(bins.most, 3);
    assert.equal(bins.counts[4], 3);
});

test('a brush goes from the smaller to the larger place and stays inside', () => {
    assert.deepEqual(spanOf(7, 2, 10), [2, 7]);
    assert.deepEqual(spanOf(-3, 99, 10), [0, 9]);
});

test('keys move the end of a brush', () => {
    assert.equal(keyMove('ArrowRight', false, 4, 10), 5);
    assert.equal(keyMove('ArrowLeft', true, 40, 100), 30);
    assert.equal(keyMove('End', false, 4, 10), 9);
    assert.equal(keyMove('ArrowRight', false, 9, 10), 9);
    assert.equal(keyMove('Delete', false, 4, 10), 'clear');
    assert.equal(keyMove('x', false, 4, 10), null);
});

test('a box of the grid has the ranks between its corners, however they were drawn', () => {
    const grid = new RankGrid(22, 8, { x: 0, y: 16, width: 80, height: 30 });
    const inside = (/** @type {Uint8Array} */ mask) => Array.from(mask.keys()).filter((at) => mask[at]);
    assert.deepEqual(inside(grid.boxOf(2, 12)), [2, 3, 4, 10, 11, 12]);
    assert.deepEqual(inside(grid.boxOf(4, 10)), [2, 3, 4, 10, 11, 12]);
    assert.deepEqual(inside(grid.ofColumns([7, 7])), [7, 15], 'the last row is short');
    assert.deepEqual(inside(grid.ofRows([2, 2])), [16, 17, 18, 19, 20, 21]);
    assert.equal(grid.columnAt(25, 3), 2);
    assert.equal(grid.columnAt(25, 20), -1);
    assert.equal(grid.columnAt(900, 20, true), 7);
    assert.equal(grid.rowAt(-5, 27), 1);
    assert.equal(grid.rowAt(5, 27), -1);
});
