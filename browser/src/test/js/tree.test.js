import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf, hotPath, pathOf, rowOf } from '../../../../dashboard/src/main/web/tree/tree.js';
import { BOX, firstAt, leavingBelow, nodeLayout } from '../../../../dashboard/src/main/web/calltree/node-layout.js';
import { openRows, visibleRows } from '../../../../dashboard/src/main/web/tree/open-rows.js';
import { drawn, path, shown, treeOf } from './drawn.js';

const HEAT = drawn('main 1\n  step 2\n    stencil 8\n    halo 1\n  write 4');

test('a subtree is a range of rows', () => {
    const { base } = HEAT;
    assert.deepEqual([...base.end], [5, 4, 3, 4, 5]);
    assert.deepEqual([...base.depth], [0, 1, 2, 2, 1]);
    assert.deepEqual(childrenOf(base, 0), [1, 4]);
    assert.deepEqual(childrenOf(base, -1), [0]);
});

test('a call path names its row and back', () => {
    for (let row = 0; row < HEAT.base.length; row++) assert.equal(rowOf(HEAT.base, pathOf(HEAT.base, row)), row);
    assert.equal(path(HEAT.base, 3), 'main/step/halo');
    assert.equal(rowOf(HEAT.base, ['main', 'nowhere']), -1);
});

test('siblings of one name are told apart by their count', () => {
    const { base } = treeOf([-1, 0, 0], [0, 1, 2], ['main', 'loop', 'loop'], [1, 2, 3]);
    assert.deepEqual(pathOf(base, 2), ['main', 'loop\u00012']);
    assert.equal(rowOf(base, ['main', 'loop']), 1);
    assert.equal(rowOf(base, ['main', 'loop\u00012']), 2);
});

test('the hot path goes down while one callee holds half of its caller', () => {
    assert.deepEqual(hotPath(shown(HEAT)), [0, 1, 2]);
    assert.deepEqual(hotPath(shown(drawn('main 1\n  a 3\n  b 3\n  c 3'))), [0]);
    assert.deepEqual(hotPath(shown(drawn('main 0\n  a 0'))), []);
});

test('rows in sight are those whose callers are all open, sorted below each caller', () => {
    const tree = shown(HEAT);
    const byName = (a, b) => tree.names[tree.frame[a]].localeCompare(tree.names[tree.frame[b]]);
    const hot = new Set([0, 1, 2]);
    assert.deepEqual([...visibleRows(tree, openRows(tree, hot, { open: 'hot', expanded: [] }, -1), byName)], [0, 1, 3, 2, 4]);
    assert.deepEqual([...visibleRows(tree, openRows(tree, hot, { open: 'none', expanded: [] }, -1), byName)], [0]);
    assert.deepEqual([...visibleRows(tree, openRows(tree, hot, { open: 'hot', expanded: [['main', 'step']] }, -1), byName)], [0, 1, 4]);
    assert.deepEqual([...visibleRows(tree, openRows(tree, hot, { open: 'none', expanded: [] }, 3), byName)], [0, 1, 3, 2, 4]);
});

test('transforms of 100,000 nodes take a fraction of a second', () => {
    const parent = [-1];
    const frame = [0];
    const exclusive = [1];
    for (let row = 1; row < 100_000; row++) {
        parent.push(row % 20 === 1 ? 0 : row - 1); // chains of twenty calls
        frame.push(1 + (row % 97));
        exclusive.push(1);
    }
    const big = treeOf(parent, frame, Array.from({ length: 98 }, (_, i) => `f${i}`), exclusive);
    const start = performance.now();
    const merged = shown(big, { kind: 'merge', what: { name: 'f5' } }, { kind: 'collapse', what: { name: 'f9' } });
    const inverted = shown(big, { kind: 'invert', what: null });
    assert.equal(merged.inclusive[0], 100_000);
    assert.equal(inverted.inclusive.filter((_, row) => inverted.parent[row] < 0).reduce((a, b) => a + b), 100_000);
    assert.ok(performance.now() - start < 5_000, `took ${performance.now() - start} ms`);
});

test('links that cross the window are those to the next callee of each caller above its end', () => {
    const { base } = drawn('main 1\n  a 1\n    b 1\n    c 1\n      d 1\n  e 1\n  f 1');
    const rows = Int32Array.from({ length: base.length }, (_, row) => row);
    assert.deepEqual(leavingBelow(base, rows, 3), [3, 5]); // b is the last in sight: next come c of a and e of main
    assert.deepEqual(leavingBelow(base, rows, 5), [5]);
    assert.deepEqual(leavingBelow(base, rows, 7), []);
    assert.deepEqual([0, 14, 15, 16, 99].map((y) => firstAt(Float64Array.of(1, 15, 15, 20), y)), [0, 1, 1, 3, 4]);
});

test('the first callee stands on the line of its caller', () => {
    const { base } = drawn('main 1\n  a 1\n    b 1\n    c 1\n  e 1');
    const { y } = nodeLayout(base, Int32Array.from({ length: base.length }, (_, row) => row), () => BOX.narrowest);
    assert.deepEqual([...y].map((line) => (line - y[0]) / BOX.down), [0, 0, 0, 1, 2]);
});

test('boxes are as wide as their text; for lack of room the widest columns become narrower, but not unreadable', () => {
    const { base } = drawn(`
        main 1
          solve 2
            wait 3
              send 4
    `);
    const rows = Int32Array.of(0, 1, 2, 3);
    const wanted = (row) => [80, 400, 300, 200][row];
    assert.deepEqual([...nodeLayout(base, rows, wanted).box], [80, 400, 300, 200]);
    const narrow = nodeLayout(base, rows, wanted, 980);
    assert.ok(narrow.width <= 980 && narrow.box[0] === 80 && narrow.box[1] < 400, `${narrow.width} ${narrow.box}`);
    assert.equal(narrow.down, false);
});

test('a box without a callee on its line has the room to its right', () => {
    const { base } = drawn('main 1\n  a 1\n    b 1\n  leaf 1');
    const rows = Int32Array.of(0, 1, 2, 3);
    const { box, left } = nodeLayout(base, rows, () => 400, 950);
    assert.ok(box[1] < 400, 'a calls b');
    assert.equal(box[3], 400);
    assert.equal(left[1], BOX.margin + box[0] + BOX.link);
});

test('a tree that is too deep has a line per node, so that names have the room to their right', () => {
    const { base } = drawn('main 1\n  a 1\n    b 1\n  leaf 1');
    const { box, left, y, down } = nodeLayout(base, Int32Array.of(0, 1, 2, 3), () => 400, 500);
    assert.ok(down);
    assert.deepEqual([...box], [400, 400, 400, 400]);
    assert.deepEqual(left.map((x) => x - BOX.margin), [0, BOX.leastIndent, 2 * BOX.leastIndent]);
    assert.deepEqual([...y].map((line) => (line - y[0]) / BOX.down), [0, 1, 2, 3]);
});
