// What the page says of how a profile was read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextsText, runFacts } from '../../../../dashboard/src/main/web/page/about.js';
import { lossOf, remarksOf } from '../../../../dashboard/src/main/web/page/remarks.js';

const lost = (text) => ({ text, lossy: true });
const note = (text) => ({ text, lossy: false });
const NO_FOOTER = lost('no intact footer');
const UNIT = note('unit not stated, microseconds assumed');

test('a profile that was read as a whole needs no remark', () => {
    assert.equal(lossOf({ id: 0, name: 'run', warnings: [UNIT] }), null);
    assert.equal(lossOf(null), null);
    assert.deepEqual(remarksOf({ state: { run: 0, against: null }, model: { runs: [{ id: 0, name: 'run' }] } }), { losses: [], notes: [] });
});

test('the page says why values are missing', () => {
    assert.equal(lossOf({ id: 0, name: 'run', warnings: [NO_FOOTER, UNIT, lost('a section of values is missing.')] }),
        'This profile is incomplete: no intact footer; a section of values is missing. The values below cover the readable part.');
});

test('many reasons are counted', () => {
    const warnings = ['a', 'b', 'c', 'd', 'e'].map(lost);
    assert.match(lossOf({ id: 0, name: 'run', warnings }) ?? '', /incomplete: a; b; c; and 2 more\. /);
});

test('the run that is compared with is named', () => {
    const runs = [{ id: 0, name: 'after', warnings: [UNIT] }, { id: 1, name: 'before', warnings: [NO_FOOTER, note('ranks taken from file names')] }];
    const { losses, notes } = remarksOf({ state: { run: 0, against: 1 }, model: { runs } });
    assert.deepEqual(losses, ['before is incomplete: no intact footer. The values below cover the readable part.']);
    assert.deepEqual(notes, ['unit not stated, microseconds assumed', 'before: ranks taken from file names']);
});

test('contexts are counted by what tells them apart', () => {
    assert.equal(contextsText({ id: 0, name: 'run', contexts: 48, ranks: 16, threads: 0, repetitions: 3, hosts: 1 }), '48: 1 host, 16 ranks, 3 repetitions');
    assert.equal(contextsText({ id: 0, name: 'run', contexts: 1, ranks: 0 }), '1');
});

test('a run that did not open says why', () => {
    assert.deepEqual(runFacts({ id: 0, name: 'a', path: 'x/a', problem: 'no format knows it' }), [['Path', 'x/a'], ['Did not open', 'no format knows it']]);
});
