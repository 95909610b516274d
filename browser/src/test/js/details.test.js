// The numbers of the selected call path, the columns of the table, and the questions behind them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSeveralRanks } from '../../../../dashboard/src/main/web/page/chips.js';
import { columnsOf } from '../../../../dashboard/src/main/web/calltree/columns.js';
import { dataOver } from '../../../../dashboard/src/main/web/data/data.js';
import { lines } from '../../../../dashboard/src/main/web/node/details.js';
import * as format from '../../../../dashboard/src/main/web/draw/format.js';
import { shapeOf } from '../../../../dashboard/src/main/web/tree/tree.js';

/** main calls solve, on four ranks of which three ran it. */
function pageWith({ model = {}, tree = {}, state = {} } = {}) {
    const shape = shapeOf(Int32Array.of(-1, 0), Int32Array.of(0, 1), ['main', 'solve']);
    const facts = () => ({ file: '', line: 0, module: '', kind: '', labels: [] });
    const spread = { min: 0, max: 4, mean: 2, p1: 0, p99: 4, imbalance: 2, present: 3, population: 4, slowest: 2, floor: 0.02, worthColours: true, outliers: [], period: null };
    return /** @type {any} */ ({
        format,
        state: { node: ['main', 'solve'], scope: 'inclusive', over: 'mean', contexts: null, iterations: null, columns: [], ...state },
        model: {
            columns: new Map(), runInfo: { contexts: 4 }, unit: 's', total: 8, selectedRow: 1, diff: null,
            tree: { ...shape, inclusive: Float64Array.of(8, 2), exclusive: Float64Array.of(6, 2), imbalance: Float64Array.of(1, 2), elapsed: null, hidden: new Int32Array(2), facts, ...tree },
            ranks: { header: spread, columns: { value: Float64Array.of(2, 2, 4, NaN) } },
            contexts: { header: { unit: 'rank' }, columns: { place: Int32Array.of(0, 1, 2, 3), number: Int32Array.of(0, 1, 2, 3) } },
            ...model,
        },
    });
}

/** @param {any} app */
const written = (app) => lines(app).map(({ label, value }) => `${label} ${value}`.trim());

test('the spread over ranks is of all of them, and says how many ran the call path', () => {
    assert.deepEqual(written(pageWith()), [
        'Inclusive 2.00 s · 25.0 %', 'Exclusive 2.00 s · 25.0 %',
        'Ran on 3 of 4 ranks', 'Rank min 0 s', 'Rank mean 2.00 s', 'Rank max 4.00 s', 'Slowest rank 2', 'Max / mean 2.00×',
    ]);
});

test('where ranks are selected, the spread says that it is of all', () => {
    const all = written(pageWith({ state: { contexts: [[0, 1]] } }));
    assert.equal(all[2], 'All ranks:');
    assert.equal(all[3], 'Ran on 3 of 4 ranks');
});

test('who the numbers are of stands between them and the spread', () => {
    assert.deepEqual(written(pageWith({ model: { combined: 'mean of 4 ranks' } })).slice(1, 4), ['Exclusive 2.00 s · 25.0 %', 'Aggregation mean of 4 ranks', 'Ran on 3 of 4 ranks']);
});

test('there is something to reduce where there are several ranks or processes, not threads of one', () => {
    const places = (/** @type {string} */ unit, /** @type {number} */ count) =>
        hasSeveralRanks(pageWith({ model: { contexts: { header: { unit }, columns: { number: new Int32Array(count) } } } }));
    assert.deepEqual([places('rank', 4), places('process', 2), places('rank', 1), places('thread', 4), places('thread or stream', 4)], [true, true, false, false, false]);
});

test('what one place has is no spread', () => {
    const contexts = { header: { unit: 'process', names: ['whole program'] }, columns: { place: Int32Array.of(0), number: Int32Array.of(-1) } };
    assert.deepEqual(written(pageWith({ model: { contexts } })).length, 2);
});

test('elapsed time is that of the selected row, or of the heaviest root', () => {
    const tree = { elapsed: Float64Array.of(5, 1.5) };
    assert.ok(written(pageWith({ tree })).includes('Elapsed 1.50 s'));
    const whole = written(pageWith({ tree, model: { selectedRow: -1 }, state: { node: null } }));
    assert.deepEqual(whole.slice(0, 2), ['Total 8.00 s', 'Elapsed 5.00 s']);
});

test('the table has a column of elapsed time only where the answer has one', () => {
    const keys = (/** @type {any} */ app) => columnsOf(app, app.model.tree).map(({ key }) => key);
    assert.deepEqual(keys(pageWith()), ['name', 'inclusive', 'exclusive', 'share', 'imbalance', 'ranks']);
    assert.deepEqual(keys(pageWith({ tree: { elapsed: Float64Array.of(5, NaN) } })), ['name', 'inclusive', 'exclusive', 'elapsed', 'share', 'imbalance', 'ranks']);
});

test('imbalance is titled by what is compared', () => {
    const title = (/** @type {any} */ app) => columnsOf(app, app.model.tree).find(({ key }) => key === 'imbalance')?.title;
    assert.equal(title(pageWith()), 'Slowest rank over the mean rank');
    assert.equal(title(pageWith({ model: { contexts: null, runInfo: { contexts: 4, ranks: 1, threads: 4 } } })), 'Slowest thread over the mean thread');
});

test('a question has its keys in the order in which a report stores its answers', async () => {
    /** @type {string[]} */
    const asked = [];
    const data = dataOver(/** @type {any} */ ({ live: true, frame: async (/** @type {string} */ question) => asked.push(question) }));
    await data.imbalance({ contexts: null, over: 'mean', metric: 'time', run: 0 });
    await data.imbalance({ contexts: '0-3', over: 'max', metric: 'time', run: 0 });
    assert.deepEqual(asked, ['imbalance?run=0&metric=time&over=mean', 'imbalance?run=0&metric=time&over=max&contexts=0-3']);
});
