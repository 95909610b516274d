// Ranks folded to a grid: so many ranks per row, one cell per rank. Folded at the right length a pattern over ranks becomes
// a shape: "every 8th rank" stands as columns, a slow block lies as a bar. The geometry and the pixels; drawing elsewhere.

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

/** Cells below this many pixels get a whole number of them: stripes of one and two pixels would look like a pattern. */
const UNEVEN_BELOW = 8;

/**
 * The size of a cell when `count` of them share `room` pixels.
 * @param {number} room @param {number} count
 */
export function cellSize(room, count) {
    const size = room / count;
    return size >= 1 && size < UNEVEN_BELOW ? Math.floor(size) : size;
}

/**
 * The row length that uses the room best with cells that are nearly square: a multiple of the pattern where there is one,
 * else of eight, and rather a power of two.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @param {number | null} every
 */
export function autoPerRow(count, width, height, every) {
    const unit = every && every > 1 && every < count ? every : Math.min(8, count);
    let [best, bestScore] = [unit, -Infinity];
    const most = Math.min(count + unit - 1, Math.max(unit, width));
    for (let perRow = unit; perRow <= most; perRow += unit) {
        const [wide, tall] = [cellSize(width, perRow), cellSize(height, Math.ceil(count / perRow))];
        const used = (Math.min(width, wide * perRow) * Math.min(height, tall * Math.ceil(count / perRow))) / (width * height);
        const even = Number.isInteger(Math.log2(perRow / unit)) ? 0.05 : 0;
        const score = used + even - 0.12 * Math.abs(Math.log2(wide / tall)) - (tall < 1 ? 1 : 0);
        if (score > bestScore) [best, bestScore] = [perRow, score];
    }
    return Math.min(count, best);
}

/**
 * Row lengths to offer: powers of two, and multiples of the pattern.
 * @param {number} count
 * @param {number | null} every
 */
export function foldings(count, every) {
    const found = new Set();
    for (let each = 4; each < count; each *= 2) found.add(each);
    for (let each = every ?? 0; every && every > 1 && each < count && each <= every * 32; each *= 2) found.add(each);
    return [...found].filter((each) => count / each <= 8192 && each <= 4096).sort((a, b) => a - b);
}

export class RankGrid {
    /** @param {number} count @param {number} perRow @param {Area} area */
    constructor(count, perRow, area) {
        this.count = count;
        this.perRow = Math.max(1, Math.min(perRow, count));
        this.rows = Math.ceil(count / this.perRow);
        this.cellWidth = cellSize(area.width, this.perRow);
        this.cellHeight = cellSize(area.height, this.rows);
        this.area = { x: area.x, y: area.y, width: this.cellWidth * this.perRow, height: this.cellHeight * this.rows };
    }

    /** The place under a point, or -1. @param {number} x @param {number} y */
    at(x, y) {
        const column = Math.floor((x - this.area.x) / this.cellWidth);
        const row = Math.floor((y - this.area.y) / this.cellHeight);
        if (column < 0 || column >= this.perRow || row < 0 || row >= this.rows) return -1;
        const place = row * this.perRow + column;
        return place < this.count ? place : -1;
    }

    /** The place nearest to a point that may be outside: a drag goes on beyond the edge. @param {number} x @param {number} y */
    nearest(x, y) {
        const column = Math.max(0, Math.min(this.perRow - 1, Math.floor((x - this.area.x) / this.cellWidth)));
        const row = Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.area.y) / this.cellHeight)));
        return Math.min(this.count - 1, row * this.perRow + column);
    }

    /** The column whose heading is under a point, or -1. @param {number} x @param {number} y @param {boolean} [anywhere]  a drag goes on beyond the headings */
    columnAt(x, y, anywhere = false) {
        const column = Math.floor((x - this.area.x) / this.cellWidth);
        if (anywhere) return Math.max(0, Math.min(this.perRow - 1, column));
        return y < this.area.y && column >= 0 && column < this.perRow ? column : -1;
    }

    /** The row whose heading is under a point, or -1. @param {number} x @param {number} y @param {boolean} [anywhere] */
    rowAt(x, y, anywhere = false) {
        const row = Math.floor((y - this.area.y) / this.cellHeight);
        if (anywhere) return Math.max(0, Math.min(this.rows - 1, row));
        return x < this.area.x && row >= 0 && row < this.rows ? row : -1;
    }

    /**
     * The places in a box, all ends included.
     * @param {[number, number]} rows @param {[number, number]} columns
     */
    box([top, bottom], [left, right]) {
        const mask = new Uint8Array(this.count);
        for (let row = top; row <= bottom; row++) {
            for (let column = left; column <= right && row * this.perRow + column < this.count; column++) mask[row * this.perRow + column] = 1;
        }
        return mask;
    }

    /** The box between two places that are its corners. @param {number} one @param {number} other */
    boxOf(one, other) {
        const [left, right] = [one % this.perRow, other % this.perRow].sort((a, b) => a - b);
        const [top, bottom] = [one, other].map((place) => Math.floor(place / this.perRow)).sort((a, b) => a - b);
        return this.box([top, bottom], [left, right]);
    }

    /** @param {[number, number]} span */
    ofColumns(span) {
        return this.box([0, this.rows - 1], span);
    }

    /** @param {[number, number]} span */
    ofRows(span) {
        return this.box(span, [0, this.perRow - 1]);
    }

    /** @param {number} place @returns {Area} */
    cell(place) {
        const row = Math.floor(place / this.perRow);
        const column = place % this.perRow;
        return {
            x: this.area.x + column * this.cellWidth,
            y: this.area.y + row * this.cellHeight,
            width: this.cellWidth,
            height: this.cellHeight,
        };
    }
}

/**
 * One pixel per cell; fewer pixels where the screen has fewer, and then the slowest rank of a pixel gives its colour:
 * a single slow rank must not vanish between pixels.
 * @param {Uint32Array} pixels `width` times `height`
 * @param {number} width @param {number} height
 * @param {Float64Array} value @param {number} perRow
 * @param {{ low: number, high: number }} range
 * @param {{ strong: Uint32Array, muted: Uint32Array, none: number }} colours
 * @param {Uint8Array | null} selected
 */
export function fillPixels(pixels, width, height, value, perRow, range, colours, selected) {
    pixels.fill(colours.none);
    const rows = Math.ceil(value.length / perRow);
    const scale = range.high > range.low ? 255 / (range.high - range.low) : 0;
    const exact = width === perRow && height === rows;
    const slowest = exact ? null : new Float64Array(width * height).fill(-Infinity);
    for (let at = 0; at < value.length; at++) {
        const each = value[at];
        if (Number.isNaN(each)) continue;
        const pixel = exact ? at : Math.floor((Math.floor(at / perRow) * height) / rows) * width + Math.floor(((at % perRow) * width) / perRow);
        if (slowest) {
            if (each <= slowest[pixel]) continue;
            slowest[pixel] = each;
        }
        const step = Math.max(0, Math.min(255, Math.round((each - range.low) * scale)));
        pixels[pixel] = selected && !selected[at] ? colours.muted[step] : colours.strong[step];
    }
}
