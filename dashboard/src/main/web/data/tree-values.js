// The values of one run or of two, with the call tree that they belong to.

import { baseOf } from '../tree/tree.js';

/** @typedef {import('./types.js').Data} Data */
/** @typedef {import('../tree/tree.js').Values} Values */
/** @typedef {import('../tree/tree.js').Base} Base */
/**
 * @typedef {{base: Base, values: Values, other: Values | null, otherBase: Base, header: Record<string, any>, tests: Record<string, ArrayLike<number>>}} TreeValues
 *   other: of the second run; otherBase: the same rows with its nodes; tests: columns about the rows that were tested
 */
/**
 * @typedef {{additive: boolean, exact: boolean}} Laws
 *   additive: values may be summed over call paths; exact: sums of reduced values are exact
 */

/** @param {string | undefined} scope @param {string} over @returns {Laws} */
export const lawsOf = (scope, over) => ({ additive: scope !== 'point', exact: over === 'mean' || over === 'sum' });

/** @param {Data} data @param {Parameters<Data['values']>[0]} query @param {Laws} laws @returns {Promise<TreeValues>} */
export async function valuesOfRun(data, query, laws) {
    const [tree, { header, columns }] = await Promise.all([data.tree(query.run, null, query.between), data.values(query)]);
    const { inclusive, exclusive } = /** @type {Record<string, Float64Array>} */ (columns);
    const base = baseOf(tree);
    return { base, values: { inclusive, exclusive, ...laws }, other: null, otherBase: base, header, tests: {} };
}

/** @param {Data} data @param {Parameters<Data['diff']>[0]} query @param {Laws} laws @returns {Promise<TreeValues>} */
export async function valuesOfTwoRuns(data, query, laws) {
    const answer = await data.diff(query);
    const columns = /** @type {Record<string, Float64Array>} */ (answer.columns);
    return {
        base: baseOf(answer, 'a_node'),
        values: { inclusive: columns.a, exclusive: columns.a_exclusive, ...laws },
        other: { inclusive: columns.b, exclusive: columns.b_exclusive, ...laws },
        otherBase: baseOf(answer, 'b_node'),
        header: answer.header,
        tests: columns,
    };
}
