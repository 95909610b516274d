// Statistics over some runs of a mailed page, from the values by run that the page holds. The definitions are those of
// treeline.ensemble.Statistic; nodes whose values are not in the page have none.

import { percentile } from './spread.js';

/** @typedef {import('./types.js').Frame} Frame */

/** The runs of a request, such as 0-3,7. @param {string} text @returns {number[]} */
export function runsIn(text) {
    return text.split(',').flatMap((part) => {
        const [from, to = from] = part.split('-').map(Number);
        return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
}

/** @param {Float64Array} values  of all runs @param {readonly number[]} runs */
export function statisticsOf(values, runs) {
    const some = Float64Array.from(runs, (run) => values[run]).filter((each) => !Number.isNaN(each)).sort();
    const count = some.length;
    if (count === 0) return { count, mean: NaN, median: NaN, std: NaN, min: NaN, max: NaN };
    const mean = some.reduce((sum, each) => sum + each, 0) / count;
    const squares = some.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    return { count, mean, median: percentile(some, 0, 0.5), std: count > 1 ? Math.sqrt(squares / (count - 1)) : NaN, min: some[0], max: some[count - 1] };
}

/**
 * @param {number} nodes @param {readonly number[]} runs @param {(node: number) => Frame | null} valuesOf  of all runs; null if the page lacks them
 * @returns {Frame | null}
 */
export function statisticsOfRuns(nodes, runs, valuesOf) {
    const names = /** @type {const} */ (['count', 'mean', 'median', 'std', 'min', 'max']);
    const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(nodes).fill(NaN)]));
    let [unit, held] = ['', 0];
    for (let node = 0; node < nodes; node++) {
        const frame = valuesOf(node);
        if (!frame) continue;
        held++;
        unit = frame.header.unit;
        const found = statisticsOf(/** @type {Float64Array} */ (frame.columns.value), runs);
        for (const name of names) columns[name][node] = found[name];
    }
    return held === 0 ? null : { header: { unit, runs: runs.length, held }, columns };
}
