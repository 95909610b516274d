// Reads reports and answers of the server that Java has written (ReportCases), asks the reports the same questions, and
// says where the two differ.
// node report-law.js CASES

import { readFileSync } from 'node:fs';
import { HeldAnswers } from '../../../../dashboard/src/main/web/data/held.js';
import { decodeFrame } from '../../../../dashboard/src/main/web/data/wire.js';

const MOST_TOLD = 10;
const frameIn = (base64) => decodeFrame(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);

/** Sums in another order differ in their last digits. */
function same(one, other) {
    const [a, b] = [one ?? NaN, other ?? NaN];
    if (typeof a !== 'number' || typeof b !== 'number') return a === b;
    return a === b || (Number.isNaN(a) && Number.isNaN(b)) || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}

/** Where two answers differ, as a path; '' where they do not. Members that the page does not use may be missing. */
function difference(mine, theirs, path, ignored) {
    if (ArrayBuffer.isView(theirs) || Array.isArray(theirs)) {
        if (mine?.length !== theirs.length) return `${path}: ${mine?.length} instead of ${theirs.length} values`;
        for (let at = 0; at < theirs.length; at++) {
            const found = difference(mine[at], theirs[at], `${path}[${at}]`, ignored);
            if (found) return found;
        }
        return '';
    }
    if (theirs !== null && typeof theirs === 'object') {
        for (const key of Object.keys(theirs)) {
            if (ignored.has(key)) continue;
            const found = difference(mine?.[key], theirs[key], `${path}.${key}`, ignored);
            if (found) return found;
        }
        return '';
    }
    return same(mine, theirs) ? '' : `${path}: ${mine} instead of ${theirs}`;
}

const IGNORED = new Set(['hotPath', 'total', 'name', 'columns-of-header']);

let [agree, told] = [0, 0];
for (const { name, report, questions } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
    const held = new HeldAnswers(report, frameIn);
    for (const { question, answer } of questions) {
        let found;
        try {
            const mine = answer.frame ? held.frame(question) : held.json(question);
            const theirs = answer.frame ? frameIn(answer.frame) : answer.json;
            if (answer.frame) delete theirs.header.columns;
            found = difference(mine, theirs, 'answer', IGNORED);
        } catch (failure) {
            found = String(failure.stack ?? failure);
        }
        if (!found) agree++;
        else if (told++ < MOST_TOLD) console.log(`${name} ${question}\n  ${found}`);
    }
}
console.log(told > 0 ? `${told} of ${agree + told} answers differ` : `${agree} answers agree`);
process.exitCode = told > 0 ? 1 : 0;
