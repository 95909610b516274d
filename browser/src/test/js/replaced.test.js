// Which runs a page offers to reload.

import assert from 'node:assert/strict';
import test from 'node:test';

import { replacedRuns } from '../../../../dashboard/src/main/web/page/replaced.js';

const run = (id, version = 0) => ({ id, name: `run${id}.tldb`, version });

test('a run that changed on disk is offered, and one that another page reloaded', () => {
    const shown = [run(0), run(1), run(2)];
    const now = [{ id: 0, changed: false, version: 0 }, { id: 1, changed: true, version: 0 }, { id: 2, changed: false, version: 1 }];
    assert.deepEqual(replacedRuns(shown, now).map(({ name, changed }) => [name, changed]), [['run1.tldb', true], ['run2.tldb', false]]);
});

test('a run that the page does not list is not offered', () => {
    assert.deepEqual(replacedRuns([run(0)], [{ id: 7, changed: true, version: 0 }]), []);
});
