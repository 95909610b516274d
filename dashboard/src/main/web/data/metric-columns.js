// Metrics that stand in columns of their own, beside the one that all views show.

import { evaluate } from '../tree/tree.js';
import { problem } from './wire.js';

/** @typedef {import('./types.js').Problem} Problem */
/** @typedef {Map<string, {unit: string, values: import('../tree/tree.js').Values} | Problem>} Answered  by metric, values by row of the base */

/**
 * Each metric by itself: one that is not there leaves the others alone.
 * @param {import('./types.js').MetricInfo[]} metrics
 * @param {(metric: string) => Promise<import('./types.js').Frame>} ask
 * @param {(scope: string) => {additive: boolean, exact: boolean}} laws
 * @returns {Promise<Answered>}
 */
export async function askColumns(metrics, ask, laws) {
    const answers = metrics.map(async ({ name, scope }) => {
        /** @param {import('./types.js').Frame} answer */
        const read = ({ header, columns }) => {
            const { inclusive, exclusive } = /** @type {Record<string, Float64Array>} */ (columns);
            return { unit: String(header.unit ?? ''), values: { inclusive, exclusive, ...laws(scope) } };
        };
        return /** @type {const} */ ([name, await ask(name).then(read, problem)]);
    });
    return new Map(await Promise.all(answers));
}

/** @param {Answered} answered */
export const valuesIn = (answered) => [...answered.values()].flatMap((each) => ('values' in each ? [each.values] : []));

/**
 * The values by row of the tree that is shown.
 * @param {Answered} answered
 * @param {import('../tree/tree.js').Base} base
 * @param {import('../tree/tree.js').Plan} plan
 * @returns {import('./types.js').Model['columns']}
 */
export function shownColumns(answered, base, plan) {
    /** @type {import('./types.js').Model['columns']} */
    const columns = new Map();
    for (const [metric, each] of answered) {
        if (!('values' in each)) columns.set(metric, each);
        else {
            const { inclusive, exclusive } = evaluate(base, plan, each.values);
            columns.set(metric, { unit: each.unit, inclusive, exclusive });
        }
    }
    return columns;
}
