// Which runs a page offers to reload.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ageOf, ageText, replacedRuns } from '../../../../dashboard/src/main/web/page/replaced.js';

const run = (id, version = 0) => ({ id, name: `run${id}.tldb`, version });

test('a run that changed on disk is offered, and one that another page reloaded', () => {
    const shown = [run(0), run(1), run(2)];
    const now = [{ id: 0, changed: false, version: 0 }, { id: 1, changed: true, version: 0 }, { id: 2, changed: false, version: 1 }];
    assert.deepEqual(replacedRuns(shown, now).map(({ name, changed }) => [name, changed]), [['run1.tldb', true], ['run2.tldb', false]]);
});

test('a recording in progress is followed and not offered', () => {
    assert.deepEqual(replacedRuns([run(0)], [{ id: 0, changed: true, version: 0, recording: true }]), []);
});

test('ages are written in one unit', () => {
    assert.deepEqual([-5, 3200, 61_000, 7_300_000, 200_000_000].map(ageText), ['0 s ago', '3 s ago', '1 min ago', '2 h ago', '2 d ago']);
});

test('the age grows until the next poll, and a silent recording is called unfinished', () => {
    const state = { id: 0, changed: false, version: 0, recording: true, age: 2000 };
    assert.equal(ageOf(state, 1000), 'recording in progress · 3 s ago');
    assert.equal(ageOf(state, 300_000), 'unfinished recording · last snapshot 5 min ago');
    assert.equal(ageOf({ ...state, recording: false }, 0), 'written 2 s ago');
    assert.equal(ageOf({ ...state, age: null }, 0), '', 'a run in memory');
    assert.equal(ageOf(undefined, 0), '');
});

test('a run that the page does not list is not offered', () => {
    assert.deepEqual(replacedRuns([run(0)], [{ id: 7, changed: true, version: 0 }]), []);
});
