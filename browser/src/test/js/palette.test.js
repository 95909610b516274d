// Questions of the command palette: which match, what the selection fills in, and the query that asks them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askQuery, callPathText, matchingQuestions, selectedContexts, selectionParameters } from '../../../../dashboard/src/main/web/palette/selection-parameters.js';
import { DEFAULTS } from '../../../../dashboard/src/main/web/data/state.js';

const parameter = (name) => ({ name, summary: '', placeholder: '', choices: [], flag: false, repeated: false, default: null });
const question = (name, summary, subjects, ...parameters) => ({ name, summary, subjects, parameters: parameters.map(parameter) });
const IMBALANCE = question('imbalance', 'find uneven work', 'run', 'metric', 'rank', 'thread', 'top');

/** Two ranks of two threads, of which some are selected. */
function modelWith(selected) {
    return {
        metric: { name: 'time', unit: 's', scope: 'additive' },
        contexts: { header: {}, columns: { rank: Int32Array.of(0, 0, 1, 1), thread: Int32Array.of(0, 1, 0, 1), repetition: Int32Array.of(-1, -1, -1, -1) } },
        selectedMask: selected ? Uint8Array.from(selected) : null,
    };
}

test('every word must match the name or the summary, and names come first', () => {
    const all = [question('flat', 'list functions by time', 'run'), question('tree', 'print the call tree', 'run'), question('time', 'a window', 'run')];
    assert.deepEqual(matchingQuestions(all, '').map(({ name }) => name), ['flat', 'tree', 'time']);
    assert.deepEqual(matchingQuestions(all, 'time').map(({ name }) => name), ['time', 'flat']);
    assert.deepEqual(matchingQuestions(all, 'TREE call').map(({ name }) => name), ['tree']);
    assert.deepEqual(matchingQuestions(all, 'nothing'), []);
});

test('an untouched page leaves all parameters to the question', () => {
    assert.equal(selectionParameters(IMBALANCE, { state: DEFAULTS, model: modelWith(null) }).size, 0);
});

test('the selection fills in the parameters that the question has', () => {
    const state = { ...DEFAULTS, metric: 'time', scope: 'exclusive', node: ['main', 'a/b', 'f\u00012'], iterations: [3, 5], over: 'max' };
    const model = modelWith([0, 0, 1, 1]);
    assert.deepEqual([...selectionParameters(IMBALANCE, { state, model })], [['metric', ['time:exclusive']], ['rank', ['1']]]);
    const other = question('iterations', '', 'run', 'NODE', 'iteration', 'of', 'contexts');
    assert.deepEqual([...selectionParameters(other, { state, model })], [
        ['NODE', ['main/a\\/b/f']], ['iteration', ['3-5']], ['of', ['max']], ['contexts', ['rank(1)']],
    ]);
});

test('contexts are ranks, threads and repetitions if they are a product of them', () => {
    assert.equal(selectedContexts(modelWith(null)), null);
    assert.deepEqual(selectedContexts(modelWith([1, 1, 0, 0])), { rank: '0' });
    assert.deepEqual(selectedContexts(modelWith([0, 1, 0, 1])), { thread: '1' });
    assert.deepEqual(selectedContexts(modelWith([0, 1, 0, 0])), { rank: '0', thread: '1' });
    assert.equal(selectedContexts(modelWith([1, 0, 0, 1])), null);
});

test('slashes and backslashes of names are escaped in call paths', () => {
    assert.equal(callPathText(['main', 'operator/', 'a\\b']), 'main/operator\\//a\\\\b');
});

test('a query names the question, its runs and every value', () => {
    const values = new Map([['metric', ['time:exclusive']], ['hide', ['a b', 'c&d']]]);
    assert.equal(askQuery(IMBALANCE, [3], values), 'question=imbalance&run=3&metric=time%3Aexclusive&hide=a+b&hide=c%26d');
    assert.equal(askQuery(question('diff', '', 'two'), [3, 1], new Map()), 'question=diff&run=3&against=1');
    assert.equal(askQuery(question('ensemble stats', '', 'runs'), [0, 2], new Map()), 'question=ensemble+stats&run=0%2C2');
});
