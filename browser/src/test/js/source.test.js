// Which file and line the source view shows, and what it says about them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { hottestLine, placeOf, remarksOf, sourceIn } from '../../../../dashboard/src/main/web/source/lines.js';

/** main (main.c:3) calls MPI_Send, which has no file, and which calls copy (copy.c:7). */
const FACTS = [{ file: 'main.c', line: 3 }, { file: '', line: 0 }, { file: 'copy.c', line: 7 }];
const tree = { parent: Int32Array.of(-1, 0, 1), facts: (row) => FACTS[row] };

test('a call path without a file shows the nearest caller that has one', () => {
    assert.deepEqual(placeOf(tree, 2, new Set()), { file: 'copy.c', line: 7 });
    assert.deepEqual(placeOf(tree, 1, new Set()), { file: 'main.c', line: 3 });
});

test('without a selection the end of the hot path is shown', () => {
    assert.deepEqual(placeOf(tree, -1, new Set([0, 1])), { file: 'main.c', line: 3 });
    assert.equal(placeOf(tree, -1, new Set()), null);
});

const answer = (header) => sourceIn({ header: { file: 'a.c', text: ['a', 'b', 'c'], unit: 's', byLine: true, beyond: 0, ...header }, columns: { exclusive: Float64Array.of(NaN, 1, 2), inclusive: Float64Array.of(NaN, 5, 2), node: Int32Array.of(-1, 4, 7) } });

test('the hottest line is that of the largest inclusive value', () => {
    assert.equal(hottestLine(answer({})), 2);
    assert.equal(hottestLine({ ...answer({}), inclusive: Float64Array.of(NaN, NaN) }), 0);
});

test('a file that does not fit the profile is named as such', () => {
    assert.equal(remarksOf(answer({})), '');
    assert.match(remarksOf(answer({ byLine: false })), /each function is shown at the line where it starts/);
    assert.match(remarksOf(answer({ beyond: 2 })), /names 2 lines after the end of this file, which has 3/);
});
