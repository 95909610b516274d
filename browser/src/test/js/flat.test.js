// Thresholds, flat profiles and columns of other metrics.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, sheetOf, sortColumn } from '../../../../dashboard/src/main/web/calltree/columns.js';
import { askColumns, shownColumns } from '../../../../dashboard/src/main/web/data/metric-columns.js';
import * as format from '../../../../dashboard/src/main/web/draw/format.js';
import { flatRows, groupings } from '../../../../dashboard/src/main/web/tree/flat.js';
import { visibleRows } from '../../../../dashboard/src/main/web/tree/open-rows.js';
import { keptRows } from '../../../../dashboard/src/main/web/tree/threshold.js';
import { plan } from '../../../../dashboard/src/main/web/tree/transform.js';
import { drawn, shown } from './drawn.js';

const SOLVER = drawn(`
    main 1
      solve 40
        wait 8
        solve 2
      write 1
        flush 1
`);

const kept = (share, looked) => keptRows(shown(SOLVER), [{ values: shown(SOLVER).inclusive, total: 53 }], share, looked);

test('rows below a share of the total go with everything below them, and are counted at their caller', () => {
    const { mask, below, hidden } = kept(0.1);
    assert.deepEqual([...mask], [1, 1, 1, 0, 0, 0]);
    assert.deepEqual([...below], [2, 1, 0, 0, 0, 0]);
    assert.equal(hidden, 3);
});

test('a row that is exactly at the threshold stays', () => {
    assert.equal(kept(50 / 53).mask[1], 1);
    assert.equal(kept(50.001 / 53).mask[1], 0);
});

test('no threshold, or nothing to be a share of, hides nothing', () => {
    assert.equal(kept(0), null);
    assert.equal(keptRows(shown(SOLVER), [{ values: shown(SOLVER).inclusive, total: 0 }], 0.5), null);
});

test('what is looked at stays, with its callers', () => {
    assert.deepEqual([...kept(0.1, 5).mask], [1, 1, 1, 0, 1, 1]);
    assert.equal(kept(0.1, 5).hidden, 1);
});

test('of two runs a row stays that is large enough in one', () => {
    const tree = shown(SOLVER);
    const other = Float64Array.of(10, 1, 1, 0, NaN, 9);
    const { mask } = keptRows(tree, [{ values: tree.inclusive, total: 53 }, { values: other, total: 10 }], 0.2);
    assert.deepEqual([...mask], [1, 1, 0, 0, 0, 0], 'flush is large, its caller is not there');
});

test('rows that a threshold hides are not among the visible ones', () => {
    const tree = shown(SOLVER);
    const open = new Uint8Array(tree.length).fill(1);
    assert.deepEqual([...visibleRows(tree, open, (a, b) => a - b, kept(0.1).mask)], [0, 1, 2]);
    assert.equal(visibleRows(tree, open, (a, b) => a - b).length, 6);
});

test('a function within itself counts once', () => {
    const rows = flatRows({ ...shown(SOLVER), sources: {} }, 'function');
    assert.deepEqual(rows.map(({ name, exclusive, inclusive, nodes, row }) => [name, exclusive, inclusive, nodes, row]), [
        ['main', 1, 53, 1, 0], ['solve', 42, 50, 2, 1], ['wait', 8, 8, 1, 2], ['write', 1, 2, 1, 4], ['flush', 1, 1, 1, 5],
    ]);
});

test('files and modules are offered where the profile knows some', () => {
    assert.deepEqual(groupings({ sources: {} }), ['function']);
    assert.deepEqual(groupings({ sources: { files: ['a.c'], modules: ['m'] } }), ['function', 'file', 'module']);
});

/** The table of a page with another metric beside the time. */
async function tableWith(columns, answers) {
    const current = plan(SOLVER.base, []);
    const metrics = [{ name: 'time', unit: 's', scope: 'additive' }, { name: 'bytes', unit: 'B', scope: 'additive' }, { name: 'memory', unit: 'B', scope: 'point' }];
    const answered = await askColumns(metrics.slice(1), answers, () => ({ additive: true, exact: true }));
    const model = { tree: shown(SOLVER), unit: 's', total: 53, diff: null, contexts: null, runInfo: { contexts: 1, metrics }, columns: shownColumns(answered, SOLVER.base, current) };
    return /** @type {any} */ ({ format, state: { scope: 'inclusive', columns }, model });
}

const bytes = { header: { unit: 'KiB' }, columns: { inclusive: Float64Array.of(6, 5, 4, 3, 2, 1), exclusive: Float64Array.of(0, 0, NaN, 0, 0, 1) } };
const refused = async (metric) => (metric === 'bytes' ? bytes : Promise.reject(new Error('not here')));

test('other metrics stand beside the one of all views, each in its unit', async () => {
    const app = await tableWith([{ metric: 'bytes', scope: 'inclusive' }, { metric: 'bytes', scope: 'exclusive' }, { metric: 'gone', scope: 'inclusive' }], refused);
    const columns = columnsOf(app, app.model.tree);
    assert.deepEqual(columns.map(({ label }) => label), ['Call path', 'Inclusive', 'Exclusive', 'Share', 'bytes inclusive', 'bytes exclusive']);
    assert.deepEqual(columns.slice(4).map(({ text }) => text(2)), ['4.00 KiB', '–']);
    assert.equal(sortColumn(columns, { column: 'bytes exclusive' }).label, 'bytes exclusive');
    const [head, , , wait] = sheetOf(app, [0, 1, 2]).rows;
    assert.deepEqual(head.slice(-2), ['bytes inclusive (KiB)', 'bytes exclusive (KiB)']);
    assert.deepEqual(wait.slice(-2), ['4', '']);
});

test('a metric that is not answered says so and leaves the others alone', async () => {
    const app = await tableWith([{ metric: 'memory', scope: 'inclusive' }, { metric: 'bytes', scope: 'inclusive' }], refused);
    const [memory, other] = columnsOf(app, app.model.tree).slice(4);
    assert.equal(memory.title, 'memory: not here');
    assert.equal(memory.text(0), '–');
    assert.equal(other.text(0), '6.00 KiB');
});
