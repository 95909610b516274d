import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedRuns } from '../../../../dashboard/src/main/web/data/linked-runs.js';
import { pickedNames, pickedNow } from '../../../../dashboard/src/main/web/ensemble/picked-runs.js';

const before = ['a', 'b', 'c', 'd'];
const many = Array.from({ length: 300 }, (_, run) => `run ${run}`);

test('picked runs are found again by their names', () => {
    const of = pickedNames([[1, 2]], before);
    assert.deepEqual(pickedNow([[1, 2]], of, before), { picked: [[1, 2]], note: '' });
    assert.deepEqual(pickedNow([[1, 2]], of, ['a', 'aa', 'b', 'bb', 'c', 'd']), { picked: [[2, 2], [4, 4]], note: '' });
});

test('picked runs that are gone are stated', () => {
    const { picked, note } = pickedNow([[1, 2]], pickedNames([[1, 2]], before), ['a', 'c']);
    assert.deepEqual(picked, [[1, 1]]);
    assert.equal(note, '1 picked run of this link is not in the list of runs any more: 1 run of 2 is selected.');
});

test('many picked runs are kept only in the same list', () => {
    const of = pickedNames([[0, 199]], many);
    assert.ok(of.length < 10);
    assert.deepEqual(pickedNow([[0, 199]], of, many).picked, [[0, 199]]);
    assert.match(pickedNow([[0, 199]], of, ['new', ...many]).note, /has changed since this link was made/);
    assert.equal(pickedNow([[0, 2]], null, before).picked, null);
});

test('the names of runs in an address', () => {
    assert.deepEqual(namedRuns('#run=a%20b.json&node=main&page=run'), ['a b.json']);
    assert.deepEqual(namedRuns('run=3&against=x'), ['x']);
    assert.deepEqual(namedRuns('run=group:run%20in%20(%22a%22%2C%20%27b%22c%27)'), ['a', 'b"c']);
    assert.deepEqual(namedRuns('run=%E0%A4'), []);
});
