// What the page does with answers that fail: it says so where they belong, and shows everything again when the reader goes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Loader } from '../../../../dashboard/src/main/web/data/model.js';
import { DEFAULTS } from '../../../../dashboard/src/main/web/data/state.js';
import { DataError } from '../../../../dashboard/src/main/web/data/wire.js';

const SOLVER = { id: 0, name: 'solver', contexts: 2, metric: 'time', metrics: [{ name: 'time', unit: 's', scope: 'additive' }] };
const BROKEN = { id: 1, name: 'README.md', metrics: [], problem: 'no format knows it' };

/** A server of two runs, of which one did not open; `answers` replaces some of its answers. */
function serverWith(answers = {}) {
    return {
        live: true,
        runs: async () => ({ runs: [SOLVER, BROKEN] }),
        tree: async () => ({ header: { names: ['main', 'solve'] }, columns: { node: Int32Array.of(0, 1), parent: Int32Array.of(-1, 0), frame: Int32Array.of(0, 1) } }),
        values: async () => ({ header: { unit: 's' }, columns: { inclusive: Float64Array.of(3, 2), exclusive: Float64Array.of(1, 2) } }),
        imbalance: async () => ({ header: {}, columns: { imbalance: Float64Array.of(1.5, 2) } }),
        contexts: async () => ({ header: {}, columns: { rank: Int32Array.of(0, 1) } }),
        ranks: async () => ({ header: {}, columns: { value: Float64Array.of(2, 4) } }),
        series: async () => ({ header: {}, columns: {} }),
        executions: async () => ({ repetitions: [], runs: [] }),
        findings: async () => [],
        operations: async () => ({ MPI: ['MPI_Send'] }),
        ...answers,
    };
}

/** A page without its views. */
async function pageOf(answers) {
    let state = DEFAULTS;
    const data = serverWith(answers);
    const loader = new Loader(data, () => state, () => {});
    const settled = () => new Promise((done) => setTimeout(done, 5));
    await loader.start();
    await settled();
    return {
        loader,
        data,
        model: loader.model,
        settled,
        async select(changes) {
            state = { ...state, ...changes };
            loader.update();
            await settled();
        },
    };
}

const refused = () => Promise.reject(new DataError('refused', 'ask for something else'));

test('after a run that did not open the other one is shown again', async () => {
    const page = await pageOf();
    assert.equal(page.model.tree?.length, 2);
    await page.select({ run: 1 });
    assert.equal(page.model.error?.error, 'README.md did not open.');
    assert.equal(page.model.tree, null);
    await page.select({ run: 0 });
    assert.equal(page.model.error, null);
    assert.equal(page.model.tree?.length, 2);
    assert.deepEqual([...page.model.tree.imbalance], [1.5, 2]);
    assert.ok('columns' in page.model.ranks);
});

test('after values that were refused the ones before are shown again', async () => {
    const page = await pageOf({ values: ({ contexts }) => (contexts ? refused() : serverWith().values()) });
    await page.select({ contexts: [[0, 9999]] });
    assert.deepEqual(page.model.error, { error: 'refused', hint: 'ask for something else' });
    assert.equal(page.model.tree?.length, 2, 'other panels go on to show it');
    await page.select({ contexts: null });
    assert.equal(page.model.error, null);
    assert.equal(page.model.tree?.length, 2);
    assert.deepEqual([...page.model.tree.imbalance], [1.5, 2]);
});

test('elapsed time comes with imbalance, as values are reduced; its column stays while they change', async () => {
    const asked = [];
    let answered = () => {};
    const page = await pageOf({
        imbalance: async ({ over }) => {
            asked.push(over);
            if (over === 'max') await new Promise((done) => (answered = done));
            return { header: {}, columns: { imbalance: Float64Array.of(1.5, 2), elapsed: Float64Array.of(2, over === 'max' ? 7 : 1) } };
        },
    });
    assert.deepEqual([...page.model.tree.elapsed], [2, 1]);
    await page.select({ over: 'max' });
    assert.deepEqual([...page.model.tree.elapsed], [NaN, NaN]);
    answered();
    await page.settled();
    assert.deepEqual([...page.model.tree.elapsed], [2, 7]);
    assert.deepEqual(asked, ['mean', 'max']);
});

test('an answer says who its numbers are of', async () => {
    const page = await pageOf({
        values: async ({ over }) => {
            const { columns } = await serverWith().values();
            return over === 'sum' ? refused() : { header: { unit: 's', combined: `${over} of 2 ranks` }, columns };
        },
    });
    assert.equal(page.model.combined, 'mean of 2 ranks');
    await page.select({ over: 'max' });
    assert.equal(page.model.combined, 'max of 2 ranks');
    await page.select({ over: 'sum' });
    assert.equal(page.model.error?.error, 'refused');
    assert.equal(page.model.combined, 'max of 2 ranks', 'which are the numbers that are still there');
});

test('values of another metric that were refused leave no numbers of the one before', async () => {
    const metrics = [...SOLVER.metrics, { name: 'bytes', unit: 'B', scope: 'additive' }];
    const page = await pageOf({
        runs: async () => ({ runs: [{ ...SOLVER, metrics }] }),
        values: ({ metric }) => (metric === 'bytes' ? refused() : serverWith().values()),
    });
    await page.select({ metric: 'bytes' });
    assert.equal(page.model.tree, null);
    await page.select({ metric: null });
    assert.equal(page.model.tree?.length, 2);
});

test('there is no elapsed time where no rank has several threads', async () => {
    const page = await pageOf();
    assert.equal(page.model.tree.elapsed, null);
});

test('the metric and its controls stay where only the values were refused', async () => {
    const page = await pageOf({ values: ({ over }) => (over === 'sum' ? refused() : serverWith().values()) });
    await page.select({ over: 'sum' });
    assert.equal(page.model.metric?.name, 'time');
    await page.select({ run: 1 });
    assert.equal(page.model.metric, null);
});

test('trying again asks again', async () => {
    const page = await pageOf({ values: refused });
    assert.equal(page.model.error?.error, 'refused');
    page.data.values = serverWith().values;
    await page.loader.start();
    await page.settled();
    assert.equal(page.model.error, null);
    assert.equal(page.model.tree?.length, 2);
});

for (const part of ['contexts', 'findings', 'ranks', 'series', 'executions', 'imbalance']) {
    test(`a refused question for ${part} leaves the tree and the other panels alone`, async () => {
        const { model } = await pageOf({ [part]: refused });
        assert.equal(model.error, null);
        assert.equal(model.tree?.length, 2);
        assert.equal(model.loading.size, 0);
        const others = ['findings', 'ranks', 'series', 'executions'].filter((each) => each !== part);
        for (const other of others) assert.ok(model[other] && !('error' in model[other]), other);
        if (part in model && part !== 'contexts') assert.equal(model[part]?.error, 'refused');
    });
}

test('the page learns what reading the values found missing', async () => {
    let read = false;
    let asked = 0;
    const page = await pageOf({
        runs: async () => {
            asked++;
            return { runs: [{ ...SOLVER, warnings: read ? [{ text: 'a section of values is missing', lossy: true }] : [] }, BROKEN] };
        },
        ranks: async () => {
            read = true;
            return serverWith().ranks();
        },
    });
    assert.equal(page.model.runs[0].warnings?.[0]?.text, 'a section of values is missing');
    assert.equal(asked, 2);
    await page.select({ node: ['main', 'solve'] });
    assert.equal(asked, 2, 'the same values are not read again');
});

test('a report that was mailed knows everything from the start', async () => {
    let asked = 0;
    await pageOf({
        live: false,
        runs: async () => {
            asked++;
            return { runs: [SOLVER] };
        },
    });
    assert.equal(asked, 1);
});

test('the tree, its imbalance and the ranks are of the selected iterations, and the question says of which', async () => {
    const asked = [];
    const note = (name) => async ({ iterations }) => {
        asked.push(`${name} ${iterations}`);
        return serverWith()[name]();
    };
    const page = await pageOf({ values: async ({ iterations }) => {
        asked.push(`values ${iterations}`);
        const { header, columns } = await serverWith().values();
        return { header: { ...header, within: iterations !== null }, columns };
    }, imbalance: note('imbalance'), ranks: note('ranks') });
    assert.equal(page.model.within, false);
    asked.length = 0;
    await page.select({ iterations: [3, 5] });
    assert.deepEqual(asked, ['values 3-5', 'ranks 3-5', 'imbalance 3-5']);
    assert.equal(page.model.within, true);
    await page.select({ iterations: null });
    assert.equal(page.model.within, false);
});

test('metrics in columns of their own are asked for, and stay when the tree is inverted', async () => {
    const BOTH = { ...SOLVER, metrics: [...SOLVER.metrics, { name: 'bytes', unit: 'B', scope: 'additive' }] };
    const bytes = { header: { unit: 'B' }, columns: { inclusive: Float64Array.of(7, 0), exclusive: Float64Array.of(7, 0) } };
    const page = await pageOf({ runs: async () => ({ runs: [BOTH] }), values: async ({ metric }) => (metric === 'bytes' ? bytes : serverWith().values()) });
    await page.select({ columns: [{ metric: 'bytes', scope: 'inclusive' }] });
    assert.deepEqual([...page.model.columns.get('bytes').inclusive], [7, 0]);
    await page.select({ transforms: [{ kind: 'invert', what: null }] });
    const { tree, columns } = page.model;
    const main = Array.from(tree.frame).findIndex((frame, row) => tree.names[frame] === 'main' && tree.depth[row] === 0);
    assert.equal(columns.get('bytes').inclusive[main], 7);
    assert.equal(page.model.upright().length, 2);
    await page.select({ columns: [], transforms: [] });
    assert.equal(page.model.columns.size, 0);
});

test('ranks are of a chosen repetition, and so are executions as values are reduced', async () => {
    const asked = { ranks: [], executions: [], imbalance: [] };
    const answers = serverWith();
    const noted = (name) => (query) => {
        asked[name].push(query);
        return answers[name]();
    };
    const page = await pageOf({
        contexts: async () => ({ header: {}, columns: { rank: Int32Array.of(0, 0, 1, 1), repetition: Int32Array.of(0, 1, 0, 1) } }),
        ranks: noted('ranks'), executions: noted('executions'), imbalance: noted('imbalance'),
    });
    assert.equal(asked.ranks.at(-1).contexts, null);
    await page.select({ contexts: [[1, 1]] });
    assert.equal(asked.ranks.at(-1).contexts, '1,3', 'all ranks of the repetition');
    assert.deepEqual(page.model.repetitions, [1]);
    await page.select({ contexts: [[0, 1]] });
    assert.equal(asked.ranks.at(-1).contexts, null, 'a rank is compared with the others in all repetitions');
    assert.equal(page.model.repetitions, null);
    await page.select({ over: 'sum', scope: 'exclusive' });
    assert.equal(asked.executions.at(-1).over, 'sum');
    assert.equal(asked.imbalance.at(-1).scope, 'exclusive');
});
