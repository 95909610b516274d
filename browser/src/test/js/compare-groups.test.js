import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sidesOf, whyNot } from '../../../../dashboard/src/main/web/ensemble/compare-groups.js';
import { selectionOf } from '../../../../dashboard/src/main/web/ensemble/run-columns.js';

const build = { name: 'build', kind: 'text', whole: false, constant: false, words: ['new', 'old'], values: Int32Array.of(1, 0, 1, 0) };
const byName = new Map([['build', build]]);
const names = ['a', 'b', 'c', 'd'];
const runs = (picked) => ({ names, byName, columns: [build], selection: selectionOf(byName, names, [], picked) });

test('the selected runs are compared with the others', () => {
    const [selected, others] = sidesOf(runs([[0, 0], [2, 2]]), null);
    assert.deepEqual([selected.runs, others.runs], [[0, 2], [1, 3]]);
    assert.equal(whyNot(selected, others), '');
});

test('the groups of a column are compared', () => {
    assert.deepEqual(sidesOf(runs(null), 'build').map(({ label, runs: of }) => [label, of]), [['build = new', [1, 3]], ['build = old', [0, 2]]]);
});

test('groups that overlap or have too many runs are refused', () => {
    const side = (from, to) => ({ key: '', label: '', runs: Array.from({ length: to - from }, (_, at) => from + at) });
    assert.match(whyNot(side(0, 2), side(1, 3)), /1 run is in both groups/);
    assert.match(whyNot(side(0, 150), side(150, 300)), /These groups have 300 runs. At most 200/);
    assert.match(whyNot(undefined, side(0, 1)), /Select two different groups/);
});

test('runs in folders are compared by folder', () => {
    const inFolders = { ...runs(null), names: ['old/0', 'old/1', 'new/0', 'new/1'] };
    assert.deepEqual(sidesOf(inFolders, 'folder of the run').map(({ label, runs: of }) => [label, of]), [['folder of the run = new', [2, 3]], ['folder of the run = old', [0, 1]]]);
});
