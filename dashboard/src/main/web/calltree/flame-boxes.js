// Draws the boxes of an icicle (root on top) or flame graph (root at the bottom) and finds the box under the pointer.

import { FONT, fit } from '../draw/canvas.js';
import { bounded, rowAt, visit } from './flame-layout.js';

export const ROW = 20;
const PADDING = 5;
const LABEL_ROOM = 26;

/**
 * How a box looks. Boxes share few looks, so that the pen rarely changes its colour.
 * @typedef {{ fill: string, text: string }} Look
 */

/**
 * @typedef {{ background: string, selected: string, hover: string, hot: string, faint: string }} BoxPalette
 */

/** A rectangle of a canvas in CSS pixels. @typedef {{ x: number, y: number, width: number, height: number }} Area */

export class Boxes {
    /** @param {boolean} upward root at the bottom */
    constructor(upward) {
        this.upward = upward;
        /** @type {import('./flame-layout.js').Layout | null} */
        this.layout = null;
        /** @type {import('./flame-layout.js').Shape | null} */
        this.tree = null;
        /** @type {(row: number) => string} */
        this.name = () => '';
        /** @type {Look[]} */
        this.looks = [];
        this.look = new Uint8Array(0);
        /** Depths from the root on that are not drawn. */
        this.skip = 0;
        this.window = { left: 0, right: 1 };
        this.scroll = 0;
        this.selected = -1;
        this.hovered = -1;
        /** @type {ReadonlySet<number>} */
        this.hot = new Set();
        this.drawn = 0;
    }

    get contentHeight() {
        return Math.max(0, (this.layout?.depths ?? 0) - this.skip) * ROW;
    }

    /** @param {number} height */
    boundScroll(height) {
        this.scroll = Math.min(Math.max(0, this.contentHeight - height), Math.max(0, this.scroll));
    }

    /** @param {{ left: number, right: number }} window */
    show(window) {
        this.window = bounded(window);
    }

    /** @param {number} depth @param {Area} area */
    top(depth, area) {
        const level = depth - this.skip;
        return this.upward ? area.y + area.height - (level + 1) * ROW + this.scroll : area.y + level * ROW - this.scroll;
    }

    /** @param {number} y @param {Area} area */
    depthAt(y, area) {
        const from = this.upward ? area.y + area.height + this.scroll - y : y - area.y + this.scroll;
        return Math.floor(from / ROW) + this.skip;
    }

    /** @param {number} x @param {number} y @param {Area} area */
    rowAt(x, y, area) {
        if (!this.layout || x < area.x || x >= area.x + area.width || y < area.y || y >= area.y + area.height) return -1;
        const at = this.window.left + ((x - area.x) / area.width) * (this.window.right - this.window.left);
        return rowAt(this.layout, this.depthAt(y, area), at);
    }

    /**
     * Where a box is on the canvas, possibly outside of the area.
     * @param {number} row @param {Area} area @returns {Area | null}
     */
    boxOf(row, area) {
        if (!this.layout || !this.tree || row < 0) return null;
        const scale = area.width / (this.window.right - this.window.left);
        const from = area.x + (this.layout.from[row] - this.window.left) * scale;
        const to = area.x + (this.layout.to[row] - this.window.left) * scale;
        return { x: from, y: this.top(this.tree.depth[row], area), width: to - from, height: ROW };
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {BoxPalette} palette */
    draw(pen, area, palette) {
        this.drawn = 0;
        const { layout } = this;
        if (!layout) return;
        this.boundScroll(area.height);
        /** @type {number[]} */
        const labelled = [];
        const edges = this.depthAt(area.y + (this.upward ? area.height - 1 : 0), area);
        const last = Math.min(layout.depths - 1, edges + Math.ceil(area.height / ROW));
        for (let depth = Math.max(this.skip, edges); depth <= last; depth++) this.drawDepth(pen, area, depth, labelled);
        this.drawHot(pen, area, palette);
        this.drawLabels(pen, area, labelled);
        this.outline(pen, area, this.hovered, palette.hover, 1);
        this.outline(pen, area, this.selected, palette.selected, 2);
        this.drawScroll(pen, area, palette);
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {number} depth @param {number[]} labelled */
    drawDepth(pen, area, depth, labelled) {
        const layout = /** @type {import('./flame-layout.js').Layout} */ (this.layout);
        const y = this.top(depth, area);
        let now = -1;
        /** @param {number} row @param {number} from @param {number} to @param {number} gap */
        const fill = (row, from, to, gap) => {
            const look = this.look[row];
            if (look !== now) pen.fillStyle = this.looks[(now = look)].fill;
            const left = Math.max(0, from);
            pen.fillRect(area.x + left, y, Math.max(0.6, Math.min(area.width, to) - left - gap), ROW - 1);
            this.drawn++;
        };
        visit(layout, depth, this.window, area.width, (row, from, to) => {
            // A gap of one pixel parts boxes; narrow boxes have none to lose.
            fill(row, from, to, to - from > 3 ? 1 : 0);
            if (Math.min(area.width, to) - Math.max(0, from) >= LABEL_ROOM) labelled.push(row, from, to, y);
        }, (row, from, to) => fill(row, from, Math.max(to, from + 0.6), 0));
    }

    /**
     * Labels after all boxes: changing the font for each box would double the time of a frame.
     * @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {number[]} labelled
     */
    drawLabels(pen, area, labelled) {
        pen.font = FONT;
        pen.textAlign = 'left';
        pen.textBaseline = 'middle';
        for (let at = 0; at < labelled.length; at += 4) {
            const [row, from, to, y] = [labelled[at], labelled[at + 1], labelled[at + 2], labelled[at + 3]];
            const left = Math.max(0, from) + PADDING;
            const text = fit(this.name(row), Math.min(area.width, to) - left - PADDING);
            if (!text || y < area.y - 2 || y + ROW > area.y + area.height + 3) continue;
            pen.fillStyle = this.looks[this.look[row]].text;
            pen.fillText(text, area.x + left, y + ROW / 2);
        }
    }

    /** The hot path as an edge at the left of its boxes. @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {BoxPalette} palette */
    drawHot(pen, area, palette) {
        pen.fillStyle = palette.hot;
        for (const row of this.hot) {
            const box = this.boxOf(row, area);
            if (!box || box.width < 6 || !this.inside(box, area)) continue;
            pen.fillRect(Math.max(area.x, box.x), box.y, 3, ROW - 1);
        }
    }

    /** @param {Area} box @param {Area} area */
    inside(box, area) {
        const across = box.x < area.x + area.width && box.x + box.width > area.x;
        return across && box.y + ROW > area.y && box.y < area.y + area.height;
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {number} row @param {string} colour @param {number} line */
    outline(pen, area, row, colour, line) {
        const box = this.boxOf(row, area);
        if (!box || !this.inside(box, area)) return;
        const left = Math.max(area.x, box.x);
        const right = Math.min(area.x + area.width, box.x + box.width);
        pen.strokeStyle = colour;
        pen.lineWidth = line;
        pen.strokeRect(left + line / 2, box.y + line / 2, Math.max(1, right - left - line - (right - left > 4 ? 1 : 0)), ROW - 1 - line);
    }

    /**
     * A thin mark at the right tells that there is more below or above.
     * @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {BoxPalette} palette
     */
    drawScroll(pen, area, palette) {
        if (this.contentHeight <= area.height) return;
        const length = Math.max(24, (area.height * area.height) / this.contentHeight);
        const share = this.scroll / (this.contentHeight - area.height);
        const from = (area.height - length) * (this.upward ? 1 - share : share);
        pen.globalAlpha = 0.55;
        pen.fillStyle = palette.faint;
        pen.fillRect(area.x + area.width - 6, area.y + from, 5, length);
        pen.globalAlpha = 1;
    }

    /**
     * Moves the window as little as needed so that a box can be seen. Boxes too narrow to see are zoomed to their
     * nearest ancestor in which they get some pixels.
     * @param {number} row @param {Area} area @returns {{ left: number, right: number }}
     */
    revealing(row, area) {
        const { layout, tree } = this;
        if (!layout || !tree || row < 0 || area.width < 1) return this.window;
        this.reachDepth(tree.depth[row], area.height);
        const { left, right } = this.window;
        const [from, to] = [layout.from[row], layout.to[row]];
        if (!(to > from)) return this.window;
        const wide = (to - from) * (area.width / (right - left)) >= 4;
        if (wide && from < right && to > left) return this.window;
        if (wide) return bounded({ left: from - (right - left) / 4, right: from + ((right - left) * 3) / 4 });
        const span = Math.min(1, (to - from) * 8);
        return bounded({ left: (from + to) / 2 - span / 2, right: (from + to) / 2 + span / 2 });
    }

    /** @param {number} depth @param {number} height */
    reachDepth(depth, height) {
        if (depth * ROW < this.scroll) this.scroll = depth * ROW;
        if ((depth + 1) * ROW > this.scroll + height) this.scroll = (depth + 1) * ROW - height;
    }
}
