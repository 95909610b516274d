import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankRanges, rankRangesText } from '../../../../dashboard/src/main/web/draw/rank-ranges.js';
import { csvText } from '../../../../dashboard/src/main/web/page/csv.js';
import { callPath, change, counted, countedOf, percent, plural, ranges, rangesOf, ratio, shownUnit, stepName, value, whole, withShare } from '../../../../dashboard/src/main/web/draw/format.js';

test('times are told in the unit that suits their size', () => {
    assert.equal(value(1.234, 's'), '1.23 s');
    assert.equal(value(0.0456, 's'), '45.6 ms');
    assert.equal(value(4.56e-5, 's'), '45.6 µs');
    assert.equal(value(1234, 'ns'), '1.23 µs');
    assert.equal(value(12, 'ns'), '12.0 ns');
    assert.equal(value(0, 'ns'), '0 s');
    assert.equal(value(12345.6, 's'), '12,346 s');
});

test('a value that rounds up to the next unit is told in it', () => {
    assert.equal(value(0.99996, 's'), '1.00 s');
    assert.equal(value(0.9994, 's'), '999 ms');
});

test('bytes count in powers of two, other things in thousands', () => {
    assert.equal(value(12.3 * 2 ** 20, 'B'), '12.3 MiB');
    assert.equal(value(2, 'KiB'), '2.00 KiB');
    assert.equal(value(1234, ''), '1,234');
    assert.equal(value(12_345_678, ''), '12.3 M');
    assert.equal(value(5, 'pages'), '5 pages');
    assert.equal(value(1.5, ''), '1.500');
});

test('rates are per second, as in QuantityTest', () => {
    assert.equal(value(0.0677, 'B/ns'), '64.6 MiB/s');
    assert.equal(value(0.0677, '1/ns'), '67.7 M 1/s');
    assert.equal(value(1500, 'J/s'), '1,500 J/s');
    assert.equal(value(0, 'B/ns'), '0 B/s');
    assert.equal(value(2.5, 'B/cycles'), '2.500 B/cycles');
    assert.equal(value(2.5, 's/ms'), '2.500 s/ms');
    assert.equal(value(NaN, 'B/ns'), '–');
    assert.equal(shownUnit(0.0677, 'B/ns'), 'MiB/s');
});

test('a value without a total has no share', () => {
    assert.equal(withShare('64.6 MiB/s', 0.0677 / NaN), '64.6 MiB/s');
    assert.equal(withShare('1.00 s', 0.5), '1.00 s (50.0 %)');
});

test('what is missing is a dash', () => {
    assert.equal(value(NaN, 's'), '–');
    assert.equal(percent(NaN), '–');
    assert.equal(ratio(NaN), '–');
    assert.equal(whole(NaN), '–');
});

test('differences carry their sign', () => {
    assert.equal(change(1.5, 's'), '+1.50 s');
    assert.equal(change(-0.5, 's'), '−500 ms');
    assert.equal(change(0, 's'), '0 s');
});

test('shares are percent with one decimal, and little is not nothing', () => {
    assert.equal(percent(0.12345), '12.3 %');
    assert.equal(percent(0.0001), '< 0.1 %');
    assert.equal(percent(0), '0.0 %');
    assert.equal(ratio(2.156), '2.16×');
    assert.equal(ratio(0.849), '0.85×');
    assert.equal(ratio(123.4), '123×');
});

test('counts have their noun', () => {
    assert.equal(counted(1, 'match', 'matches'), '1 match');
    assert.equal(counted(2048, 'rank'), '2,048 ranks');
});

test('context indices become ranges and back', () => {
    assert.equal(ranges(rangesOf([5, 1, 2, 3, 9])), '1-3,5,9');
    assert.deepEqual(rangesOf([]), []);
    assert.equal(ranges(null), null);
});

test('a step of a call path shows without its count', () => {
    assert.equal(stepName('loop\u00012'), 'loop');
    assert.equal(stepName('loop'), 'loop');
});

test('CSV quotes what needs it and defuses formulas', () => {
    assert.equal(csvText([['path', 'time (s)'], ['a, "b"', '-1.5'], ['=cmd()', '-x'], ['-2+3+cmd|', '-1e-7']]), 'path,time (s)\r\n"a, ""b""",-1.5\r\n\'=cmd(),\'-x\r\n\'-2+3+cmd|,-1e-7\r\n');
});

test('things are counted in the plural of their kind, a part of them with all', () => {
    assert.deepEqual(['rank', 'process', 'thread or stream'].map(plural), ['ranks', 'processes', 'threads or streams']);
    assert.equal(counted(1, 'process'), '1 process');
    assert.equal(countedOf(41, 65_536, 'rank'), '41 of 65,536 ranks');
    assert.equal(countedOf(16, 16, 'rank'), '16 ranks');
});

test('every call path has a text of its own', () => {
    assert.equal(callPath(['main', 'solve']), 'main/solve');
    assert.equal(callPath(['main', 'operator/', 'a\\b']), 'main/operator\\//a\\\\b');
});

test('rank numbers are ranges, with a step if they are equally far apart', () => {
    assert.deepEqual(rankRanges([0, 1, 2, 7]), ['0-2', '7']);
    assert.deepEqual(rankRanges([0, 4, 8, 12, 13]), ['0-12:4', '13']);
    assert.deepEqual(rankRanges([0, 3, 13, 14]), ['0', '3', '13-14']);
    assert.deepEqual(rankRanges([]), []);
    const far = Array.from({ length: 9 }, (_, at) => at * at * 2);
    assert.equal(rankRangesText(far), '0, 2, 8, 18, 32, 50, 72, 98, ... up to 128');
});
