// The raster of a timeline from tiles: those of the visible interval, or parts of coarser ones until they arrive, and those
// beside it, which are likely to be needed next.

import { levelFor, tilesOf } from './time-axis.js';
import { xOf } from './time-draw.js';
import { BLOCK, blockContexts, strideFor } from './time-rows.js';
import { nodeAt, Tiles } from './tiles.js';

/** @typedef {import('../draw/canvas.js').Pen} Pen */
/** @typedef {import('../calltree/flame-boxes.js').Area} Area */
/** @typedef {import('./node-colours.js').Colours} Colours */
/**
 * @typedef {Object} Sight
 * @property {import('./time-rows.js').Row[]} rows
 * @property {string} rowsKey  identifies the rows and their order
 * @property {[number, number]} visible
 * @property {number} stride
 * @property {import('./time-axis.js').Span} span
 * @property {number} end
 * @property {number} look  identifies the colours
 * @property {number} contexts  of the run
 */

/** A mailed file has the first tiles only. */
const MAILED_LEVEL = 2;
export const MAILED_ROWS = 64;

export class Raster {
    /** @param {import('../data/types.js').App} app @param {() => void} arrived */
    constructor(app, arrived) {
        this.app = app;
        this.tiles = new Tiles(({ level, tile, text }) => app.data.timeline({ run: app.state.run, level, tile, contexts: text, rows: app.data.live ? null : MAILED_ROWS }), arrived);
        /** @type {import('./tiles.js').Wish[]} */
        this.missing = [];
        /** @type {import('./tiles.js').Wish[]} */
        this.ahead = [];
    }

    /** Asks for what the last drawing lacked. */
    want() {
        this.tiles.want([...this.missing, ...this.ahead]);
        this.missing = [];
        this.ahead = [];
    }

    /** @param {Sight} sight @param {number} width */
    level({ span, end }, width) {
        const level = levelFor(span, width, end);
        return this.app.data.live ? level : Math.min(level, MAILED_LEVEL);
    }

    /** @param {Sight} sight @param {number} level @param {number} tile @param {number} stride @param {number} block */
    #key({ rowsKey }, level, tile, stride, block) {
        return `${level} ${tile} ${stride} ${block} ${rowsKey}`;
    }

    /** @param {Sight} sight @param {number} level @param {number} tile @param {number} stride @param {number} block @returns {import('./tiles.js').Wish} */
    #wish(sight, level, tile, stride, block) {
        const { ranges, rangesOf } = this.app.format;
        const contexts = blockContexts(sight.rows, stride, block);
        const text = contexts.length === sight.contexts || !this.app.data.live ? null : ranges(rangesOf(contexts));
        return { key: this.#key(sight, level, tile, stride, block), level, tile, contexts, text };
    }

    /** @param {Pen} pen @param {Area} area @param {Sight} sight @param {Colours} colours */
    draw(pen, area, sight, colours) {
        const { visible: [first, last], stride, span, end } = sight;
        const tall = area.height / (last - first);
        const level = this.level(sight, area.width);
        const { first: from, last: to, count } = tilesOf(span, level, end);
        for (let block = Math.floor(first / stride / BLOCK); block * BLOCK * stride < last; block++) {
            const y = area.y + (block * BLOCK * stride - first) * tall;
            for (let at = from; at <= to; at++) {
                const tile = this.#nearest(sight, level, at, stride, block);
                if (tile) this.#drawTile(pen, area, sight, tile, y, stride * tall, colours);
            }
            for (const at of [to + 1, from - 1]) if (at >= 0 && at < count && this.app.data.live) this.ahead.push(this.#wish(sight, level, at, stride, block));
        }
    }

    /** A tile or, until it arrives, a coarser one that covers it. @param {Sight} sight @param {number} level @param {number} at @param {number} stride @param {number} block */
    #nearest(sight, level, at, stride, block) {
        const exact = this.tiles.get(this.#key(sight, level, at, stride, block));
        if (exact) return exact;
        this.missing.push(this.#wish(sight, level, at, stride, block));
        for (let up = 1; up <= level; up++) {
            const coarse = this.tiles.get(this.#key(sight, level - up, Math.floor(at / 2 ** up), stride, block));
            if (coarse) return coarse;
        }
        return null;
    }

    /** @param {Pen} pen @param {Area} area @param {Sight} sight @param {import('./tiles.js').Tile} tile @param {number} y @param {number} tall @param {Colours} colours */
    #drawTile(pen, area, { span, look }, tile, y, tall, colours) {
        const [left, right] = [xOf(area, span, tile.from), xOf(area, span, tile.to)];
        pen.drawImage(this.tiles.image(tile, look, colours.of), left, y, right - left, tall * tile.rows.length);
    }

    /** The whole run in few rows. @param {Pen} pen @param {Area} area @param {Sight} sight @param {Colours} colours */
    drawWhole(pen, area, sight, colours) {
        const stride = strideFor(sight.rows.length, BLOCK);
        const tile = this.tiles.get(this.#key(sight, 0, 0, stride, 0));
        if (tile) pen.drawImage(this.tiles.image(tile, sight.look, colours.of), area.x, area.y, area.width, area.height);
        else this.missing.push(this.#wish(sight, 0, 0, stride, 0));
    }

    /** The node of a row at a time; -2 if it was not traced then, or is not known yet. @param {Sight} sight @param {number} width @param {number} row @param {number} time */
    nodeAt(sight, width, row, time) {
        const level = this.level(sight, width);
        const block = Math.floor(row / sight.stride / BLOCK);
        const tile = this.tiles.get(this.#key(sight, level, tilesOf([time, time + 1], level, sight.end).first, sight.stride, block));
        return tile ? nodeAt(tile, sight.rows[row].context, time) : -2;
    }
}
