// Draws one value per rank: bars where each rank has some pixels, a folded heat grid or a sorted curve where there are many.

import { SMALL, fit, measure } from '../draw/canvas.js';
import { RankGrid, autoPerRow, fillPixels } from './rank-grid.js';
import { groupLabel } from './rank-values.js';
import { ticks } from '../draw/ticks.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */
/** @typedef {import('../draw/canvas.js').Pen} Pen */
/** @typedef {import('../draw/palette.js').Palette} Palette */

/**
 * What to draw; places are ranks in the order shown.
 * @typedef {Object} RankPlot
 * @property {Float64Array} value by group
 * @property {Int32Array | null} order group at each place; null: as numbered
 * @property {Int32Array} number the rank of each group
 * @property {string[]} [names] of each group, where numbers do not name them
 * @property {Uint8Array | null} selected by group
 * @property {Uint8Array} outlier by group
 * @property {number} mean
 * @property {number} max
 * @property {{ low: number, high: number } | null} range of the colours; null: all values are alike, one colour for all
 * @property {{ every: number, offset: number } | null} period
 * @property {number} cursor place of the keyboard, -1
 * @property {(value: number) => string} write
 * @property {Float64Array | null} other by group, of the run that is compared with
 */

const LEFT = 56;
const BOTTOM = 16;

/** The part of an area that has the bars, beside its labels. @param {Area} area @returns {Area} */
export function plotOf(area) {
    return { x: area.x + LEFT, y: area.y + 6, width: Math.max(10, area.width - LEFT - 8), height: Math.max(10, area.height - BOTTOM - 6) };
}

/** @param {RankPlot} plot @param {number} place */
export const groupAt = (plot, place) => (plot.order ? plot.order[place] : place);

/** @param {Pen} pen @param {Area} area @param {RankPlot} plot @param {Palette} palette */
export function drawBars(pen, area, plot, palette) {
    const inner = plotOf(area);
    const count = plot.value.length;
    drawValueAxis(pen, inner, plot, palette);
    const wide = inner.width / count;
    for (let place = 0; place < count; place++) {
        const group = groupAt(plot, place);
        const value = plot.value[group];
        if (Number.isNaN(value)) continue;
        const tall = plot.max > 0 ? Math.max(1, (Math.max(0, value) / plot.max) * inner.height) : 0;
        pen.fillStyle = colourOf(plot, group, palette);
        const gap = wide > 8 ? Math.min(10, wide * 0.2) : wide > 3 ? 1 : 0;
        pen.fillRect(inner.x + place * wide + gap / 2, inner.y + inner.height - tall, Math.max(0.5, wide - gap), tall);
    }
    if (plot.other) drawOther(pen, inner, plot, plot.other, palette);
    drawMean(pen, inner, plot, palette);
    drawPlaces(pen, inner, plot, palette, (place) => (place + 0.5) * wide);
    if (plot.cursor >= 0) outline(pen, { x: inner.x + plot.cursor * wide, y: inner.y, width: wide, height: inner.height }, palette.selected);
}

/** A line across each bar where the other run is. @param {Pen} pen @param {Area} inner @param {RankPlot} plot @param {Float64Array} other @param {Palette} palette */
function drawOther(pen, inner, plot, other, palette) {
    const wide = inner.width / plot.value.length;
    pen.fillStyle = palette.text;
    for (let place = 0; place < plot.value.length; place++) {
        const value = other[groupAt(plot, place)];
        if (value >= 0 && plot.max > 0) pen.fillRect(inner.x + place * wide, inner.y + inner.height - (value / plot.max) * inner.height - 1, Math.max(1, wide - 1), 2);
    }
}

/** @param {RankPlot} plot @param {number} group @param {Palette} palette */
function colourOf(plot, group, palette) {
    if (plot.selected && !plot.selected[group]) return palette.mutedBar;
    return plot.outlier[group] ? palette.outlier : palette.bar;
}

/**
 * Sorted ranks as one filled curve: a column of pixels shows the slowest rank that falls into it.
 * @param {Pen} pen @param {Area} area @param {RankPlot} plot @param {Palette} palette
 */
export function drawCurve(pen, area, plot, palette) {
    const inner = plotOf(area);
    const count = plot.value.length;
    drawValueAxis(pen, inner, plot, palette);
    const columns = Math.max(1, Math.floor(inner.width));
    for (let column = 0; column < columns; column++) {
        const from = Math.floor((column * count) / columns);
        const to = Math.max(from + 1, Math.floor(((column + 1) * count) / columns));
        let value = NaN;
        let strong = from;
        for (let place = from; place < to; place++) {
            const group = groupAt(plot, place);
            if (!(value >= plot.value[group])) value = plot.value[group];
            if (plot.selected?.[group]) strong = place;
        }
        if (Number.isNaN(value)) continue;
        const tall = plot.max > 0 ? (Math.max(0, value) / plot.max) * inner.height : 0;
        pen.fillStyle = colourOf(plot, groupAt(plot, strong), palette);
        pen.fillRect(inner.x + column, inner.y + inner.height - tall, 1.2, tall);
    }
    drawMean(pen, inner, plot, palette);
    pen.font = SMALL;
    pen.fillStyle = palette.faint;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    pen.fillText('slowest', inner.x, inner.y + inner.height + 3);
    pen.textAlign = 'right';
    pen.fillText('fastest', inner.x + inner.width, inner.y + inner.height + 3);
}

/** @param {Pen} pen @param {Area} inner @param {RankPlot} plot @param {Palette} palette */
function drawValueAxis(pen, inner, plot, palette) {
    pen.font = SMALL;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const tick of ticks(0, plot.max, Math.max(1, Math.floor(inner.height / 34)))) {
        const y = inner.y + inner.height - (tick / plot.max) * inner.height;
        pen.fillStyle = palette.grid;
        pen.fillRect(inner.x, Math.round(y), inner.width, 1);
        pen.fillStyle = palette.faint;
        pen.fillText(plot.write(tick), inner.x - 6, y);
    }
}

/** @param {Pen} pen @param {Area} inner @param {RankPlot} plot @param {Palette} palette */
function drawMean(pen, inner, plot, palette) {
    if (!(plot.mean > 0) || !(plot.max > 0)) return;
    const y = Math.round(inner.y + inner.height - (plot.mean / plot.max) * inner.height) + 0.5;
    pen.strokeStyle = palette.text;
    pen.lineWidth = 1;
    pen.setLineDash([4, 3]);
    pen.beginPath();
    pen.moveTo(inner.x, y);
    pen.lineTo(inner.x + inner.width, y);
    pen.stroke();
    pen.setLineDash([]);
}

/** Numbers or names of ranks below the bars, as many as fit. @param {Pen} pen @param {Area} inner @param {RankPlot} plot @param {Palette} palette @param {(place: number) => number} middle */
function drawPlaces(pen, inner, plot, palette, middle) {
    pen.font = SMALL;
    pen.fillStyle = palette.faint;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    const count = plot.value.length;
    const widest = measure(groupLabel(plot, count - 1), SMALL) + 10;
    const step = [1, 2, 4, 8, 16, 32, 64, 128, 256].find((each) => each * (inner.width / count) >= widest) ?? count;
    for (let place = 0; place < count; place += step) {
        const text = fit(groupLabel(plot, groupAt(plot, place)), step * (inner.width / count), SMALL);
        pen.fillText(text, inner.x + middle(place) - measure(text, SMALL) / 2, inner.y + inner.height + 3);
    }
}

const GRID_TOP = 16;

/**
 * @param {Area} area
 * @param {number} count
 * @param {number | null} perRow null: as it fits best
 * @param {number | null} every
 */
export function gridOf(area, count, perRow, every) {
    const inner = {
        x: area.x + LEFT, y: area.y + GRID_TOP,
        width: Math.max(10, Math.floor(area.width - LEFT - 12)), height: Math.max(10, Math.floor(area.height - GRID_TOP - 4)),
    };
    return new RankGrid(count, perRow ?? autoPerRow(count, inner.width, inner.height, every), inner);
}

/** The heat grid keeps its image: a brush changes the colours of cells, a new frame alone does not. */
export class HeatImage {
    constructor() {
        this.canvas = document.createElement('canvas');
        this.pixels = new Uint32Array(0);
        /** @type {ImageData | null} */
        this.image = null;
    }

    /** @param {RankGrid} grid @param {RankPlot} plot @param {Palette} palette @param {number} ratio device pixels per CSS pixel */
    fill(grid, plot, palette, ratio) {
        const width = Math.min(grid.perRow, Math.max(1, Math.floor(grid.area.width * ratio)));
        const height = Math.min(grid.rows, Math.max(1, Math.floor(grid.area.height * ratio)));
        const pen = this.canvas.getContext('2d');
        if (!pen) return;
        if (!this.image || this.canvas.width !== width || this.canvas.height !== height) {
            this.canvas.width = width;
            this.canvas.height = height;
            this.image = pen.createImageData(width, height);
            this.pixels = new Uint32Array(this.image.data.buffer);
        }
        fillPixels(this.pixels, width, height, plot.value, grid.perRow, plot.range ?? { low: 0, high: 0 }, {
            ...(plot.range ? scalesOf(palette) : plainOf(palette)), none: opaque(palette.background),
        }, plot.selected);
        pen.putImageData(this.image, 0, 0);
    }
}

/** @param {Palette} palette */
const scalesOf = (palette) => ({ strong: new Uint32Array(palette.scale.buffer), muted: new Uint32Array(palette.mutedScale.buffer) });

/** Scales of one colour. @param {Palette} palette */
const plainOf = (palette) => ({ strong: Uint32Array.of(opaque(palette.plain)), muted: Uint32Array.of(opaque(palette.mutedPlain)) });

/** A pixel as the memory of an image has it. @param {string} hex */
function opaque(hex) {
    const bytes = new Uint8ClampedArray([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).concat(255));
    return new Uint32Array(bytes.buffer)[0];
}

/** @param {Pen} pen @param {RankGrid} grid @param {HeatImage} image @param {RankPlot} plot @param {Palette} palette */
export function drawGrid(pen, grid, image, plot, palette) {
    pen.imageSmoothingEnabled = false;
    pen.drawImage(image.canvas, grid.area.x, grid.area.y, grid.area.width, grid.area.height);
    drawGridLabels(pen, grid, plot, palette);
    drawOutliers(pen, grid, plot, palette);
    if (plot.cursor >= 0) outline(pen, grid.cell(plot.cursor), palette.selected);
}

/** @param {Pen} pen @param {RankGrid} grid @param {RankPlot} plot @param {Palette} palette */
function drawGridLabels(pen, grid, plot, palette) {
    pen.font = SMALL;
    pen.fillStyle = palette.faint;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    const rowStep = stepFor(grid.rows, grid.area.height, 26);
    for (let row = 0; row < grid.rows; row += rowStep) {
        const y = grid.area.y + (row + 0.5) * grid.cellHeight;
        pen.fillText(fit(groupLabel(plot, row * grid.perRow), LEFT - 8, SMALL), grid.area.x - 6, Math.max(grid.area.y + 5, y));
    }
    pen.textBaseline = 'alphabetic';
    pen.textAlign = 'left';
    const columnStep = stepFor(grid.perRow, grid.area.width, 36);
    for (let column = 0; column < grid.perRow; column += columnStep) {
        const text = `+${column}`;
        const x = grid.area.x + (column + 0.5) * grid.cellWidth - measure(text, SMALL) / 2;
        if (x + measure(text, SMALL) < grid.area.x + grid.area.width + 8) pen.fillText(text, Math.max(grid.area.x, x), grid.area.y - 6);
    }
    drawPeriod(pen, grid, plot, palette);
}

/** Powers of two, as ranks are counted. @param {number} count @param {number} room @param {number} each */
function stepFor(count, room, each) {
    let step = 1;
    while ((room / count) * step < each && step < count) step *= 2;
    return step;
}

/** Ticks above the columns of a pattern: only where the folding makes them columns. @param {Pen} pen @param {RankGrid} grid @param {RankPlot} plot @param {Palette} palette */
function drawPeriod(pen, grid, plot, palette) {
    if (!plot.period || grid.perRow % plot.period.every !== 0 || plot.number[0] !== 0) return;
    pen.fillStyle = palette.outlier;
    for (let column = plot.period.offset; column < grid.perRow; column += plot.period.every) {
        pen.fillRect(grid.area.x + column * grid.cellWidth, grid.area.y - 4, Math.max(1, grid.cellWidth - 0.5), 3);
    }
}

/**
 * Outliers have a frame where a cell is large enough for one, and a tick at the right of their row in any case.
 * @param {Pen} pen @param {RankGrid} grid @param {RankPlot} plot @param {Palette} palette
 */
function drawOutliers(pen, grid, plot, palette) {
    const framed = grid.cellWidth >= 5 && grid.cellHeight >= 5;
    let lastTick = -2;
    pen.fillStyle = palette.outlier;
    for (let group = 0; group < plot.outlier.length; group++) {
        if (!plot.outlier[group]) continue;
        const cell = grid.cell(group);
        if (framed) outline(pen, cell, palette.outlier, 1.5);
        if (cell.y < lastTick + 1) continue;
        lastTick = cell.y;
        pen.fillRect(grid.area.x + grid.area.width + 3, cell.y, 6, Math.max(1, grid.cellHeight - 0.5));
    }
}

/** @param {Pen} pen @param {Area} box @param {string} colour @param {number} [line] */
export function outline(pen, box, colour, line = 2) {
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.strokeRect(box.x + line / 2 - 0.5, box.y + line / 2 - 0.5, Math.max(1, box.width - line + 1), Math.max(1, box.height - line + 1));
}
