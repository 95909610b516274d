// The layout of icicles and flame graphs: which box lies where, and which boxes a window shows.

import assert from 'node:assert/strict';
import test from 'node:test';
import { bounded, layout, neighbour, rowAt, visit, weights, windowOf } from '../../../../dashboard/src/main/web/calltree/flame-layout.js';
import { diffStep, looksOf, related } from '../../../../dashboard/src/main/web/calltree/flame-emphasis.js';
import { shapeOf } from '../../../../dashboard/src/main/web/tree/tree.js';

/**
 * A tree drawn as text: two spaces per depth, then a name and its inclusive value.
 * @param {string} drawing
 */
function drawn(drawing) {
    const lines = drawing.split('\n').filter((line) => line.trim());
    const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
    const parent = [];
    const stack = [];
    const names = [];
    const value = [];
    for (const line of lines) {
        const depth = (line.length - line.trimStart().length - indent) / 2;
        const [name, amount] = line.trim().split(/\s+/);
        parent.push(depth === 0 ? -1 : stack[depth - 1]);
        stack[depth] = names.length;
        names.push(name);
        value.push(Number(amount));
    }
    const frame = Int32Array.from(names.keys());
    return { tree: shapeOf(Int32Array.from(parent), frame, names), value: Float64Array.from(value), row: (/** @type {string} */ name) => names.indexOf(name), names };
}

const HEAT = drawn(`
    main      10
      read     1
      solve    6
        apply  2
        norm   3
      write    2`);

test('children stand side by side under their parent, in the order of the profile', () => {
    const boxes = layout(HEAT.tree, HEAT.value, false);
    const place = (/** @type {string} */ name) => [boxes.from[HEAT.row(name)], boxes.to[HEAT.row(name)]].map((each) => Number(each.toFixed(6)));
    assert.deepEqual(place('main'), [0, 1]);
    assert.deepEqual(place('read'), [0, 0.1]);
    assert.deepEqual(place('solve'), [0.1, 0.7]);
    assert.deepEqual(place('norm'), [0.3, 0.6]);
    assert.deepEqual(place('write'), [0.7, 0.9]);
});

test('the heaviest sibling stands first when asked for', () => {
    const boxes = layout(HEAT.tree, HEAT.value, true);
    const second = Array.from(boxes.rows.slice(boxes.starts[1], boxes.starts[2]), (row) => HEAT.names[row]);
    assert.deepEqual(second, ['solve', 'write', 'read']);
    assert.equal(boxes.from[HEAT.row('norm')], 0);
});

test('a parent is at least as wide as its children together, as maxima over ranks need', () => {
    const { tree, value } = drawn(`
        main   5
          a    4
          b    3`);
    assert.deepEqual([...weights(tree, value)], [7, 4, 3]);
});

test('rows without a value take no room and are never drawn', () => {
    const { tree, value, row } = drawn(`
        main   5
          gone NaN
          a    4`);
    const boxes = layout(tree, value, false);
    assert.equal(boxes.rows.includes(row('gone')), false);
    assert.equal(boxes.from[row('a')], 0);
});

/** @param {ReturnType<typeof layout>} boxes @param {number} depth @param {{ left: number, right: number }} window @param {number} width */
function seen(boxes, depth, window, width) {
    /** @type {number[]} */
    const wide = [];
    /** @type {number[]} */
    const slivers = [];
    visit(boxes, depth, window, width, (row) => wide.push(row), (row) => slivers.push(row));
    return { wide, slivers };
}

test('a window shows only what lies in it', () => {
    const boxes = layout(HEAT.tree, HEAT.value, false);
    const { wide } = seen(boxes, 1, { left: 0.2, right: 0.6 }, 400);
    assert.deepEqual(wide.map((row) => HEAT.names[row]), ['solve']);
});

/** A root with many children of the given values. @param {number[]} values */
function flat(values) {
    const parent = Int32Array.from([-1, ...values.map(() => 0)]);
    const tree = shapeOf(parent, new Int32Array(parent.length), ['x']);
    return { tree, value: Float64Array.from([values.reduce((sum, each) => sum + each, 0), ...values]) };
}

test('boxes that share a pixel become one sliver', () => {
    const { tree, value } = flat(Array.from({ length: 100_000 }, () => 1));
    const { wide, slivers } = seen(layout(tree, value, false), 1, { left: 0, right: 1 }, 500);
    assert.equal(wide.length, 0);
    assert.ok(slivers.length <= 501, `${slivers.length} slivers for 500 pixels`);
});

test('a wide box that starts in the pixel of a sliver is not skipped', () => {
    const { tree, value } = flat([0.1, 0.1, 0.1, 900, 0.1]);
    const { wide, slivers } = seen(layout(tree, value, false), 1, { left: 0, right: 1 }, 100);
    assert.deepEqual(wide, [4]);
    assert.deepEqual(slivers, [1, 5]);
});

test('the row under a place is found, and nothing between boxes', () => {
    const boxes = layout(HEAT.tree, HEAT.value, false);
    assert.equal(HEAT.names[rowAt(boxes, 2, 0.35)], 'norm');
    assert.equal(rowAt(boxes, 2, 0.05), -1);
    assert.equal(rowAt(boxes, 9, 0.5), -1);
});

test('arrow keys go to the caller, the heaviest callee and the neighbours', () => {
    const boxes = layout(HEAT.tree, HEAT.value, false);
    const go = (/** @type {string} */ from, /** @type {any} */ way) => HEAT.names[neighbour(HEAT.tree, boxes, HEAT.row(from), way)];
    assert.equal(go('solve', 'out'), 'main');
    assert.equal(go('solve', 'in'), 'norm');
    assert.equal(go('solve', 'left'), 'read');
    assert.equal(go('solve', 'right'), 'write');
    assert.equal(go('write', 'right'), 'write');
    assert.equal(go('main', 'out'), 'main');
});

test('a window stays inside of the picture', () => {
    const boxes = layout(HEAT.tree, HEAT.value, false);
    assert.deepEqual(windowOf(boxes, HEAT.row('read')), { left: 0, right: 0.1 });
    assert.deepEqual(bounded({ left: -0.5, right: 0.5 }), { left: 0, right: 1 });
    assert.deepEqual(bounded({ left: 0.9, right: 1.1 }).right, 1);
});

test('differences are as strong for twice as for half', () => {
    assert.equal(diffStep(1, 1), 10);
    assert.equal(diffStep(2, 1), 20);
    assert.equal(diffStep(1, 2), 0);
    assert.equal(diffStep(1, NaN), 20, 'only in this run');
    assert.equal(diffStep(NaN, 1), 0, 'only in the other run');
});

test('callers and callees of the selection are strong, all others muted', () => {
    const strong = related(HEAT.tree, HEAT.row('solve'));
    assert.deepEqual(HEAT.names.filter((_, row) => strong[row]), ['main', 'solve', 'apply', 'norm']);
    assert.deepEqual([...looksOf(Uint8Array.of(0, 1), 4, Uint8Array.of(1, 0), null)], [0, 5]);
    assert.deepEqual([...looksOf(Uint8Array.of(0, 1), 4, Uint8Array.of(1, 1), Uint8Array.of(0, 1))], [4, 8], 'a search mutes all but its matches');
});
