// How rows of the answered tree come together in the shown one. Each transform maps every row to a new row or to none;
// maps compose, so every node of the profile ends at one row at most and nothing is ever counted twice, recursion included.
//
//   hide      the subtree is taken out, its cost too: the rest is what the total then means
//   focus     only these subtrees remain, that of a call path as it is; instances of one name become one root, an instance inside
//             another stays inside
//   merge     the frame goes, its own cost joins its caller, its callees move up to the caller; a root stays
//   collapse  the subtree becomes one leaf that holds all of its cost
//   invert    every function with cost of its own becomes a root, its callers the rows below; always the last step

import { rowOf, shapeOf } from './tree.js';

/** @typedef {import('./tree.js').Shape} Shape */
/** @typedef {import('./tree.js').Base} Base */
/** @typedef {import('../data/types.js').Transform} Transform */
/** @typedef {import('../data/types.js').Target} Target */

const NONE = -1;
/** Callers beyond this many rows are cut off; a caller's row then stands for all that called it. */
const MOST_INVERTED_ROWS = 400_000;

/**
 * @typedef {Object} Plan
 * @property {Shape} shape
 * @property {boolean} inverted
 * @property {Int32Array} target  row of the shape for every row of the base, -1 for none
 * @property {Uint8Array} top  1 for rows of the base whose caller is not at or below the row where they stand
 * @property {Uint8Array} whole  1 for rows that with all below hold exactly the whole subtrees of their tops
 * @property {Uint8Array} leaf  1 for rows that were collapsed
 * @property {(row: number) => Int32Array} members  rows of the base at this row
 * @property {(row: number) => Int32Array} below  rows of the base at this row and below it
 */

/** Rows under construction: callees of one caller and frame share a row. */
class Growing {
    constructor() {
        /** @type {number[]} */
        this.parent = [];
        /** @type {number[]} */
        this.frame = [];
        /** @type {Map<number, number>[]} */
        this.children = [];
        /** @type {Map<number, number>} */
        this.roots = new Map();
    }

    /** @param {number} parent @param {number} frame */
    row(parent, frame) {
        const siblings = parent < 0 ? this.roots : (this.children[parent] ??= new Map());
        const known = siblings.get(frame);
        if (known !== undefined) return known;
        const row = this.parent.length;
        this.parent.push(parent);
        this.frame.push(frame);
        siblings.set(frame, row);
        return row;
    }

    /** Depth-first numbers, in the order in which siblings came. @param {string[]} names */
    ordered(names) {
        const length = this.parent.length;
        const number = new Int32Array(length);
        const parent = new Int32Array(length);
        const frame = new Int32Array(length);
        const stack = [...this.roots.values()].reverse();
        for (let next = 0; stack.length > 0; next++) {
            const row = /** @type {number} */ (stack.pop());
            number[row] = next;
            parent[next] = this.parent[row] < 0 ? NONE : number[this.parent[row]];
            frame[next] = this.frame[row];
            const children = this.children[row];
            if (children) for (const child of [...children.values()].reverse()) stack.push(child);
        }
        return { shape: shapeOf(parent, frame, names), number };
    }
}

/** Which rows a target speaks of. @param {Shape} shape @param {Target} what @returns {(row: number) => boolean} */
function matcher(shape, what) {
    if ('path' in what) {
        const wanted = rowOf(shape, what.path);
        return (row) => row === wanted;
    }
    const frames = 'name' in what ? shape.names.map((name) => name === what.name) : framesMatching(shape.names, what.match);
    return (row) => frames[shape.frame[row]];
}

/** @param {string[]} names @param {string} match */
function framesMatching(names, match) {
    const wanted = pattern(match);
    return names.map((name) => wanted.test(name));
}

/**
 * What people type into a search box: /…/ is a regular expression, anything else the text itself; case does not matter.
 * A broken expression is taken as text, so that typing one never fails.
 * @param {string} text
 */
export function pattern(text) {
    const made = compiled(text);
    return made instanceof RegExp ? made : literal(text);
}

/** Why a text that looks like a regular expression is none; null where it is one, or does not look like it. @param {string} text */
export function brokenBecause(text) {
    const made = compiled(text);
    return typeof made === 'string' ? made : null;
}

const BETWEEN_SLASHES = /^\/(.+)\/$/;

/** The expression, or what is wrong with it; null where the text is none. @param {string} text @returns {RegExp | string | null} */
function compiled(text) {
    const inner = BETWEEN_SLASHES.exec(text)?.[1];
    if (inner === undefined) return null;
    try {
        return new RegExp(inner, 'i');
    } catch (failure) {
        // browsers say "Invalid regular expression: /(/i: Unterminated group"
        const { message } = /** @type {Error} */ (failure);
        return message.slice(message.lastIndexOf(': ') + 2);
    }
}

/** @param {string} text */
const literal = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');

/** The subtree of one row as it is: what stands beside each other there stays apart. @param {Shape} shape @param {number} top @param {Uint8Array} leaf */
function subtree(shape, top, leaf) {
    const end = shape.end[top];
    const parent = shape.parent.slice(top, end).map((row) => (row < top ? NONE : row - top));
    const map = Int32Array.from({ length: shape.length }, (_, row) => (row >= top && row < end ? row - top : NONE));
    return { shape: shapeOf(parent, shape.frame.slice(top, end), shape.names), map, leaf: leaf.slice(top, end) };
}

/** @param {Shape} shape @param {Transform} transform @param {Uint8Array} leaf */
function step(shape, transform, leaf) {
    const { kind, what } = transform;
    const top = kind === 'focus' && what && 'path' in what ? rowOf(shape, what.path) : NONE;
    return top < 0 ? applied(shape, transform, leaf) : subtree(shape, top, leaf);
}

/**
 * One transform: where each row goes.
 * @param {Shape} shape
 * @param {Transform} transform
 * @param {Uint8Array} leaf
 */
function applied(shape, { kind, what }, leaf) {
    const matches = what ? matcher(shape, what) : () => false;
    const growing = new Growing();
    const place = new Int32Array(shape.length).fill(NONE);
    /** @type {Set<number>} */
    const leaves = new Set();
    /** rows before this one belong to a subtree that was collapsed or hidden */
    let covered = 0;
    for (let row = 0; row < shape.length; row++) {
        const parent = shape.parent[row];
        const caller = parent < 0 ? NONE : place[parent];
        if (row < covered) {
            if (kind === 'collapse') place[row] = caller;
            continue;
        }
        const matched = matches(row);
        if (kind === 'hide' && matched) {
            covered = shape.end[row];
            continue;
        }
        if (kind === 'focus' && caller < 0 && !matched) continue;
        const goesUp = kind === 'merge' && matched && caller >= 0;
        place[row] = goesUp ? caller : growing.row(caller, shape.frame[row]);
        if (leaf[row]) leaves.add(place[row]);
        if (kind === 'collapse' && matched) {
            covered = shape.end[row];
            leaves.add(place[row]);
        }
    }
    return finished(growing, shape, place, leaves);
}

/** @param {Growing} growing @param {Shape} shape @param {Int32Array} place @param {Set<number>} leaves */
function finished(growing, shape, place, leaves) {
    const { shape: next, number } = growing.ordered(shape.names);
    const map = place.map((row) => (row < 0 ? NONE : number[row]));
    const leaf = new Uint8Array(next.length);
    // a leaf that also took in rows with callees of their own is none any more
    for (const row of leaves) if (next.end[number[row]] === number[row] + 1) leaf[number[row]] = 1;
    return { shape: next, map, leaf };
}

/**
 * Callers below callees. Built level by level, so that what is cut off for size is the far end of long call paths.
 * @param {Shape} shape
 * @param {Int32Array} target  row of the shape for every row of the base
 * @param {(row: number) => boolean} counts  whether a row of the base has cost of its own
 */
function inverted(shape, target, counts) {
    const growing = new Growing();
    const place = new Int32Array(target.length).fill(NONE);
    const at = target.map((row, base) => (row >= 0 && counts(base) ? row : NONE));
    for (let left = true; left && growing.parent.length < MOST_INVERTED_ROWS; ) {
        left = false;
        for (let base = 0; base < at.length; base++) {
            if (at[base] < 0) continue;
            place[base] = growing.row(place[base], shape.frame[at[base]]);
            at[base] = shape.parent[at[base]];
            left = true;
        }
    }
    return finished(growing, shape, place, new Set());
}

/**
 * Which rows have cost of their own, in any of some values. Where a tool measured less at a node than below it, that cost is
 * negative, and belongs to the total all the same.
 * @param {Base} base
 * @param {...(import('./tree.js').Values | null)} values
 * @returns {(row: number) => boolean}
 */
export function hasOwnCost(base, ...values) {
    return (row) => base.hidden[row] > 0 || values.some((each) => each !== null && each.exclusive[row] !== 0 && !Number.isNaN(each.exclusive[row]));
}

/**
 * @param {Base} base
 * @param {readonly Transform[]} transforms
 * @param {(row: number) => boolean} [counts]  for invert: which rows of the base have cost of their own
 * @returns {Plan}
 */
export function plan(base, transforms, counts = () => true) {
    /** @type {Shape} */
    let shape = base;
    let target = Int32Array.from({ length: base.length }, (_, row) => row);
    let leaf = new Uint8Array(base.length);
    for (const transform of transforms) {
        if (transform.kind === 'invert') continue;
        const next = step(shape, transform, leaf);
        target = target.map((row) => (row < 0 ? NONE : next.map[row]));
        ({ shape, leaf } = next);
    }
    const invert = transforms.some((transform) => transform.kind === 'invert');
    if (invert) ({ shape, map: target, leaf } = inverted(shape, target, counts));
    return planOf(base, shape, target, leaf, invert);
}

/** @param {Base} base @param {Shape} shape @param {Int32Array} target @param {Uint8Array} leaf @param {boolean} inverted @returns {Plan} */
function planOf(base, shape, target, leaf, inverted) {
    const { start, sorted } = grouped(target, shape.length);
    const top = new Uint8Array(base.length);
    const topSize = new Int32Array(shape.length);
    for (let member = 0; member < base.length; member++) {
        const row = target[member];
        if (row < 0) continue;
        const caller = base.parent[member] < 0 ? NONE : target[base.parent[member]];
        if (!inverted && caller >= row && caller < shape.end[row]) continue;
        top[member] = 1;
        topSize[row] += base.end[member] - member;
    }
    const whole = new Uint8Array(shape.length);
    if (!inverted) for (let row = 0; row < shape.length; row++) whole[row] = Number(topSize[row] === start[shape.end[row]] - start[row]);
    return {
        shape,
        inverted,
        target,
        top,
        whole,
        leaf,
        members: (row) => sorted.subarray(start[row], start[row + 1]),
        below: (row) => sorted.subarray(start[row], start[shape.end[row]]),
    };
}

/** Rows of the base by the row that they go to: counted, then filled. @param {Int32Array} target @param {number} length */
function grouped(target, length) {
    const start = new Int32Array(length + 1);
    for (const row of target) if (row >= 0) start[row + 1]++;
    for (let row = 0; row < length; row++) start[row + 1] += start[row];
    const next = start.slice();
    const sorted = new Int32Array(start[length]);
    target.forEach((row, base) => {
        if (row >= 0) sorted[next[row]++] = base;
    });
    return { start, sorted };
}

/**
 * Rows whose name matches what is searched for; nothing where nothing is.
 * @param {Shape} tree
 * @param {string} search
 */
export function found(tree, search) {
    if (search === '') return null;
    const frames = framesMatching(tree.names, search);
    const mask = new Uint8Array(tree.length);
    let count = 0;
    for (let row = 0; row < tree.length; row++) if (frames[tree.frame[row]]) count += mask[row] = 1;
    const matches = new Int32Array(count);
    for (let row = 0, next = 0; row < tree.length; row++) if (mask[row]) matches[next++] = row;
    return { matches, mask };
}

/**
 * How many matches are below a row, itself not counted.
 * @param {Shape} tree
 * @param {Int32Array} matches  ascending
 * @param {number} row
 */
export function matchesBelow(tree, matches, row) {
    return firstFrom(matches, tree.end[row]) - firstFrom(matches, row + 1);
}

/** How many of the ascending numbers are less than `from`. @param {Int32Array} numbers @param {number} from */
function firstFrom(numbers, from) {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] < from) low = middle + 1;
        else high = middle;
    }
    return low;
}
