// The tiles of a timeline: asked for once, the newest wish first, and kept while there is room. A tile is drawn as an image
// that is coloured again if the colours change.

import { DataError } from '../data/wire.js';

/**
 * @typedef {Object} Tile
 * @property {number} from
 * @property {number} to
 * @property {number} width  columns
 * @property {number[]} rows  contexts from above
 * @property {Int32Array} nodes  by value of a cell
 * @property {Uint8Array | Uint16Array} cells  by row as answered
 * @property {Map<number, number>} rowOf  of a context, as answered
 * @property {HTMLCanvasElement | null} image
 * @property {number} look  the colours that the image has
 */
/** @typedef {{key: string, level: number, tile: number, contexts: number[], text: string | null}} Wish */

const KEPT = 320;
const RETRY_MILLIS = 4000;
const AT_ONCE = 5;

/** @param {import('../data/types.js').Frame} answer @param {number[]} rows @returns {Tile} */
export function tileOf({ header, columns }, rows) {
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (columns.cells);
    const cells = header.bytes === 2 ? new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) : bytes;
    const rowOf = new Map(Array.from(columns.context, (context, row) => [context, row]));
    return { from: header.from, to: header.to, width: header.width, rows, nodes: /** @type {Int32Array} */ (columns.node), cells, rowOf, image: null, look: -1 };
}

/** The node of a cell; -2 where the context was not traced. @param {Tile} tile @param {number} context @param {number} time */
export function nodeAt(tile, context, time) {
    const row = tile.rowOf.get(context);
    const column = Math.floor(((time - tile.from) / (tile.to - tile.from)) * tile.width);
    if (row === undefined || column < 0 || column >= tile.width) return -2;
    return tile.nodes[tile.cells[row * tile.width + column]];
}

/**
 * The pixels of a tile, rows from above.
 * @param {Tile} tile @param {(node: number) => number} colour @param {Uint32Array} pixels
 */
export function fillTile(tile, colour, pixels) {
    const colours = Uint32Array.from(tile.nodes, colour);
    const none = colour(-2);
    tile.rows.forEach((context, at) => {
        const row = tile.rowOf.get(context);
        const start = at * tile.width;
        if (row === undefined) return void pixels.fill(none, start, start + tile.width);
        for (let column = 0, cell = row * tile.width; column < tile.width; column++, cell++) pixels[start + column] = colours[tile.cells[cell]];
    });
}

export class Tiles {
    /**
     * @param {(wish: Wish) => Promise<import('../data/types.js').Frame>} ask
     * @param {() => void} arrived
     */
    constructor(ask, arrived) {
        this.ask = ask;
        this.arrived = arrived;
        /** @type {Map<string, Tile | null>} null: asked for, not answered; in the order of use */
        this.known = new Map();
        /** @type {Wish[]} */
        this.wishes = [];
        /** @type {Map<string, number>} when a tile was refused */
        this.failed = new Map();
        this.underWay = 0;
        this.problem = '';
    }

    clear() {
        this.known.clear();
        this.failed.clear();
        this.wishes = [];
        this.problem = '';
    }

    get busy() {
        return this.underWay > 0 || this.wishes.length > 0;
    }

    /** @param {string} key */
    get(key) {
        const tile = this.known.get(key);
        if (!tile) return null;
        this.known.delete(key);
        this.known.set(key, tile);
        return tile;
    }

    /** Replaces what is waited for: tiles that went out of sight are not asked for. @param {Wish[]} wishes  most wanted first */
    want(wishes) {
        const now = performance.now();
        this.wishes = wishes.filter(({ key }) => !this.known.has(key) && !(now - (this.failed.get(key) ?? -Infinity) < RETRY_MILLIS));
        this.#next();
    }

    #next() {
        while (this.underWay < AT_ONCE && this.wishes.length > 0) void this.#fetch(/** @type {Wish} */ (this.wishes.shift()));
    }

    /** @param {Wish} wish */
    async #fetch(wish) {
        this.underWay++;
        this.known.set(wish.key, null);
        try {
            const tile = tileOf(await this.ask(wish), wish.contexts);
            if (this.known.has(wish.key)) this.known.set(wish.key, tile);
            this.problem = '';
        } catch (failure) {
            this.known.delete(wish.key);
            this.failed.set(wish.key, performance.now());
            this.wishes = []; // the next drawing asks again
            this.problem = failure instanceof DataError ? failure.message : String(failure);
        }
        this.underWay--;
        for (const [key, tile] of this.known) {
            if (this.known.size <= KEPT) break;
            if (tile) this.known.delete(key);
        }
        this.arrived();
        this.#next();
    }

    /**
     * The image of a tile in the present colours.
     * @param {Tile} tile @param {number} look @param {(node: number) => number} colour
     */
    image(tile, look, colour) {
        if (tile.image && tile.look === look) return tile.image;
        const canvas = tile.image ?? document.createElement('canvas');
        canvas.width = tile.width;
        canvas.height = tile.rows.length;
        const pen = canvas.getContext('2d');
        if (pen) {
            const data = pen.createImageData(canvas.width, canvas.height);
            fillTile(tile, colour, new Uint32Array(data.data.buffer));
            pen.putImageData(data, 0, 0);
        }
        tile.image = canvas;
        tile.look = look;
        return canvas;
    }
}
