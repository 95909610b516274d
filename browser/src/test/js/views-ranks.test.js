// Values by rank: groups, outliers, patterns, the folded grid, bins and brushes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { keyMove, spanOf } from '../../../../app/src/main/web/brush.js';
import { finePercent } from '../../../../app/src/main/web/format.js';
import { clipOf, histogram, selectedCounts } from '../../../../app/src/main/web/histogram.js';
import { RankGrid, autoPerRow, cellSize, fillPixels, foldings } from '../../../../app/src/main/web/rank-grid.js';
import {
    WORTH_SHOWING, byValue, colourRange, contextRanges, groupLabel, groupName, groupsOf, ordinal, outliersOf, periodMask, periodRatio, periodText, rankData,
    reduce, selectedGroups, spans, spreadShare, summary,
} from '../../../../app/src/main/web/rank-values.js';

/** @param {number} ranks @param {number} threads */
function contexts(ranks, threads) {
    const count = ranks * threads;
    return {
        rank: Int32Array.from({ length: count }, (_, at) => Math.floor(at / threads)),
        thread: Int32Array.from({ length: count }, (_, at) => at % threads),
        stream: new Int32Array(count).fill(-1),
        repetition: new Int32Array(count),
    };
}

test('contexts of a rank form a group', () => {
    const groups = groupsOf(contexts(3, 2));
    assert.equal(groups.unit, 'rank');
    assert.deepEqual([...groups.number], [0, 1, 2]);
    assert.deepEqual([...groups.of], [0, 0, 1, 1, 2, 2]);
});

test('threads are shown where there is one rank only', () => {
    assert.equal(groupsOf(contexts(1, 4)).unit, 'thread');
    assert.equal(groupsOf(contexts(1, 1)).unit, 'rank');
});

test('threads of a rank are reduced as all contexts are', () => {
    const of = Int32Array.of(0, 0, 1, 1);
    const value = Float64Array.of(1, 3, 5, NaN);
    assert.deepEqual([...reduce(of, 2, value, 'sum')], [4, 5]);
    assert.deepEqual([...reduce(of, 2, value, 'max')], [3, 5]);
    assert.deepEqual([...reduce(of, 2, value, 'min')], [1, 5]);
    assert.deepEqual([...reduce(of, 2, value, 'mean')], [2, 2.5], 'a thread that did not run counts as 0');
    assert.deepEqual([...reduce(of, 2, Float64Array.of(NaN, NaN, 1, 1), 'mean')], [NaN, 1]);
});

test('idle ranks count as 0 in the mean and in imbalance', () => {
    const stats = summary(Float64Array.of(4, NaN, 2, 2));
    assert.deepEqual([stats.mean, stats.imbalance, stats.present, stats.slowest], [2, 2, 3, 0]);
});

test('outliers lie beyond the fence of Tukey', () => {
    const value = Float64Array.from({ length: 20 }, (_, at) => (at === 7 ? 9 : 1 + at / 100));
    assert.deepEqual([...outliersOf(value, null)].flatMap((each, at) => (each ? [at] : [])), [7]);
    assert.deepEqual([...outliersOf(Float64Array.of(1, 1, 9), null)], [0, 0, 0], 'three ranks have no quartiles');
});

test('values that are all alike have no outliers, however near their quartiles lie', () => {
    const alike = Float64Array.from({ length: 16 }, (_, at) => (at === 1 || at === 2 ? 1.088 : 1.084 + (at % 3) / 10_000));
    assert.deepEqual([...outliersOf(alike, null)].filter(Boolean), []);
    const apart = alike.map((each, at) => (at === 5 ? each * (1 + 1.1 * WORTH_SHOWING) : each));
    assert.deepEqual([...outliersOf(apart, null)].flatMap((each, at) => (each ? [at] : [])), [5]);
});

test('values that are all alike get one colour', () => {
    const alike = summary(Float64Array.from({ length: 64 }, (_, at) => 53.5 + (at % 2) * 0.01));
    assert.equal(colourRange(alike), null);
    assert.equal(finePercent(spreadShare(alike)), '0.019 %');
    assert.equal(colourRange(summary(Float64Array.of(0, 0, 0))), null);
    assert.equal(finePercent(spreadShare(summary(Float64Array.of(0, 0, 0)))), '0 %');
});

test('colours reach over the values without their extremes, unless these are all that differs', () => {
    const wide = summary(Float64Array.from({ length: 1000 }, (_, at) => (at === 7 ? 900 : 100 + at / 10)));
    assert.deepEqual(colourRange(wide), { low: wide.p1, high: wide.p99 });
    const one = summary(Float64Array.from({ length: 1000 }, (_, at) => (at === 7 ? 80 : 53.5 + (at % 2) * 0.01)));
    assert.deepEqual(colourRange(one), { low: 53.5, high: 80 });
});

test('a pattern that is hardly slower is none', () => {
    const columns = contexts(64, 1);
    const ranks = (/** @type {number} */ slower) => ({
        header: { period: { every: 8, offset: 3 } }, columns: { value: Float64Array.from({ length: 64 }, (_, at) => (at % 8 === 3 ? slower : 1)) },
    });
    assert.equal(rankData(ranks(1.001), { header: {}, columns }, 'mean').period, null);
    assert.equal(rankData(ranks(1.5), { header: {}, columns }, 'mean').period?.every, 8);
});

test('a program without ranks is the whole program, and -1 is never written', () => {
    const none = new Int32Array(1).fill(-1);
    const program = groupsOf({ rank: none, thread: none, stream: none, repetition: none });
    assert.equal(groupName(program, 0), 'whole program');
    assert.equal(groupLabel(program.number, 0), 'whole program');
    const thread = groupsOf({ rank: none, thread: Int32Array.of(3), stream: none, repetition: none });
    assert.equal(groupName(thread, 0), 'thread 3');
    const streams = groupsOf({ rank: new Int32Array(2).fill(-1), thread: new Int32Array(2).fill(-1), stream: Int32Array.of(-1, 7), repetition: new Int32Array(2) });
    assert.deepEqual([0, 1].map((at) => groupName(streams, at)), ['no stream', 'stream 7']);
    assert.deepEqual([0, 1].map((at) => groupLabel(streams.number, at)), ['–', '7']);
    assert.equal(groupName(groupsOf(contexts(2000, 1)), 1234), 'rank 1,234');
});

test('the ranks of a pattern are no outliers, one that is slow even among them is', () => {
    const value = Float64Array.from({ length: 64 }, (_, at) => (at === 11 ? 9 : at % 8 === 3 ? 2 + at / 1000 : 1 + at / 1000));
    const pattern = Uint8Array.from(value, (_, at) => (at % 8 === 3 ? 1 : 0));
    assert.deepEqual([...outliersOf(value, pattern)].flatMap((each, at) => (each ? [at] : [])), [11]);
});

test('a pattern is named with its ranks and how slow they are', () => {
    const groups = groupsOf(contexts(16, 1));
    const period = { every: 8, offset: 3 };
    const value = Float64Array.from({ length: 16 }, (_, at) => (at % 8 === 3 ? 1.5 : 1));
    const ratio = periodRatio(groups, value, period);
    assert.equal(periodText(period, ratio, 'rank'), 'Every 8th rank (3, 11, …) is 50 % slower than the others');
    assert.equal(periodText({ every: 2, offset: 1 }, 1.2, 'rank'), 'Every second rank (1, 3, …) is 20 % slower than the others');
    assert.deepEqual([...periodMask(groups, period)].flatMap((each, at) => (each ? [at] : [])), [3, 11]);
});

test('numbers are counted as in English', () => {
    assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 112, 1003].map(ordinal), ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th', '1,003rd']);
});

test('ranks are listed as runs, the longest first named', () => {
    assert.equal(spans([3, 8, 9, 10, 40]), '3, 8–10, 40');
    assert.equal(spans([1, 3, 5, 7, 9, 20480, 20481], 2), '1, 20,480–20,481 and 4 more');
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
