// What each function, file or module costs, whoever called it, as `treeline flat` computes it: loops, lines and instructions count
// for the function around them; exclusive values add up to the total; inclusive ones count a group within itself once. Pure.

/** @typedef {import('../data/types.js').Tree} Tree */
/** @typedef {import('../data/types.js').State['by']} By */
/** @typedef {Pick<Tree, 'length' | 'parent' | 'end' | 'frame' | 'names' | 'inclusive' | 'exclusive' | 'sources'>} Flattened */

/**
 * One group. `row` is its heaviest row of the tree, `before` its exclusive value in the run that is compared with.
 * @typedef {{name: string, exclusive: number, inclusive: number, before: number, nodes: number, row: number}} FlatRow
 */

const UNKNOWN = '(unknown)';
const PARTS = ['loop', 'line', 'instruction'];

/** What the tree can be added up by: files and modules where the profile knows some. @param {Pick<Tree, 'sources'>} tree @returns {By[]} */
export function groupings({ sources }) {
    return ['function', ...(sources.files ? /** @type {const} */ (['file']) : []), ...(sources.modules ? /** @type {const} */ (['module']) : [])];
}

/**
 * The group of each row, and their names.
 * @param {Flattened} tree
 * @param {By} by
 */
export function groupsOf(tree, by) {
    const { names, sources } = tree;
    /** @type {string[]} */
    const groups = [];
    /** @type {Map<string, number>} */
    const known = new Map();
    const index = (/** @type {string} */ name) => {
        const found = known.get(name) ?? groups.length;
        if (found === groups.length) known.set(name, groups.push(name) - 1);
        return found;
    };
    const texts = by === 'function' ? null : (by === 'file' ? sources.files : sources.modules) ?? [];
    const part = names.map((_, frame) => PARTS.includes(sources.kinds?.[frame] ?? ''));
    // -1: part of its caller
    const own = names.map((name, frame) => {
        if (texts?.[frame]) return index(texts[frame]);
        return part[frame] ? -1 : index(texts ? UNKNOWN : name);
    });
    const of = new Int32Array(tree.length);
    // An instruction contains no code: what is below it without a function in between is not part of it.
    const belowFunction = new Uint8Array(tree.length);
    for (let row = 0; row < tree.length; row++) {
        const frame = tree.frame[row];
        const group = own[frame];
        const caller = tree.parent[row];
        const below = caller >= 0 && belowFunction[caller] === 1;
        if (!part[frame] || below) belowFunction[row] = 1;
        const alone = caller < 0 || (!texts && !below && sources.kinds?.[tree.frame[caller]] === 'instruction');
        of[row] = group >= 0 ? group : alone ? index(texts ? UNKNOWN : names[frame]) : of[caller];
    }
    return { of, groups };
}

/**
 * @param {Flattened} tree
 * @param {By} by
 * @param {Float64Array | null} [before]  exclusive values of another run
 * @returns {FlatRow[]} in the order in which they appear
 */
export function flatRows(tree, by, before = null) {
    const { of, groups } = groupsOf(tree, by);
    const rows = groups.map((name) => ({ name, exclusive: NaN, inclusive: NaN, before: NaN, nodes: 0, row: -1 }));
    /** rows before this one are within the group already */
    const covered = new Int32Array(groups.length);
    const heaviest = new Float64Array(groups.length).fill(-Infinity);
    for (let row = 0; row < tree.length; row++) {
        const group = of[row];
        const sums = rows[group];
        sums.nodes++;
        sums.exclusive = plus(sums.exclusive, tree.exclusive[row]);
        if (before) sums.before = plus(sums.before, before[row]);
        if (row >= covered[group] && !Number.isNaN(tree.inclusive[row])) {
            sums.inclusive = plus(sums.inclusive, tree.inclusive[row]);
            covered[group] = tree.end[row];
        }
        const weight = Number.isNaN(tree.exclusive[row]) ? -1 : tree.exclusive[row];
        if (weight <= heaviest[group]) continue;
        heaviest[group] = weight;
        sums.row = row;
    }
    return rows.filter(({ nodes }) => nodes > 0);
}

/** @param {number} a @param {number} b */
function plus(a, b) {
    if (Number.isNaN(a)) return b;
    return Number.isNaN(b) ? a : a + b;
}
