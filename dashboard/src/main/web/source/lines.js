// The lines of a source file and what they cost, without the page. Pure.

/** @typedef {import('../data/types.js').Frame} Frame */
/** @typedef {import('../data/types.js').Tree} Tree */

/**
 * @typedef {Object} Source
 * @property {string} file  below the root where it was found
 * @property {string[]} text
 * @property {Float64Array} exclusive  by line, NaN if no call path refers to the line
 * @property {Float64Array} inclusive
 * @property {Int32Array} node  the most expensive node of each line, -1 for none
 * @property {string} unit
 * @property {number} total
 * @property {boolean} byLine  false if the profile has functions only: their cost is at the line where they start
 * @property {number} beyond  lines that the profile names after the end of the file
 */

/** @param {Frame} answer @returns {Source} */
export function sourceIn({ header, columns }) {
    return {
        file: header.file, text: header.text, unit: header.unit, total: header.total ?? NaN, byLine: header.byLine, beyond: header.beyond,
        exclusive: /** @type {Float64Array} */ (columns.exclusive), inclusive: /** @type {Float64Array} */ (columns.inclusive), node: /** @type {Int32Array} */ (columns.node),
    };
}

/** What the view should know about the file. @param {Source} source */
export function remarksOf({ byLine, beyond, text }) {
    return [
        byLine ? '' : 'the profile has no lines: each function is shown at the line where it starts',
        beyond > 0 ? `the profile names ${beyond} lines after the end of this file, which has ${text.length}: it may be another version` : '',
    ].filter(Boolean).join('; ');
}

/**
 * The file and line to show for a row: its own, or those of the nearest caller that has a file. Without a selection, those of the
 * last row of the hot path that has a file.
 * @param {Tree} tree @param {number} row @param {ReadonlySet<number>} hot
 * @returns {{file: string, line: number} | null}
 */
export function placeOf(tree, row, hot) {
    const start = row >= 0 ? row : [...hot].filter((each) => tree.facts(each).file).at(-1) ?? -1;
    for (let at = start; at >= 0; at = tree.parent[at]) {
        const { file, line } = tree.facts(at);
        if (file) return { file, line };
    }
    return null;
}

/** The most expensive line, 0 if no line has a cost. @param {Source} source */
export function hottestLine({ inclusive }) {
    let best = 0;
    inclusive.forEach((value, at) => {
        if (value > (best > 0 ? inclusive[best - 1] : -Infinity)) best = at + 1;
    });
    return best;
}
