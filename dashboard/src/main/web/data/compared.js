// The run or group that the page compares with, by row of the shown tree: its values, and what the test of the server says
// about each row. Rows that a transform joined were not tested.

import { ofWholeNodes, pathOf, rootSum } from '../tree/tree.js';

/** @typedef {import('./types.js').Tree} Tree */
/** @typedef {import('./types.js').Scope} Scope */
/**
 * The test of each row: p adjusted for all nodes, the 95 % interval of the ratio, and the outcome; NaN if a row was not tested.
 * @typedef {{p: Float64Array, low: Float64Array, high: Float64Array, status: Float64Array}} Tests  status: 1 significantly more, -1 less, 0 no significant difference
 */
/**
 * @typedef {Object} Compared
 * @property {Float64Array} inclusive
 * @property {Float64Array} exclusive
 * @property {number} total
 * @property {string} name
 * @property {string} verdict  the result of the comparison, or why there is no test
 * @property {boolean} tested
 * @property {string[]} notes  about the test
 * @property {{kind: 'more' | 'less', text: string, path: string[]}[]} changes
 * @property {Partial<Record<Scope, Tests>>} tests  of groups of runs
 * @property {Tree['request']} request  what to ask api/ranks for about the other run
 */

const COLUMNS = /** @type {const} */ (['p', 'low', 'high', 'status']);

/**
 * @param {Tree} tree  the values of the other run
 * @param {string} name  of the other run
 * @param {import('./tree-values.js').TreeValues} loaded
 * @param {import('../tree/tree.js').Plan} plan
 * @returns {Compared}
 */
export function comparedWith(tree, name, { base, header, tests, values }, plan) {
    const changes = (header.changes ?? []).map((/** @type {any} */ { kind, row, text }) => ({ kind, text, path: pathOf(base, row) }));
    const { inclusive, exclusive } = tree;
    /** @type {Compared['tests']} */
    const ofRows = {};
    for (const scope of /** @type {const} */ (['inclusive', 'exclusive'])) {
        const columns = testColumns(tests, scope, base.length);
        const { additive } = values;
        // a reading has one value, which both scopes show
        if (columns) ofRows[scope] = /** @type {Tests} */ (Object.fromEntries(COLUMNS.map((key) => [key, ofWholeNodes(plan, columns[key], additive, scope)])));
    }
    if (!values.additive && ofRows.inclusive) ofRows.exclusive = ofRows.inclusive;
    const { verdict = '', tested = false, notes = [] } = header;
    return { inclusive, exclusive, total: values.additive ? rootSum(tree, inclusive) : NaN, name, changes, verdict, tested, notes, tests: ofRows, request: tree.request };
}

/** The rows that were tested, among all rows. @param {Record<string, ArrayLike<number>>} answer @param {Scope} scope @param {number} length @returns {Tests | null} */
function testColumns(answer, scope, length) {
    const rows = answer[`${scope}_row`];
    if (!rows) return null;
    /** @param {string} key */
    const column = (key) => {
        const values = new Float64Array(length).fill(NaN);
        for (let i = 0; i < rows.length; i++) values[rows[i]] = answer[`${scope}_${key}`][i];
        return values;
    };
    return { p: column('p'), low: column('low'), high: column('high'), status: column('status') };
}
