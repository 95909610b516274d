// How a node splits, callers and callees, colours, text that fits, axes, executions and the SVG pen.

import assert from 'node:assert/strict';
import test from 'node:test';
import { fitMeasured } from '../../../../dashboard/src/main/web/draw/canvas.js';
import { categories } from '../../../../dashboard/src/main/web/draw/frame-categories.js';
import { contrast, makePalette } from '../../../../dashboard/src/main/web/draw/palette.js';
import { calleesOf, callersOf, outermost } from '../../../../dashboard/src/main/web/tree/merged-tree.js';
import { childParts, folded, functionParts, tagParts } from '../../../../dashboard/src/main/web/tree/parts.js';
import { apart, happened, nearest, statisticOf } from '../../../../dashboard/src/main/web/runs/run-bars.js';
import { columnsOf, lowerBound, seriesRange } from '../../../../dashboard/src/main/web/runs/series-chart.js';
import { SvgPen, escapeXml } from '../../../../dashboard/src/main/web/draw/svg-pen.js';
import { tickTexts, ticks } from '../../../../dashboard/src/main/web/draw/ticks.js';
import { shapeOf } from '../../../../dashboard/src/main/web/tree/tree.js';

/** @param {[number, string, number][]} rows parent, name, exclusive value @returns {any} */
function treeOf(rows) {
    const names = [...new Set(rows.map(([, name]) => name))];
    const shape = shapeOf(Int32Array.from(rows, ([parent]) => parent), Int32Array.from(rows, ([, name]) => names.indexOf(name)), names);
    const exclusive = Float64Array.from(rows, ([, , value]) => value);
    const inclusive = exclusive.slice();
    for (let row = rows.length - 1; row > 0; row--) if (rows[row][0] >= 0) inclusive[rows[row][0]] += inclusive[row];
    return { ...shape, inclusive, exclusive };
}

const TREE = treeOf([[-1, 'main', 1], [0, 'solve', 2], [1, 'send', 3], [0, 'write', 1], [3, 'send', 5], [4, 'solve', 4]]);

test('a node splits into itself and its callees, the heaviest first', () => {
    const parts = childParts(TREE, 0, null).map(({ name, value }) => `${name} ${value}`);
    assert.deepEqual(parts, ['write 10', 'solve 5', 'itself 1']);
});

test('a node splits into the functions below it, whatever the call path', () => {
    const parts = functionParts(TREE, -1, null).map(({ name, value, row }) => `${name} ${value} at ${row}`);
    assert.deepEqual(parts, ['send 8 at 4', 'solve 6 at 5', 'main 1 at 0', 'write 1 at 3']);
});

test('what a tagged phase calls belongs to the phase', () => {
    const tag = [-1, 0, -1, 1, -1, -1];
    const parts = tagParts(TREE, -1, (row) => tag[row], ['compute', 'output']).map(({ name, value }) => `${name} ${value}`);
    assert.deepEqual(parts, ['output 10', 'compute 5', 'without this tag 1']);
});

test('parts beyond the room are one', () => {
    const { shown, rest } = folded(childParts(TREE, 0, null), 2);
    assert.deepEqual(shown.map((part) => part.name), ['write']);
    assert.deepEqual([rest?.name, rest?.value], ['2 more', 6]);
});

test('a recursive function counts once', () => {
    const tree = treeOf([[-1, 'f', 1], [0, 'f', 1], [1, 'g', 1]]);
    assert.deepEqual(outermost(tree, 0), [0]);
});

test('callers are merged over all call paths', () => {
    const merged = callersOf(TREE, TREE.names.indexOf('solve'));
    const rows = Array.from(merged.frame, (frame, row) => `${'-'.repeat(merged.depth[row])}${TREE.names[frame]} ${merged.value[row]}`);
    assert.deepEqual(rows, ['solve 9', '-main 5', '-send 4', '--write 4', '---main 4']);
});

test('callees are merged over all call paths', () => {
    const merged = calleesOf(TREE, TREE.names.indexOf('send'));
    const rows = Array.from(merged.frame, (frame, row) => `${'-'.repeat(merged.depth[row])}${TREE.names[frame]} ${merged.value[row]}`);
    assert.deepEqual(rows, ['send 12', '-solve 4']);
});

const MPI = new Map([['MPI_Send', 'MPI'], ['MPI_Recv', 'MPI']]);

const namesOf = ({ keys }) => keys.map(({ name }) => name);

test('named operations have the same colour in every run, whatever takes most', () => {
    const waits = new Map([...MPI, ['sem_wait', 'Waiting'], ['read', 'I/O']]);
    const hueOf = (names, weight) => Object.fromEntries(categories(names, weight, 8, waits).keys.map(({ name, hue }) => [name, hue]));
    const one = hueOf(['sem_wait', 'MPI_Send', 'std::sort', 'lib.so`f', 'main'], [5, 4, 3, 2, 1]);
    const other = hueOf(['lib.so`f', 'a.b.C', 'MPI_Recv', 'read', 'main', 'sem_wait'], [9, 8, 3, 2, 1, 1]);
    assert.deepEqual([one.Waiting, one.MPI], [other.Waiting, other.MPI]);
    for (const each of [one, other]) assert.equal(new Set(Object.values(each)).size, Object.keys(each).length, 'no two share a colour');
});

test('colours tell kinds of code apart, or functions where names tell no kind', () => {
    const { keys, of, byName } = categories(['main', 'MPI_Send', 'std::sort', 'MPI_Recv'], [1, 5, 2, 5], 8, MPI);
    assert.deepEqual(keys, [{ name: 'program', hue: 0 }, { name: 'MPI', hue: 2 }, { name: 'std::', hue: 7 }]);
    assert.deepEqual([...of], [0, 2, 7, 2]);
    assert.equal(byName, false);
    assert.equal(categories(['a', 'b'], [1, 1], 8, MPI).byName, true);
    const few = categories(['a', 'b', 'c', 'a'], [1, 5, 2, 3], 3, MPI);
    assert.deepEqual([namesOf(few), [...few.of]], [['b', 'a', 'c'], [1, 0, 2, 1]], 'as many functions as colours');
    const many = categories(['a', 'b', 'c', 'd'], [1, 5, 2, 0], 3, MPI);
    assert.deepEqual([namesOf(many), [...many.of]], [['other functions', 'b', 'c'], [0, 1, 2, 0]], 'the heaviest have a colour of their own');
    assert.equal(categories(['a', 'MPI_Send'], [99, 1], 8, MPI).byName, true, 'nearly everything would have one colour');
});

test('text on every box reads with a contrast of at least 4.5 in both themes', () => {
    const parts = (/** @type {number} */ t) => [40 + 100 * t, 90, 140];
    const pages = [
        [false, { paper: '#ffffff', ink: '#1b2027', soft: '#4f5965', accent: '#1f64a8', hot: '#e8832e' }],
        [true, { paper: '#16191e', ink: '#e4e8ed', soft: '#a2acb8', accent: '#76b2f0', hot: '#d9772a' }],
    ];
    for (const [dark, page] of /** @type {[boolean, any][]} */ (pages)) {
        const palette = makePalette({ dark, sequentialParts: parts, diffParts: parts }, page);
        for (const { fill, text } of [...palette.categories, ...palette.mutedCategories, palette.match]) {
            assert.ok(contrast(fill, text) >= 4.5, `${text} on ${fill} has ${contrast(fill, text).toFixed(2)}`);
        }
        for (const colour of [palette.outlier, palette.faint, palette.text]) assert.ok(contrast(colour, page.paper) >= 4.5, colour);
    }
});

test('text is cut between letters as people see them', () => {
    const width = (/** @type {string} */ text) => [...new Intl.Segmenter().segment(text)].length * 10;
    assert.equal(fitMeasured('solve', 50, width), 'solve');
    assert.equal(fitMeasured('exchange', 50, width), 'exch…');
    assert.equal(fitMeasured('a👩‍💻b👩‍💻cdef', 40, width), 'a👩‍💻b…');
    assert.equal(fitMeasured('exchange', 20, width), '', 'one letter tells nothing');
});

test('axes have round numbers', () => {
    assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
    assert.deepEqual(ticks(0.93, 1.1, 3), [1, 1.1]);
    assert.deepEqual(ticks(0, 3, 10, true), [0, 1, 2, 3]);
    assert.deepEqual(ticks(5, 5, 4), [5]);
});

test('ticks close to each other get as many digits as tell them apart', () => {
    const write = (/** @type {number} */ value) => `${(value * 1000).toPrecision(3)} ms`;
    assert.deepEqual(tickTexts([0.1, 0.2], write), ['100 ms', '200 ms']);
    assert.deepEqual(tickTexts([0.239, 0.2395, 0.24], write), ['239.0 ms', '239.5 ms', '240.0 ms']);
});

test('best, average, median and worst of executions', () => {
    const totals = [4, 1, 3, NaN, 8];
    assert.deepEqual(['best', 'mean', 'median', 'worst'].map((each) => statisticOf(totals, each)), [1, 4, 3.5, 8]);
    const executions = totals.map((total, key) => ({ key, name: `${key}`, total, current: false, compared: false }));
    assert.equal(nearest(executions, 3.4)?.key, 2);
});

test('a long series has one column for each pixel', () => {
    const series = { iteration: Int32Array.from({ length: 1000 }, (_, at) => at) };
    const columns = columnsOf(/** @type {any} */ (series), { x: 0, y: 0, width: 100, height: 10 });
    assert.equal(columns.length, 100);
    assert.deepEqual(columns[99], [990, 1000]);
    assert.equal(lowerBound(Int32Array.of(1, 4, 9), 5), 2);
});

test('one peak does not flatten a series, and its mean is always inside', () => {
    const count = 1000;
    const mean = new Float64Array(count).fill(10);
    const max = mean.map((each, at) => (at === 500 ? 1000 : each + 1));
    const range = seriesRange(/** @type {any} */ ({ mean, min: mean.map((each) => each - 1), max }));
    assert.ok(range.high < 20 && range.low > 5, `${range.low} to ${range.high}`);
});

test('the SVG pen writes what a canvas would show, with names escaped', () => {
    const pen = new SvgPen();
    pen.fillStyle = '#123456';
    pen.fillRect(1, 2, 3.456, 4);
    pen.fillText('std::vector<int>', 5, 6);
    const text = pen.document(100, 50, 'a & b');
    assert.match(text, /<rect x="1" y="2" width="3.46" height="4" fill="#123456"\/>/);
    assert.match(text, /std::vector&lt;int&gt;/);
    assert.match(text, /<title>a &amp; b<\/title>/);
    assert.equal(escapeXml('a\u0001"'), 'a\uFFFD&quot;');
});

test('executions in which nothing was measured are not the best ones', () => {
    const totals = [null, NaN, 0, 0.55].map((total) => ({ total }));
    assert.deepEqual(totals.filter(happened), [{ total: 0.55 }]);
});

test('names that do not fit keep what tells them apart', () => {
    assert.deepEqual(apart(['jacobi-p04-O2.cali', 'jacobi-p16-O2.cali']), ['…04…', '…16…']);
    assert.deepEqual(apart(['run-10.cali', 'run-11.cali']), ['…10…', '…11…'], 'numbers stay whole');
    assert.deepEqual(apart(['a.cali', 'a.cali']), ['a.cali', 'a.cali'], 'nothing tells them apart');
    assert.deepEqual(apart(['before.tldb', 'after.tldb']), ['before…', 'after…']);
    const width = (text) => 10 * [...text].length;
    assert.equal(fitMeasured('exchange', 50, width, true), 'ex…ge');
    assert.equal(fitMeasured('exchange', 40, width, true), 'ex…e');
});
