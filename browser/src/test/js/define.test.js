// Groups of runs and computed metrics: completion, links, and what questions do not apply.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeCondition, completeFormula, conditionOfNames } from '../../../../dashboard/src/main/web/define/completion.js';
import { definitionsFor, RunInfos } from '../../../../dashboard/src/main/web/data/run-infos.js';
import { question } from '../../../../dashboard/src/main/web/data/data.js';
import { decode, DEFAULTS, encode } from '../../../../dashboard/src/main/web/data/state.js';
import { notApplied } from '../../../../dashboard/src/main/web/palette/question-subject.js';
import { selectionParameters } from '../../../../dashboard/src/main/web/palette/selection-parameters.js';
import { intervalText, presence } from '../../../../dashboard/src/main/web/page/compared-facts.js';
import { CLEARED } from '../../../../dashboard/src/main/web/page/chips.js';
import * as format from '../../../../dashboard/src/main/web/draw/format.js';

const COLUMNS = [{ name: 'build', values: ['"after"', '"before"'] }, { name: 'ranks', values: ['8', '64'] }, { name: 'mpi vendor', values: [] }];
const inserts = (before) => completeCondition(before, COLUMNS).items.map(({ insert }) => insert);

test('a condition completes names, then values, then words', () => {
    assert.deepEqual(inserts(''), ['build = ', 'ranks = ', '"mpi vendor" = ']);
    assert.deepEqual(inserts('bu'), ['build = ']);
    assert.deepEqual(inserts('build = '), ['"after" ', '"before" ']);
    assert.deepEqual(inserts('build = "be'), ['"before" ']);
    assert.deepEqual(inserts('build = "before" '), ['and ', 'or ']);
    assert.deepEqual(inserts('build = "before" and ra'), ['ranks = ']);
    assert.deepEqual(inserts('not (ranks >= 6'), ['64 ']);
    assert.deepEqual(inserts('unknown = '), []);
    assert.equal(completeCondition('build = "be', COLUMNS).from, 8);
});

test('a formula completes metrics and functions where an operand is expected', () => {
    const names = (before) => completeFormula(before, ['time', 'wait time', 'bytes']).items.map(({ insert }) => insert);
    assert.deepEqual(names('by'), ['bytes']);
    assert.deepEqual(names('bytes / ti'), ['time', '"wait time"']);
    assert.deepEqual(names('bytes / "wa'), ['"wait time"']);
    assert.deepEqual(names('ma'), ['max(']);
    assert.deepEqual(names('bytes '), []);
});

test('ticked runs become a condition on their names', () => {
    assert.equal(conditionOfNames(['a.tldb', 'b"c']), 'run in ("a.tldb", \'b"c\')');
    assert.equal(conditionOfNames(['both " and \'']), null);
});

test('groups and definitions survive a link, whatever their characters', () => {
    const state = { ...DEFAULTS, run: 'group:build = "a&b~c/ä#%"', against: 'group:before-*', define: [{ name: 'rate~1', formula: 'bytes / "wait~~time"' }], metric: 'rate~1' };
    assert.deepEqual(decode(encode(state)), state);
    const names = new Map([[0, 'group:x']]);
    assert.equal(decode(encode({ ...DEFAULTS, against: 0 }, names), names).against, 0);
});

test('a question defines metrics only if it is about one of them', () => {
    const state = { ...DEFAULTS, define: [{ name: 'rate', formula: 'bytes / time' }] };
    assert.equal(definitionsFor(state, 'time'), null);
    assert.deepEqual(definitionsFor(state, 'rate'), ['rate=bytes / time']);
    assert.equal(question('values', { run: 0, define: ['a=1', 'b=2'] }), 'values?run=0&define=a%3D1&define=b%3D2');
});

test('a group is asked for once, and errors are kept until the runs change', async () => {
    const asked = [];
    const data = /** @type {any} */ ({ live: true, run: async (query) => (asked.push(query), { id: query.run, name: 'g', members: [] }) });
    let answered = 0;
    const infos = new RunInfos(data, () => answered++);
    const state = { ...DEFAULTS, run: 'group:a', against: 0 };
    const runs = [{ id: 0, name: 'a' }];
    assert.equal(infos.named(state, runs), null);
    assert.equal(infos.named(state, runs), null);
    await Promise.resolve().then(() => {}).then(() => {});
    assert.deepEqual([asked.length, answered], [1, 1]);
    assert.equal(infos.named(state, runs)?.info?.id, 'group:a');
    assert.match(infos.named({ ...state, run: 7 }, runs)?.error?.error ?? '', /not open/);
    infos.forget();
    assert.equal(infos.named(state, runs), null);
});

test('questions name what they do not apply, and take the definitions that they can', () => {
    const parameter = (name) => ({ name, summary: '', placeholder: '', choices: [], flag: false, repeated: false, default: null });
    const flat = { name: 'flat', summary: '', subjects: /** @type {const} */ ('run'), parameters: [parameter('metric')] };
    const stats = { name: 'ensemble stats', summary: '', subjects: /** @type {const} */ ('runs'), parameters: [parameter('metric'), parameter('define')] };
    const state = { ...DEFAULTS, metric: 'rate', define: [{ name: 'rate', formula: 'bytes / time' }], transforms: [{ kind: /** @type {const} */ ('invert'), what: null }], least: 2 };
    const app = { state, model: { metric: { name: 'rate', unit: 'B/s', scope: 'point' }, contexts: null, selectedMask: null } };
    assert.deepEqual(notApplied(app, flat).map((text) => text.split(' ').slice(0, 5).join(' ')), ['The transform of the page', 'The threshold of 2 %', 'This question does not compute']);
    assert.equal(notApplied(app, stats).length, 2);
    assert.deepEqual([...selectionParameters(flat, app)], []);
    assert.deepEqual([...selectionParameters(stats, app)], [['define', ['rate=bytes / time']]]);
});

test('rows of one side only are new or gone, and intervals are relative', () => {
    const model = /** @type {any} */ ({ tree: { inclusive: Float64Array.of(1, NaN, 2) }, diff: { inclusive: Float64Array.of(NaN, 1, 2) } });
    assert.deepEqual([0, 1, 2].map((row) => presence(model, row)), ['new', 'gone', '']);
    assert.equal(intervalText(format, 0.988, 1.034), '−1.2 to +3.4 %');
    assert.equal(intervalText(format, NaN, 1), '–');
});

test('clearing removes everything that a chip can show', () => {
    for (const [key, value] of Object.entries(CLEARED)) assert.deepEqual(value, DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (key)], key);
});
