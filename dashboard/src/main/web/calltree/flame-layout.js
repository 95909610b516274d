// Where the boxes of an icicle or flame graph lie, and which of them a window shows. Pure: no canvas, no page.
//
// Each depth is one row of boxes sorted from left to right. A window needs only a binary search per depth, and boxes
// narrower than a pixel are jumped over by the same search, so that the work of a frame depends on the pixels of the
// window and not on the nodes of the tree.

/**
 * Rows of a tree, parents before children and subtrees together.
 * @typedef {{ length: number, parent: Int32Array, end: Int32Array, depth: Int32Array }} Shape
 */

/**
 * `from` and `to` are shares of the whole width, 0..1. `rows` holds the boxes of depth d at
 * `starts[d]` up to `starts[d + 1]`, from left to right; boxes without width are left out.
 * @typedef {{ from: Float64Array, to: Float64Array, rows: Int32Array, starts: Int32Array, depths: number,
 *   total: number, weight: Float64Array }} Layout
 */

/**
 * The width that each row needs. A parent is never narrower than its children together: the maximum over ranks of a
 * parent may be less than the sum of its children's maxima, and children drawn outside of their parent lie.
 * @param {Shape} tree
 * @param {ArrayLike<number>} value
 */
export function weights(tree, value) {
    const weight = new Float64Array(tree.length);
    const below = new Float64Array(tree.length);
    for (let row = tree.length - 1; row >= 0; row--) {
        const own = value[row];
        weight[row] = Math.max(own > 0 ? own : 0, below[row]);
        const parent = tree.parent[row];
        if (parent >= 0) below[parent] += weight[row];
    }
    return weight;
}

/**
 * @param {Shape} tree
 * @param {ArrayLike<number>} value inclusive value of each row
 * @param {boolean} heaviestFirst sort siblings by value; otherwise they stay as they are stored
 * @returns {Layout}
 */
export function layout(tree, value, heaviestFirst) {
    const weight = weights(tree, value);
    let total = 0;
    for (let row = 0; row < tree.length; row = tree.end[row]) total += weight[row];
    const from = new Float64Array(tree.length);
    const to = new Float64Array(tree.length);
    const order = heaviestFirst ? orderByWeight(tree, weight) : null;
    const next = new Float64Array(tree.length);
    let nextRoot = 0;
    for (let at = 0; at < tree.length; at++) {
        const row = order ? order[at] : at;
        const parent = tree.parent[row];
        const share = total > 0 ? weight[row] / total : 0;
        from[row] = parent < 0 ? nextRoot : next[parent];
        to[row] = from[row] + share;
        next[row] = from[row];
        if (parent < 0) nextRoot = to[row];
        else next[parent] = to[row];
    }
    return { from, to, total, weight, ...levels(tree, weight, order) };
}

/**
 * @param {Shape} tree
 * @param {Float64Array} weight
 * @param {Int32Array | null} order
 */
function levels(tree, weight, order) {
    let depths = 0;
    let drawn = 0;
    for (let row = 0; row < tree.length; row++) {
        if (!(weight[row] > 0)) continue;
        drawn++;
        depths = Math.max(depths, tree.depth[row] + 1);
    }
    const starts = new Int32Array(depths + 1);
    for (let row = 0; row < tree.length; row++) if (weight[row] > 0) starts[tree.depth[row] + 1]++;
    for (let depth = 0; depth < depths; depth++) starts[depth + 1] += starts[depth];
    const rows = new Int32Array(drawn);
    const place = starts.slice();
    for (let at = 0; at < tree.length; at++) {
        const row = order ? order[at] : at;
        if (weight[row] > 0) rows[place[tree.depth[row]]++] = row;
    }
    return { rows, starts, depths };
}

/**
 * The rows depth-first with the heaviest child first.
 * @param {Shape} tree
 * @param {Float64Array} weight
 */
function orderByWeight(tree, weight) {
    const order = new Int32Array(tree.length);
    /** @param {number} from @param {number} to */
    const siblings = (from, to) => {
        const found = [];
        for (let row = from; row < to; row = tree.end[row]) found.push(row);
        // Equal siblings keep their order, so that the picture is the same at every visit; lightest first for the stack.
        return found.sort((a, b) => weight[a] - weight[b] || b - a);
    };
    const stack = siblings(0, tree.length);
    let at = 0;
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
        order[at++] = row;
        if (tree.end[row] > row + 1) for (const child of siblings(row + 1, tree.end[row])) stack.push(child);
    }
    return order;
}

/**
 * The first place in `rows[low, high)` whose box ends right of `x`.
 * @param {Layout} boxes @param {number} low @param {number} high @param {number} x
 */
function firstEndingAfter(boxes, low, high, x) {
    while (low < high) {
        const middle = (low + high) >> 1;
        if (boxes.to[boxes.rows[middle]] > x) high = middle;
        else low = middle + 1;
    }
    return low;
}

/**
 * The first place in `rows[low, high)` whose box starts at or right of `x`.
 * @param {Layout} boxes @param {number} low @param {number} high @param {number} x
 */
function firstStartingAt(boxes, low, high, x) {
    while (low < high) {
        const middle = (low + high) >> 1;
        if (boxes.from[boxes.rows[middle]] >= x) high = middle;
        else low = middle + 1;
    }
    return low;
}

/** @param {Layout} boxes @param {number} row */
function widthOf(boxes, row) {
    return boxes.to[row] - boxes.from[row];
}

/**
 * Calls `box(row, from, to)` for each box of one depth that the window [left, right) shows at `scale` pixels per unit,
 * and `sliver(row, from, to)` once for each run of boxes that share a pixel: `row` is the heaviest box of its run
 * as far as a look at its ends tells. `from` and `to` are pixels in the window.
 * @param {Layout} boxes
 * @param {number} depth
 * @param {{ left: number, right: number }} window
 * @param {number} width pixels of the window
 * @param {(row: number, from: number, to: number) => void} box
 * @param {(row: number, from: number, to: number) => void} sliver
 */
export function visit(boxes, depth, window, width, box, sliver) {
    const scale = width / (window.right - window.left);
    const high = boxes.starts[depth + 1];
    let at = firstEndingAfter(boxes, boxes.starts[depth], high, window.left);
    while (at < high) {
        const row = boxes.rows[at];
        const from = (boxes.from[row] - window.left) * scale;
        if (from >= width) return;
        const to = (boxes.to[row] - window.left) * scale;
        if (to - from >= 1) {
            box(row, from, to);
            at++;
            continue;
        }
        const pixel = Math.floor(from) + 1;
        let next = firstStartingAt(boxes, at + 1, high, window.left + pixel / scale);
        // The last box that starts in this pixel may be wide: it is no part of the sliver, and skipping it leaves a hole.
        if (next - 1 > at && widthOf(boxes, boxes.rows[next - 1]) * scale >= 1) next--;
        const last = boxes.rows[next - 1];
        sliver(boxes.weight[last] > boxes.weight[row] ? last : row, from, (boxes.to[last] - window.left) * scale);
        at = next;
    }
}

/**
 * The row under a place, or -1.
 * @param {Layout} boxes
 * @param {number} depth
 * @param {number} x in units of the layout
 */
export function rowAt(boxes, depth, x) {
    if (depth < 0 || depth >= boxes.depths) return -1;
    const high = boxes.starts[depth + 1];
    const at = firstEndingAfter(boxes, boxes.starts[depth], high, x);
    if (at >= high) return -1;
    const row = boxes.rows[at];
    return boxes.from[row] <= x ? row : -1;
}

/**
 * The row to go to from `row` by an arrow key; `row` itself where there is none. Depth decides "in" and "out", so that
 * a view may turn the picture upside down.
 * @param {Shape} tree
 * @param {Layout} boxes
 * @param {number} row
 * @param {'in' | 'out' | 'left' | 'right'} way
 */
export function neighbour(tree, boxes, row, way) {
    if (way === 'out') return tree.parent[row] >= 0 ? tree.parent[row] : row;
    if (way === 'in') {
        let heaviest = row;
        for (let child = row + 1; child < tree.end[row]; child = tree.end[child]) {
            if (boxes.weight[child] > 0 && (heaviest === row || boxes.weight[child] > boxes.weight[heaviest])) heaviest = child;
        }
        return heaviest;
    }
    const depth = tree.depth[row];
    const low = boxes.starts[depth];
    const high = boxes.starts[depth + 1];
    let at = firstStartingAt(boxes, low, high, boxes.from[row]);
    // Boxes too light for their sum to grow start at the same place.
    while (at < high - 1 && boxes.rows[at] !== row) at++;
    const next = at + (way === 'left' ? -1 : 1);
    return next >= low && next < high ? boxes.rows[next] : row;
}

/**
 * The window that shows the box of `row` from edge to edge, or everything for -1.
 * @param {Layout} boxes
 * @param {number} row
 */
export function windowOf(boxes, row) {
    if (row < 0 || !(boxes.to[row] > boxes.from[row])) return { left: 0, right: 1 };
    return { left: boxes.from[row], right: boxes.to[row] };
}

/**
 * Keeps a window inside of the picture and wider than nothing.
 * @param {{ left: number, right: number }} window
 */
export function bounded(window) {
    const span = Math.min(1, Math.max(1e-9, window.right - window.left));
    const left = Math.min(1 - span, Math.max(0, window.left));
    return { left, right: left + span };
}
