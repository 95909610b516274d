// Reads cases that Java has written (FoldCases), folds their trees as the page does, and says where the two differ.
// node fold-law.js CASES

import { readFileSync } from 'node:fs';
import { hasOwnCost, plan } from '../../../../dashboard/src/main/web/tree/transform.js';
import { evaluate, hotPath, pathOf, shapeOf } from '../../../../dashboard/src/main/web/tree/tree.js';

const MOST_TOLD = 10;

/** @param {(number | null)[]} numbers  null is not measured */
const column = (numbers) => Float64Array.from(numbers, (number) => number ?? NaN);

/** The page as it gets a tree from the server. */
function given({ frames, frame, parent, inclusive, exclusive }) {
    const shape = shapeOf(Int32Array.from(parent), Int32Array.from(frame), frames);
    const base = { ...shape, node: Int32Array.from(parent, (_, row) => row), hidden: new Int32Array(shape.length) };
    return { base, values: { inclusive: column(inclusive), exclusive: column(exclusive), additive: true, exact: true } };
}

/** Steps as the page has them: rows are named by their call path in the tree that the steps before left. */
function transformsOf(base, steps) {
    return steps.reduce((transforms, { kind, row, name }) => {
        if (kind === 'invert') return [...transforms, { kind, what: null }];
        const what = row === undefined ? { name } : { path: pathOf(plan(base, transforms).shape, row) };
        return [...transforms, { kind, what }];
    }, []);
}

/** Rows of a tree as nested text, siblings sorted where their order means nothing. */
function linesOf(tree, sorted) {
    const children = Array.from({ length: tree.parent.length + 1 }, () => []);
    tree.parent.forEach((parent, row) => tree.has(row) && children[parent + 1].push(row));
    const lines = [];
    const visit = (row, indent) => {
        if (row >= 0) lines.push(`${indent}${tree.key(row)} ${tree.numbers(row)}`);
        const below = children[row + 1];
        if (sorted) below.sort((a, b) => (tree.key(a) < tree.key(b) ? -1 : 1));
        for (const child of below) visit(child, row < 0 ? '' : `${indent}  `);
    };
    visit(-1, '');
    return lines;
}

/** Sums in another order differ in their last digits. */
function number(value) {
    if (value === null || Number.isNaN(value)) return '-';
    const text = value.toFixed(6);
    return /^-0\.0+$/.test(text) ? text.slice(1) : text;
}

function expectedLines({ expected, counted }) {
    return linesOf({
        parent: expected.parent,
        has: (row) => !counted || counted[row],
        key: (row) => expected.keys[expected.frame[row]],
        numbers: (row) => (counted ? number(expected.inclusive[row]) : `${number(expected.inclusive[row])} ${number(expected.exclusive[row])}`),
    }, Boolean(counted));
}

function foundLines(tree, keys, inverted) {
    return linesOf({
        parent: Array.from(tree.parent),
        has: () => true,
        key: (row) => keys[tree.frame[row]],
        numbers: (row) => (inverted ? number(tree.inclusive[row]) : `${number(tree.inclusive[row])} ${number(tree.exclusive[row])}`),
    }, inverted);
}

/** What differs, empty where nothing does. */
function difference(each) {
    const { base, values } = given(each.given);
    const transforms = transformsOf(base, each.steps);
    const tree = evaluate(base, plan(base, transforms, hasOwnCost(base, values)), values);
    const expected = expectedLines(each).join('\n');
    const found = foundLines(tree, each.given.keys, Boolean(each.counted)).join('\n');
    if (expected !== found) return `expected\n${expected}\nfound\n${found}`;
    // rows of callers are in another order, and some are left out
    if (each.counted) return '';
    const [wanted, path] = [each.expected.hotPath.join(' '), hotPath(tree).join(' ')];
    return wanted === path ? '' : `expected the hot path ${wanted}, found ${path} in\n${found}`;
}

const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const differences = cases.map((each) => ({ name: each.name, text: difference(each) })).filter(({ text }) => text !== '');
for (const { name, text } of differences.slice(0, MOST_TOLD)) console.log(`${name}\n${text}\n`);
console.log(differences.length === 0 ? `${cases.length} cases agree` : `${differences.length} of ${cases.length} cases differ`);
process.exitCode = differences.length === 0 ? 0 : 1;
