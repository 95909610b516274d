import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateText, dateTicks, withDates } from '../../../../dashboard/src/main/web/ensemble/dates.js';
import { defaultColumns } from '../../../../dashboard/src/main/web/ensemble/default-axes.js';
import { cellText } from '../../../../dashboard/src/main/web/ensemble/run-columns.js';

const text = (name, ...words) => {
    const known = [...new Set(words)].sort();
    return { name, kind: 'text', whole: false, constant: known.length < 2, words: known, values: Int32Array.from(words, (each) => known.indexOf(each)) };
};
const number = (name, ...values) => ({ name, kind: 'number', whole: true, constant: new Set(values).size < 2, words: [], values: Float64Array.from(values) });

test('one axis per partition of the runs, none with one value', () => {
    const columns = [
        text('compiler_path', '/usr/bin/g++', '/usr/bin/g++', '/opt/clang++', '/opt/clang++'),
        text('compiler', 'gcc', 'gcc', 'clang', 'clang'),
        text('system', 'a', 'a', 'a', 'a'),
        text('flags', '-Wall -Wextra -fopenmp -march=native -g -O0', '-Wall -Wextra -fopenmp -march=native -g -O2', '-Wall -Wextra -fopenmp -march=native -g -O0', '-Wall -Wextra -fopenmp -march=native -g -O2'),
        { ...number('size', 5, NaN, 5, 5), constant: false },
        number('ranks', 1, 2, 4, 8),
        number('tasks', 10, 20, 40, 80),
    ];
    assert.deepEqual(defaultColumns(columns), ['compiler', 'flags', 'ranks']);
});

test('results in another order stay, the same order does not', () => {
    const runs = Array.from({ length: 40 }, (_, at) => at);
    const columns = [number('start', ...runs), number('finished', ...runs.map((at) => at * 2)), number('size', ...runs.map((at) => (at * 7) % 40))];
    assert.deepEqual(defaultColumns(columns), ['start', 'size']);
});

test('Unix times and ISO dates are dates, durations are not', () => {
    const launch = withDates(number('launchdate', 1689872400, 1689876000));
    assert.equal(cellText(launch, 0), '2023-07-20 17:00');
    assert.equal(withDates(number('walltime', 1689872400, 1689876000)).date, undefined);
    assert.equal(withDates(number('date', 20230720, 20230721)).date, undefined);
    const archived = withDates(text('archive.time', '2026-11-01T02:00:00Z', '2026-11-02T02:00:00Z'));
    assert.deepEqual([archived.kind, archived.values[1] - archived.values[0], cellText(archived, 1)], ['number', 86400, '2026-11-02 02:00']);
    assert.equal(withDates(text('day', '2026-11-01', 'later')).kind, 'text');
});

test('marks of dates are round', () => {
    const day = Date.parse('2026-11-01') / 1000;
    assert.deepEqual(dateTicks(day + 3600, day + 20 * 86400, 5).map(({ text: shown }) => shown), ['2026-11-05', '2026-11-12', '2026-11-19']);
    assert.equal(dateText(day, 10), '2026-11-01');
});
