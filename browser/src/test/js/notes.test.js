// Notes on call paths, in lists and in links.

import assert from 'node:assert/strict';
import test from 'node:test';

import { decode } from '../../../../dashboard/src/main/web/data/state.js';
import { pageWithState } from '../../../../dashboard/src/main/web/page/export.js';
import { LONGEST_NOTE, MOST_NOTES, noteAt, withNote } from '../../../../dashboard/src/main/web/tree/notes.js';

const PATH = ['main', 'solve'];

test('a note is added, replaced and deleted', () => {
    const one = withNote([], PATH, ' slow ');
    assert.deepEqual(one, [{ path: PATH, text: 'slow' }]);
    assert.equal(noteAt(withNote(one, PATH, 'fast'), PATH), 'fast');
    assert.deepEqual(withNote(one, PATH, '  '), []);
    assert.equal(noteAt(one, ['main']), '');
    assert.equal(noteAt(one, null), '');
});

test('length and number of notes are limited, also in links', () => {
    assert.equal(withNote([], PATH, 'x'.repeat(900))[0].text.length, LONGEST_NOTE);
    assert.equal(decode(`notes=main~${'x'.repeat(900)}`).notes[0].text.length, LONGEST_NOTE);
    let notes = [];
    for (let at = 0; at < MOST_NOTES + 5; at++) notes = withNote(notes, [`f${at}`], 'n');
    assert.equal(notes.length, MOST_NOTES);
    assert.deepEqual(decode('notes=main~~~x').notes, [], 'a note without a text is dropped');
});

test('a saved page gets its state as an attribute that cannot be left', () => {
    const page = pageWithState('<html><meta charset="utf-8"><title>', 'node=a&notes=main~%22%3E<script>"\'');
    assert.equal(page, '<html><meta charset="utf-8">\n<meta name="treeline-state" content="node=a&amp;notes=main~%22%3E%3Cscript%3E%22%27"><title>');
});
