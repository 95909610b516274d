// Each part of the model asks a question once, and shows only the answer to its last question.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf, Parts } from '../../../../dashboard/src/main/web/data/parts.js';
import { DataError } from '../../../../dashboard/src/main/web/data/wire.js';

/** A part whose answers come when the test says so. */
function partsWithQuestions() {
    const parts = new Parts(new Set(), () => {}, () => {});
    const asked = [];
    const taken = [];
    /** @returns {(answer: unknown) => Promise<void>} */
    const ask = (key) => {
        let answer = () => {};
        const done = parts.ask({
            name: 'ranks', key,
            ask: () => {
                asked.push(key);
                return new Promise((resolve) => (answer = resolve));
            },
            take: (each) => taken.push(each),
        });
        return (each) => {
            answer(each);
            return done;
        };
    };
    return { parts, asked, taken, ask };
}

test('the same question is not asked twice', async () => {
    const { asked, taken, ask, parts } = partsWithQuestions();
    const answer = ask('a');
    ask('a');
    await answer(1);
    ask('a');
    assert.deepEqual([asked, taken, [...parts.loading]], [['a'], [1], []]);
    parts.forget('ranks');
    ask('a');
    assert.deepEqual(asked, ['a', 'a']);
});

test('an answer that arrives after the next question is dropped', async () => {
    const { taken, ask, parts } = partsWithQuestions();
    const first = ask('a');
    const second = ask('b');
    await first('late');
    assert.deepEqual([taken, [...parts.loading]], [[], ['ranks']]);
    await second('in time');
    assert.deepEqual([taken, [...parts.loading]], [['in time'], []]);
});

test('a question that fails is answered by the problem', async () => {
    const parts = new Parts(new Set(), () => {}, () => {});
    let taken = null;
    const ask = () => Promise.reject(new DataError('refused', 'ask for something else'));
    await parts.ask({ name: 'ranks', key: keyOf(1), ask, take: (answer) => (taken = answer) });
    assert.deepEqual(taken, { error: 'refused', hint: 'ask for something else' });
});
