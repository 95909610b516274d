// The timeline without a page: intervals, tiles, rows and colours.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const web = '../../../../dashboard/src/main/web';
const { clamped, levelFor, panned, rounded, tickText, tilesOf, timeTicks, zoomed } = await import(`${web}/time/time-axis.js`);
const { blockContexts, foldings, rowsOf, sorted, strideFor, visibleRows } = await import(`${web}/time/time-rows.js`);
const { fillTile, nodeAt, tileOf } = await import(`${web}/time/tiles.js`);
const { atDepth, rowByNode } = await import(`${web}/time/node-colours.js`);
const { logShare } = await import(`${web}/time/matrix-view.js`);
const { firstOf } = await import(`${web}/runs/heat-map.js`);
const { moments, moment } = await import(`${web}/draw/format.js`);
const { decode, encode } = await import(`${web}/data/state.js`);

test('zooming keeps the time under the pointer and stays within the run', () => {
    assert.deepEqual(zoomed([0, 1000], 0.5, 250, 1000), [125, 625]);
    assert.deepEqual(zoomed([100, 200], 100, 150, 1000), [0, 1000]);
    assert.deepEqual(panned([100, 200], -500, 1000), [0, 100]);
    assert.deepEqual(clamped([990, 1090], 1000), [900, 1000]);
    assert.deepEqual(zoomed([0, 1000], 1e-9, 500, 1000), [492, 508]); // not below 16 ns
});

test('questions have whole nanoseconds', () => {
    assert.deepEqual(rounded([1.2, 3.4], 10), [1, 4]);
    assert.deepEqual(rounded([9.5, 9.6], 10), [9, 10]);
});

test('a tile is at most 640 pixels wide, and tiles cover the interval', () => {
    assert.equal(levelFor([0, 1000], 640, 1000), 0);
    assert.equal(levelFor([0, 1000], 1000, 1000), 1);
    assert.equal(levelFor([0, 250], 1000, 1000), 3);
    assert.deepEqual(tilesOf([250, 500], 2, 1000), { first: 1, last: 1, count: 4 });
    assert.deepEqual(tilesOf([240, 510], 2, 1000), { first: 0, last: 2, count: 4 });
    assert.equal(levelFor([0, 4], 1000, 8), 2, 'no tile is shorter than a nanosecond');
});

test('ticks are round and differ', () => {
    const { times, step } = timeTicks([1_000_000_000, 1_000_000_400], 4);
    assert.deepEqual(times.map((time) => tickText(time, step, 1_000_000_400)), ['1.0000000 s', '1.0000001 s', '1.0000002 s', '1.0000003 s', '1.0000004 s']);
    assert.deepEqual(moments(1_000_000_000, 1_000_000_400), ['1.0000000 s', '1.0000004 s']);
    assert.deepEqual(moments(0, 2_500_000), ['0 s', '2.50 ms']);
    assert.equal(moment(1_500_000, 2e9), '0.00 s');
});

const TRACE = {
    header: { names: ['rank 0 thread 0', 'rank 0 thread 1', 'rank 1 thread 0', 'rank 1 thread 1'], hosts: ['a'] },
    columns: { context: Int32Array.of(0, 1, 2, 3), rank: Int32Array.of(0, 0, 1, 1), thread: Int32Array.of(0, 1, 0, 1), stream: Int32Array.of(-1, -1, -1, -1), host: Int32Array.of(0, 0, 0, 0) },
};

test('threads are folded to one row per rank', () => {
    assert.deepEqual(foldings(TRACE), ['rank']);
    assert.deepEqual(rowsOf(TRACE, 'rank').map(({ name, members }) => [name, members]), [['rank 0 (1 of 2)', [0, 1]], ['rank 1 (1 of 2)', [2, 3]]]);
    assert.deepEqual(rowsOf(TRACE, 'none').map(({ context }) => context), [0, 1, 2, 3]);
});

test('rows are sorted by the sum of what is folded into them', () => {
    assert.deepEqual(sorted(rowsOf(TRACE, 'none'), (context) => [1, 4, 3, 2][context]).map(({ context }) => context), [1, 2, 3, 0]);
    assert.deepEqual(sorted(rowsOf(TRACE, 'rank'), (context) => [1, 1, 3, NaN][context]).map(({ context }) => context), [2, 0]);
});

test('more rows than pixels are thinned out by an even stride', () => {
    assert.equal(strideFor(300, 300), 1);
    assert.equal(strideFor(4096, 300), 16);
    const rows = Array.from({ length: 4096 }, (_, context) => ({ context, name: '', members: [context] }));
    assert.deepEqual(blockContexts(rows, 16, 1).slice(0, 3), [1024, 1040, 1056]);
    assert.equal(blockContexts(rows, 16, 3).length, 64);
    assert.deepEqual(blockContexts(rows, 1, 64), []);
    assert.deepEqual(visibleRows([4090, 9000], 4096), [4090, 4096]);
    assert.deepEqual(visibleRows(null, 7), [0, 7]);
});

/** Two contexts with three columns each: 5 5 – and 7 5 not traced. */
const FRAME = { header: { from: 0, to: 30, width: 3, bytes: 1 }, columns: { context: Int32Array.of(2, 4), node: Int32Array.of(5, -1, 7, -2), cells: Uint8Array.of(0, 0, 1, 2, 0, 3) } };

test('a tile knows the node of a context at a time', () => {
    const tile = tileOf(FRAME, [4, 2]);
    assert.deepEqual([0, 10, 25].map((time) => nodeAt(tile, 2, time)), [5, 5, -1]);
    assert.deepEqual([0, 10, 25].map((time) => nodeAt(tile, 4, time)), [7, 5, -2]);
    assert.equal(nodeAt(tile, 4, 30), -2);
    assert.equal(nodeAt(tile, 9, 0), -2);
});

test('the pixels of a tile are in the order of its rows', () => {
    const pixels = new Uint32Array(9);
    fillTile(tileOf(FRAME, [4, 9, 2]), (node) => node + 10, pixels);
    assert.deepEqual([...pixels], [17, 15, 8, 8, 8, 8, 15, 15, 9]);
});

test('cells of two bytes are read as such', () => {
    const cells = new Uint8Array(Uint16Array.of(0, 300).buffer);
    const nodes = Int32Array.from({ length: 301 }, (_, at) => at * 2);
    const tile = tileOf({ header: { from: 0, to: 2, width: 2, bytes: 2 }, columns: { context: Int32Array.of(0), node: nodes, cells } }, [0]);
    assert.equal(nodeAt(tile, 0, 1), 600);
});

test('a depth shows the ancestor, and shorter call paths their leaf', () => {
    const base = { node: Int32Array.of(0, 3, 7), parent: Int32Array.of(-1, 0, 1), depth: Int32Array.of(0, 1, 2) };
    assert.deepEqual([...rowByNode(base)], [0, -1, -1, 1, -1, -1, -1, 2]);
    assert.deepEqual([0, 1, 5, null].map((depth) => atDepth(base, 2, depth)), [0, 1, 2, 2]);
});

test('matrix colours are logarithmic, heat maps know what shares a cell', () => {
    assert.equal(logShare(10, 1, 100), 0.5);
    assert.equal(logShare(7, 7, 7), 1);
    assert.deepEqual([0, 1, 2].map((bin) => firstOf(bin, 2, 5)), [0, 3, 5]);
});

test('intervals survive a link, and wrong ones are ignored', () => {
    const state = decode('between=10-20&time=0-99&timeDepth=3&timeShow=waits,path,rubbish');
    assert.deepEqual([state.between, state.time, state.timeDepth, state.timeShow], [[10, 20], [0, 99], 3, ['waits', 'path']]);
    assert.equal(encode(state), 'between=10-20&time=0-99&timeDepth=3&timeShow=waits,path');
    for (const wrong of ['20-10', '5', '-1-5', '1e3-2e3', 'a-b']) assert.equal(decode(`between=${wrong}`).between, null);
    assert.deepEqual(decode('timeShow=').timeShow, []);
});
