// The colour of each node in a timeline: that of its function in the flame graph, at the call depth that is shown.

import { frameCategories } from '../draw/frame-categories.js';
import { rgb } from '../draw/palette.js';

/** @typedef {import('../tree/tree.js').Base} Base */
/** @typedef {import('../draw/palette.js').Palette} Palette */

/** A colour as a pixel of an image. @param {string} colour  #rrggbb */
export function pixel(colour) {
    const [r, g, b] = rgb(colour);
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** By node: its row in the tree as answered, -1 if it has none. @param {Base} base */
export function rowByNode(base) {
    const rows = new Int32Array(base.node.reduce((most, each) => Math.max(most, each), -1) + 1).fill(-1);
    base.node.forEach((node, row) => {
        if (node >= 0) rows[node] = row;
    });
    return rows;
}

/** The row at a call depth; shorter call paths show their leaf. @param {Base} base @param {number} row @param {number | null} depth */
export function atDepth(base, row, depth) {
    let at = row;
    while (depth !== null && at >= 0 && base.depth[at] > depth) at = base.parent[at];
    return at;
}

/**
 * @typedef {Object} Colours
 * @property {(node: number) => number} of  pixel of a node
 * @property {{name: string, hue: number}[]} keys  categories and the places of their colours in the palette
 * @property {(name: string) => string} ofName  colour of a function
 */

/**
 * @param {Base} base  the tree of the whole run
 * @param {Int32Array} rows  by node
 * @param {import('../draw/frame-categories.js').Weighed} tree  as it is shown, from which the flame graph has its categories
 * @param {ReadonlyMap<string, string>} operations
 * @param {Palette} palette
 * @param {number | null} depth
 * @param {string[] | null} selected  rows outside of this call path are muted; null: none are
 * @param {(path: readonly string[]) => number} rowOfPath
 * @returns {Colours}
 */
export function nodeColours(base, rows, tree, operations, palette, depth, selected, rowOfPath) {
    const { of, keys } = frameCategories(tree, palette.categories.length, operations);
    const categoryOf = new Map(tree.names.map((name, frame) => [name, of[frame]]));
    const top = selected ? rowOfPath(selected) : -1;
    const strong = palette.categories.map(({ fill }) => pixel(fill));
    const muted = palette.mutedCategories.map(({ fill }) => pixel(fill));
    const [idle, none] = [pixel(palette.mutedPlain), pixel(palette.background)];
    const colours = new Uint32Array(rows.length).fill(idle);
    for (let node = 0; node < rows.length; node++) {
        const own = rows[node];
        if (own < 0) continue;
        const row = atDepth(base, own, depth);
        const category = categoryOf.get(base.names[base.frame[row]]) ?? 0;
        const inside = top < 0 || (own >= top && own < base.end[top]);
        colours[node] = (inside ? strong : muted)[category];
    }
    return {
        of: (node) => (node >= 0 ? (colours[node] ?? idle) : node === -1 ? idle : none),
        keys,
        ofName: (name) => palette.categories[categoryOf.get(name) ?? 0].fill,
    };
}
