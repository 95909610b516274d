import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsIn, statisticsOf, statisticsOfRuns } from '../../../../dashboard/src/main/web/data/held-runs.js';

test('statistics of selected runs of a mailed page', () => {
    assert.deepEqual(runsIn('0-2,5'), [0, 1, 2, 5]);
    assert.deepEqual(statisticsOf(Float64Array.of(2, 9, 4, NaN), [0, 2, 3]), { count: 2, mean: 3, median: 3, std: Math.SQRT2, min: 2, max: 4 });
    assert.deepEqual(statisticsOf(Float64Array.of(2, 9), [1]), { count: 1, mean: 9, median: 9, std: NaN, min: 9, max: 9 });
});

test('a node whose values the page lacks has no statistics', () => {
    const frame = { header: { unit: 's' }, columns: { value: Float64Array.of(1, 3) } };
    const { header, columns } = statisticsOfRuns(2, [0, 1], (node) => (node === 0 ? frame : null));
    assert.deepEqual(header, { unit: 's', runs: 2, held: 1 });
    assert.deepEqual(Array.from(columns.mean), [2, NaN]);
    assert.equal(statisticsOfRuns(2, [0], () => null), null);
});
