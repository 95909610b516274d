// The call tree as arrays, and its values after transforms. Pure: no page, no server. Rows are in depth-first order, so the
// subtree of a row is the range [row, end(row)) and one pass from the last row to the first adds children before parents.

/** @typedef {import('../data/types.js').Tree} Tree */
/** @typedef {import('../data/types.js').Scope} Scope */
/** @typedef {import('./transform.js').Plan} Plan */

/**
 * The shape of a tree without its values.
 * @typedef {Object} Shape
 * @property {number} length
 * @property {Int32Array} parent
 * @property {Int32Array} end
 * @property {Int32Array} depth
 * @property {Int32Array} frame
 * @property {string[]} names
 */

/**
 * What the answer says beyond names: by frame, and labels by row.
 * @typedef {Object} Sources
 * @property {string[]} [files]
 * @property {number[]} [lines]
 * @property {string[]} [modules]
 * @property {string[]} [kinds]
 * @property {Record<string, {values: string[], of: number[]}>} [labels]
 */

/** @typedef {Shape & {node: Int32Array, hidden: Int32Array, sources?: Sources}} Base  the tree as answered; `node` is the index in the profile */
/** @typedef {{inclusive: Float64Array, exclusive: Float64Array, additive: boolean, exact: boolean}} Values */

/**
 * @param {Int32Array} parent
 * @param {Int32Array} frame
 * @param {string[]} names
 * @returns {Shape}
 */
export function shapeOf(parent, frame, names) {
    const length = parent.length;
    const depth = new Int32Array(length);
    const end = new Int32Array(length);
    for (let row = 0; row < length; row++) depth[row] = parent[row] < 0 ? 0 : depth[parent[row]] + 1;
    for (let row = length - 1; row >= 0; row--) {
        if (end[row] === 0) end[row] = row + 1;
        if (parent[row] >= 0 && end[parent[row]] < end[row]) end[parent[row]] = end[row];
    }
    return { length, parent, end, depth, frame, names };
}

/**
 * The base of an answer of api/tree, or of api/diff where `node` is a_node.
 * @param {import('../data/types.js').Frame} answer
 * @param {string} [node]
 * @returns {Base}
 */
export function baseOf(answer, node = 'node') {
    const columns = /** @type {Record<string, Int32Array>} */ (answer.columns);
    const shape = shapeOf(columns.parent, columns.frame, answer.header.names);
    return { ...shape, node: columns[node], hidden: columns.hidden ?? new Int32Array(shape.length), sources: answer.header };
}

/** First child of every row in order; visit returns nothing. @param {Shape} tree @param {number} row @param {(child: number) => void} visit */
export function eachChild(tree, row, visit) {
    const last = row < 0 ? tree.length : tree.end[row];
    for (let child = row + 1; child < last; child = tree.end[child]) visit(child);
}

/** @param {Shape} tree @param {number} row  -1 for the roots */
export function childrenOf(tree, row) {
    /** @type {number[]} */
    const children = [];
    eachChild(tree, row, (child) => children.push(child));
    return children;
}

/** @param {Shape} tree @param {number} row */
function step(tree, row) {
    const name = tree.names[tree.frame[row]];
    let same = 0;
    const last = row;
    for (let sibling = tree.parent[row] + 1; sibling < last; sibling = tree.end[sibling]) {
        if (tree.names[tree.frame[sibling]] === name) same++;
    }
    return same === 0 ? name : `${name}\u0001${same + 1}`;
}

/** The call path that names a row. @param {Shape} tree @param {number} row @returns {string[]} */
export function pathOf(tree, row) {
    /** @type {string[]} */
    const path = [];
    for (let at = row; at >= 0; at = tree.parent[at]) path.push(step(tree, at));
    return path.reverse();
}

/**
 * The row of a call path, -1 where the tree has none.
 * @param {Shape} tree
 * @param {readonly string[]} path
 */
export function rowOf(tree, path) {
    let row = -1;
    for (const part of path) {
        row = childNamed(tree, row, part);
        if (row < 0) return -1;
    }
    return row;
}

/** @param {Shape} tree @param {number} row @param {string} part */
function childNamed(tree, row, part) {
    const at = part.indexOf('\u0001');
    const name = at < 0 ? part : part.slice(0, at);
    let skip = at < 0 ? 0 : Number(part.slice(at + 1)) - 1;
    const last = row < 0 ? tree.length : tree.end[row];
    for (let child = row + 1; child < last; child = tree.end[child]) {
        if (tree.names[tree.frame[child]] === name && skip-- === 0) return child;
    }
    return -1;
}

/**
 * Values of the shown tree. Where a row still holds whole subtrees of the profile, the answered values stand (they are
 * exact for maxima too); elsewhere exclusive values are added up, each node of the profile exactly once.
 * @param {Base} base
 * @param {Plan} plan
 * @param {Values} values
 * @returns {Tree}
 */
export function evaluate(base, plan, values) {
    const { shape } = plan;
    const sums = values.additive ? summed(base, plan, values) : readings(base, plan, values);
    const hidden = new Int32Array(shape.length);
    for (let member = 0; member < base.length; member++) if (plan.target[member] >= 0) hidden[plan.target[member]] += base.hidden[member];
    const all = rootSum(base, values.inclusive);
    return {
        ...shape,
        ...sums,
        imbalance: new Float64Array(shape.length).fill(NaN),
        elapsed: null,
        hidden,
        inverted: plan.inverted,
        dropped: values.additive && values.exact ? Math.max(0, all - rootSum(shape, sums.inclusive)) : 0,
        nodes: (row) => nodesAt(base, plan.inverted ? plan.below(row) : topsAt(plan, row)),
        request: (row, scope) => requestAt(base, plan, row, scope),
        facts: (row) => factsAt(base, plan, row),
        sources: base.sources ?? {},
    };
}

/** @param {Base} base @param {Plan} plan @param {Values} values */
function summed(base, plan, values) {
    const { shape, target, top, whole, leaf } = plan;
    const rest = prunedRest(base, values);
    const inclusive = new Float64Array(shape.length).fill(NaN);
    const exclusive = new Float64Array(shape.length).fill(NaN);
    let joined = false;
    for (let member = 0; member < base.length; member++) {
        const row = target[member];
        if (row < 0) continue;
        joined ||= !Number.isNaN(exclusive[row]);
        exclusive[row] = plus(exclusive[row], values.exclusive[member]);
        if (!whole[row]) inclusive[row] = plus(plus(inclusive[row], values.exclusive[member]), rest[member]);
        else if (top[member]) inclusive[row] = plus(inclusive[row], values.inclusive[member]);
    }
    for (let row = shape.length - 1; row >= 0; row--) {
        const caller = shape.parent[row];
        if (caller >= 0 && !whole[caller]) inclusive[caller] = plus(inclusive[caller], inclusive[row]);
        if (leaf[row]) exclusive[row] = inclusive[row];
        joined ||= whole[row] === 0;
    }
    if (plan.inverted) for (let row = 0; row < shape.length; row++) exclusive[row] = shape.parent[row] < 0 ? inclusive[row] : 0;
    return { inclusive, exclusive, bound: joined && !values.exact };
}

/** A reading stands where its node stands alone; readings of joined nodes have no sum. @param {Base} base @param {Plan} plan @param {Values} values */
function readings(base, plan, values) {
    const { shape, target, top } = plan;
    const inclusive = new Float64Array(shape.length).fill(NaN);
    const exclusive = new Float64Array(shape.length).fill(NaN);
    const tops = new Int32Array(shape.length);
    for (let member = 0; member < base.length; member++) {
        const row = target[member];
        if (row < 0 || !top[member]) continue;
        const alone = tops[row]++ === 0;
        inclusive[row] = alone ? values.inclusive[member] : NaN;
        exclusive[row] = alone ? values.exclusive[member] : NaN;
    }
    return { inclusive, exclusive, bound: false };
}

/**
 * What was answered for nodes, by shown row, where it cannot be added up, such as imbalance: where nodes were joined or left
 * out it is not known.
 * @param {Plan} plan
 * @param {Float64Array} ofNodes  by row of the base
 * @param {boolean} additive
 * @param {import('../data/types.js').Scope} [scope]  of what a node does itself it is known where nothing else was joined to the node
 */
export function ofWholeNodes(plan, ofNodes, additive, scope = 'inclusive') {
    if (scope === 'exclusive' && additive) return ofLoneNodes(plan, ofNodes);
    const values = new Float64Array(plan.shape.length).fill(NaN);
    const tops = new Int32Array(plan.shape.length);
    plan.target.forEach((row, member) => {
        if (row < 0 || !plan.top[member]) return;
        values[row] = tops[row]++ === 0 && (plan.whole[row] || !additive) ? ofNodes[member] : NaN;
    });
    return values;
}

/** @param {Plan} plan @param {Float64Array} ofNodes  by row of the base */
function ofLoneNodes(plan, ofNodes) {
    const values = new Float64Array(plan.shape.length).fill(NaN);
    const members = new Int32Array(plan.shape.length);
    plan.target.forEach((row, member) => {
        if (row >= 0) values[row] = members[row]++ === 0 && !plan.inverted && !plan.leaf[row] ? ofNodes[member] : NaN;
    });
    return values;
}

/** @param {Shape} tree @param {Float64Array} inclusive */
export function rootSum(tree, inclusive) {
    let sum = NaN;
    eachChild(tree, -1, (root) => (sum = plus(sum, inclusive[root])));
    return Number.isNaN(sum) ? 0 : sum;
}

/** A missing value adds nothing, and nothing but missing values stays missing. @param {number} a @param {number} b */
function plus(a, b) {
    if (Number.isNaN(a)) return b;
    return Number.isNaN(b) ? a : a + b;
}

/**
 * What the descendants that an answer left out hold: it must stay in the sums of their callers.
 * @param {Base} base
 * @param {Values} values
 */
function prunedRest(base, values) {
    const rest = new Float64Array(base.length).fill(NaN);
    for (let row = 0; row < base.length; row++) {
        if (base.hidden[row] === 0) continue;
        let left = values.inclusive[row];
        if (!Number.isNaN(values.exclusive[row])) left -= values.exclusive[row];
        eachChild(base, row, (child) => {
            if (!Number.isNaN(values.inclusive[child])) left -= values.inclusive[child];
        });
        rest[row] = Math.max(0, left);
    }
    return rest;
}

/** @param {Plan} plan @param {number} row */
const topsAt = (plan, row) => plan.members(row).filter((member) => plan.top[member] === 1);

/** @param {Base} base @param {ArrayLike<number>} rows */
function nodesAt(base, rows) {
    const nodes = Int32Array.from(rows, (row) => base.node[row]).filter((node) => node >= 0);
    return nodes.sort();
}

/** Where the frame of a row is in the source, and the labels of its node. @param {Base} base @param {Plan} plan @param {number} row */
function factsAt(base, plan, row) {
    const { files, lines, modules, kinds, labels } = base.sources ?? {};
    const frame = plan.shape.frame[row];
    const member = plan.inverted ? -1 : (topsAt(plan, row)[0] ?? -1);
    const known = Object.entries(labels ?? {}).map(([key, { values, of }]) => [key, member >= 0 && of[member] >= 0 ? values[of[member]] : '']);
    return {
        file: files?.[frame] ?? '',
        line: lines?.[frame] ?? 0,
        module: modules?.[frame] ?? '',
        kind: kinds?.[frame] ?? '',
        labels: known.filter(([, value]) => value !== ''),
    };
}

/** @param {Base} base @param {Plan} plan @param {number} row @param {Scope} scope @returns {{nodes: Int32Array, scope: Scope}} */
function requestAt(base, plan, row, scope) {
    if (row < 0) return requestAll(base, plan);
    if (plan.inverted) return { nodes: nodesAt(base, plan.below(row)), scope: 'exclusive' };
    if (scope === 'exclusive' && !plan.leaf[row]) return { nodes: nodesAt(base, plan.members(row)), scope };
    if (plan.whole[row]) return { nodes: nodesAt(base, topsAt(plan, row)), scope: 'inclusive' };
    return { nodes: nodesAt(base, plan.below(row)), scope: 'exclusive' };
}

/** @param {Base} base @param {Plan} plan @returns {{nodes: Int32Array, scope: Scope}} */
function requestAll(base, plan) {
    const roots = childrenOf(plan.shape, -1);
    if (roots.every((root) => plan.whole[root])) {
        return { nodes: nodesAt(base, roots.flatMap((root) => Array.from(topsAt(plan, root)))), scope: 'inclusive' };
    }
    return { nodes: nodesAt(base, roots.flatMap((root) => Array.from(plan.below(root)))), scope: 'exclusive' };
}

const HOT_SHARE = 0.5;

/**
 * From the heaviest root down, as long as one callee holds at least half of its caller.
 * @param {Tree} tree
 * @returns {number[]}
 */
export function hotPath(tree) {
    /** @type {number[]} */
    const path = [];
    let row = heaviest(tree, -1);
    while (row >= 0) {
        path.push(row);
        const next = heaviest(tree, row);
        if (next < 0 || !(tree.inclusive[next] >= HOT_SHARE * tree.inclusive[row])) break;
        row = next;
    }
    return path;
}

/** @param {Tree} tree @param {number} row */
function heaviest(tree, row) {
    let best = -1;
    eachChild(tree, row, (child) => {
        if (tree.inclusive[child] > (best < 0 ? 0 : tree.inclusive[best])) best = child;
    });
    return best;
}
