import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterFrom, filterText, filterWords, withFilter } from '../../../../dashboard/src/main/web/data/run-filters.js';
import { decode, encode } from '../../../../dashboard/src/main/web/data/state.js';
import { cellText, orderOf, selectionOf, shortLabels } from '../../../../dashboard/src/main/web/ensemble/run-columns.js';
import { nodeOrder } from '../../../../dashboard/src/main/web/ensemble/node-table.js';
import { ordered } from '../../../../dashboard/src/main/web/ensemble/heat-map.js';

const compiler = { name: 'compiler', kind: 'text', whole: false, constant: false, words: ['clang', 'gcc'], values: Int32Array.of(0, 1, 1, -1) };
const ranks = { name: 'ranks', kind: 'number', whole: true, constant: false, words: [], values: Float64Array.of(8, 4, 16, NaN) };
const columns = new Map([compiler, ranks].map((each) => [each.name, each]));
const names = ['a.tldb', 'b.tldb', 'c.tldb', 'd.tldb'];
const selected = (filters, picked = null) => Array.from(selectionOf(columns, names, filters, picked).runs);

test('every kind of filter selects its runs, and missing values only if asked for', () => {
    assert.deepEqual(selected([]), [0, 1, 2, 3]);
    assert.deepEqual(selected([{ column: 'compiler', kind: 'in', values: ['gcc'] }]), [1, 2]);
    assert.deepEqual(selected([{ column: 'compiler', kind: 'in', values: [''] }]), [3]);
    assert.deepEqual(selected([{ column: 'compiler', kind: 'text', text: 'CLA' }]), [0]);
    assert.deepEqual(selected([{ column: 'ranks', kind: 'range', from: 4, to: 8 }]), [0, 1]);
    assert.deepEqual(selected([{ column: 'ranks', kind: 'in', values: ['16'] }]), [2]);
    assert.deepEqual(selected([{ column: 'run', kind: 'text', text: 'B.' }]), [1]);
});

test('filters of several columns and picked runs apply together', () => {
    const gcc = { column: 'compiler', kind: 'in', values: ['gcc'] };
    assert.deepEqual(selected([gcc, { column: 'ranks', kind: 'range', from: 10, to: Infinity }]), [2]);
    assert.deepEqual(selected([gcc], [[0, 1]]), [1]);
    assert.deepEqual(selected([], [[7, 9]]), []);
});

test('a filter of an unknown column has no effect', () => {
    assert.deepEqual(selected([{ column: 'no such', kind: 'in', values: ['x'] }]), [0, 1, 2, 3]);
});

test('runs are sorted within groups, missing values last', () => {
    const selection = selectionOf(columns, names, [], null);
    assert.deepEqual(orderOf(selection, undefined, ranks, false), [1, 0, 2, 3]);
    assert.deepEqual(orderOf(selection, compiler, ranks, true), [0, 2, 1, 3]);
    assert.equal(cellText(ranks, 3), '–');
});

test('filters survive the address, whatever their names are', () => {
    const filters = [
        { column: 'a~b&c', kind: 'in', values: ['x~~y', '', 'ü'] },
        { column: 'ranks', kind: 'range', from: -Infinity, to: 2.5 },
        { column: 'run', kind: 'text', text: '<b>' },
    ];
    const state = { ...decode(''), runFilters: filters, runsPicked: [[3, 5]], page: 'runs', runAt: 4096, runClusters: 0 };
    const again = decode(encode(state));
    assert.deepEqual(again.runFilters, filters);
    assert.deepEqual([again.runsPicked, again.page, again.runAt, again.runClusters], [[[3, 5]], 'runs', 4096, 0]);
});

test('a filter in words', () => {
    assert.equal(filterWords({ column: 'c', kind: 'in', values: ['a', 'b', 'c', 'd'] }), 'c is a, b, c or 1 more');
    assert.equal(filterWords({ column: 'c', kind: 'range', from: 4, to: Infinity }), 'c from 4');
    assert.equal(filterWords({ column: 'c', kind: 'range', from: 4, to: 4 }), 'c is 4');
    assert.equal(filterFrom('c~range~5~4'), null);
    assert.equal(filterText({ column: 'c', kind: 'range', from: 1, to: 2 }), 'c~range~1~2');
    assert.deepEqual(withFilter([{ column: 'c', kind: 'text', text: 'a' }], 'c', null), []);
});

test('heavy siblings come first, and subtrees below the threshold are counted', () => {
    const tree = { length: 4, end: Int32Array.of(4, 2, 4, 4), parent: Int32Array.of(-1, 0, 0, 2), depth: new Int32Array(4), frame: new Int32Array(4), names: [''] };
    assert.deepEqual(nodeOrder(tree, Float64Array.of(10, 1, 9, 9), 0), { order: [0, 2, 3, 1], hidden: 0 });
    assert.deepEqual(nodeOrder(tree, Float64Array.of(10, 1, 9, 9), 0.2), { order: [0, 2, 3], hidden: 1 });
});

test('the heat map starts with the node that stands out in any column', () => {
    const small = { values: Float64Array.of(0, 1, NaN), low: 0, high: 1 };
    const large = { values: Float64Array.of(50, 0, NaN), low: 0, high: 100 };
    assert.deepEqual(ordered([small, large], 3), [1, 0]);
});

test('labels lose a long common start', () => {
    assert.deepEqual(shortLabels(['-Wall -Wextra -g -O0', '-Wall -Wextra -g -O3']), ['…O0', '…O3']);
    assert.deepEqual(shortLabels(['gcc-1', 'gcc-2']), ['gcc-1', 'gcc-2']);
});
