// A function with all its call paths: who calls it, and what it calls, each as one merged tree. Pure.

/** @typedef {import('../data/types.js').Tree} Tree */

/**
 * Rows in depth-first order; `row` is the heaviest row of the call tree that stands at each, `before` the value in the run that
 * is compared with.
 * @typedef {import('../calltree/flame-layout.js').Shape & { frame: Int32Array, value: Float64Array, before: Float64Array, row: Int32Array }} Merged
 */

/**
 * Rows of a function that no other row of the same function calls: their values count each moment once, recursion included.
 * @param {Tree} tree
 * @param {number} frame
 */
export function outermost(tree, frame) {
    const rows = [];
    for (let row = 0; row < tree.length; row++) {
        if (tree.frame[row] !== frame) continue;
        rows.push(row);
        row = tree.end[row] - 1;
    }
    return rows;
}

/** A trie under construction: one entry per distinct path of frames. */
class Trie {
    /** @param {number} frame */
    constructor(frame) {
        this.frame = [frame];
        this.value = [0];
        this.before = [0];
        this.row = [-1];
        this.heaviest = [-Infinity];
        /** @type {Map<number, number>[]} */
        this.children = [new Map()];
    }

    /** @param {number} at @param {number} frame */
    child(at, frame) {
        const known = this.children[at].get(frame);
        if (known !== undefined) return known;
        const made = this.frame.length;
        this.frame.push(frame);
        this.value.push(0);
        this.before.push(0);
        this.row.push(-1);
        this.heaviest.push(-Infinity);
        this.children.push(new Map());
        this.children[at].set(frame, made);
        return made;
    }

    /** @param {number} at @param {number} value @param {number} row @param {number} [before] */
    add(at, value, row, before = 0) {
        const amount = value > 0 ? value : 0;
        this.before[at] += before > 0 ? before : 0;
        this.value[at] += amount;
        if (amount <= this.heaviest[at]) return;
        this.heaviest[at] = amount;
        this.row[at] = row;
    }

    /** Depth-first arrays, without recursion: stacks of programs are deeper than stacks of browsers. @returns {Merged} */
    flat() {
        const length = this.frame.length;
        const merged = {
            length, parent: new Int32Array(length).fill(-1), end: new Int32Array(length), depth: new Int32Array(length),
            frame: new Int32Array(length), value: new Float64Array(length), before: new Float64Array(length), row: new Int32Array(length),
        };
        /** @type {[number, number][]} */
        const stack = [[0, -1]];
        let next = 0;
        for (let top = stack.pop(); top; top = stack.pop()) {
            const [at, parent] = top;
            const place = next++;
            merged.parent[place] = parent;
            merged.depth[place] = parent < 0 ? 0 : merged.depth[parent] + 1;
            merged.frame[place] = this.frame[at];
            merged.value[place] = this.value[at];
            merged.before[place] = this.before[at];
            merged.row[place] = this.row[at];
            for (const child of [...this.children[at].values()].reverse()) stack.push([child, place]);
        }
        for (let place = length - 1; place >= 0; place--) {
            if (merged.end[place] === 0) merged.end[place] = place + 1;
            const parent = merged.parent[place];
            if (parent >= 0) merged.end[parent] = Math.max(merged.end[parent], merged.end[place]);
        }
        return merged;
    }
}

/**
 * Who calls a function: its own row first, then callers, callers of callers and so on. Each is as wide as the value that
 * the function has when called through it.
 * @param {Tree} tree @param {number} frame @param {Float64Array} [against]  inclusive values of the run that is compared with
 */
export function callersOf(tree, frame, against) {
    const trie = new Trie(frame);
    for (const row of outermost(tree, frame)) {
        const value = tree.inclusive[row];
        const before = against?.[row];
        trie.add(0, value, row, before);
        let at = 0;
        for (let up = tree.parent[row]; up >= 0; up = tree.parent[up]) {
            at = trie.child(at, tree.frame[up]);
            trie.add(at, value, up, before);
        }
    }
    return trie.flat();
}

/**
 * What a function calls, over all its call paths.
 * @param {Tree} tree @param {number} frame @param {Float64Array} [against]  inclusive values of the run that is compared with
 */
export function calleesOf(tree, frame, against) {
    const trie = new Trie(frame);
    const at = new Int32Array(tree.length).fill(-1);
    for (const top of outermost(tree, frame)) {
        at[top] = 0;
        trie.add(0, tree.inclusive[top], top, against?.[top]);
        for (let row = top + 1; row < tree.end[top]; row++) {
            at[row] = trie.child(at[tree.parent[row]], tree.frame[row]);
            trie.add(at[row], tree.inclusive[row], row, against?.[row]);
        }
    }
    return trie.flat();
}
