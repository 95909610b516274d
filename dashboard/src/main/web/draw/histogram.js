// How many ranks have which value: bins, and the bars that draw them.

import { SMALL, measure } from './canvas.js';
import { counted } from './format.js';
import { tickTexts, ticks } from './ticks.js';
import { scaleColour } from './palette.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

/**
 * @typedef {Object} Histogram
 * @property {number} low
 * @property {number} high
 * @property {Int32Array} counts
 * @property {Int32Array} bin of each value, -1 where not measured
 * @property {number} most
 * @property {boolean} open the last bin holds values beyond `high` too
 */

/**
 * The bins. Few values far above the others would press all others into one bin: where `clip` says so, the last bin
 * holds everything beyond.
 * @param {Float64Array} value
 * @param {number} bins
 * @param {number} [clip]
 * @returns {Histogram}
 */
export function histogram(value, bins, clip = Infinity) {
    let [low, most] = [Infinity, -Infinity];
    for (const each of value) {
        if (each < low) low = each;
        if (each > most) most = each;
    }
    let high = Math.min(most, clip);
    // Equal values fall into one bin in the middle rather than on an edge.
    const span = high > low ? high - low : Math.abs(low) || 1;
    if (!(high > low)) [low, high] = [low - span / 2, low + span / 2];
    const counts = new Int32Array(bins);
    const bin = new Int32Array(value.length).fill(-1);
    for (let at = 0; at < value.length; at++) {
        if (Number.isNaN(value[at])) continue;
        bin[at] = Math.min(bins - 1, Math.floor(((value[at] - low) / span) * bins));
        counts[bin[at]]++;
    }
    return { low, high, open: most > high, counts, bin, most: counts.reduce((top, each) => Math.max(top, each), 0) };
}

/** Where the bins end when few values lie far out. @param {{ p1: number, p99: number, max: number }} stats */
export function clipOf({ p1, p99, max }) {
    const far = p99 + (p99 - p1) * 0.6;
    return p99 > p1 && max > far ? far : Infinity;
}

/** The bins at one time for a mask: how many of each bin are selected. @param {Histogram} bins @param {Uint8Array | null} selected */
export function selectedCounts(bins, selected) {
    if (!selected) return bins.counts;
    const counts = new Int32Array(bins.counts.length);
    for (let at = 0; at < bins.bin.length; at++) if (selected[at] && bins.bin[at] >= 0) counts[bins.bin[at]]++;
    return counts;
}

const AXIS = 16;
const CAPTION = 15;

/**
 * The part of the area that has the bars.
 * @param {Area} area @returns {Area}
 */
export function barsOf(area) {
    return { x: area.x, y: area.y + CAPTION, width: area.width, height: Math.max(10, area.height - AXIS - CAPTION) };
}

/** @param {Histogram} bins @param {Area} area @param {number} x @param {number} y */
export function binAt(bins, area, x, y) {
    if (x < area.x || x >= area.x + area.width || y < area.y || y > area.y + area.height) return -1;
    return Math.floor(((x - area.x) / area.width) * bins.counts.length);
}

/**
 * The bars have the colours of the heat strip, where there is one: the histogram is its legend.
 * @param {import('./canvas.js').Pen} pen
 * @param {Area} area
 * @param {Histogram} bins
 * @param {Int32Array} selected
 * @param {{ palette: import('./palette.js').Palette, range: { low: number, high: number } | null, write: (value: number) => string, unit: string }} look
 */
export function drawHistogram(pen, area, bins, selected, { palette, range, write, unit }) {
    const bars = barsOf(area);
    const wide = bars.width / bins.counts.length;
    const bottom = bars.y + bars.height;
    for (let at = 0; at < bins.counts.length; at++) {
        if (bins.counts[at] === 0) continue;
        const middle = bins.low + ((at + 0.5) / bins.counts.length) * (bins.high - bins.low);
        const x = bars.x + at * wide;
        const gap = wide > 4 ? 1 : 0;
        drawBar(pen, x, bottom, wide - gap, height(bins.counts[at], bins.most, bars.height), palette.mutedBar);
        if (selected[at] > 0) drawBar(pen, x, bottom, wide - gap, height(selected[at], bins.most, bars.height), range ? heatColour(palette, range, middle) : palette.bar);
    }
    pen.fillStyle = palette.faint;
    pen.fillRect(bars.x, bottom, bars.width, 1);
    drawMost(pen, bars, bins, unit);
    drawAxis(pen, bars, bins, palette, write);
}

/** @param {import('./palette.js').Palette} palette @param {{ low: number, high: number }} range @param {number} value */
function heatColour(palette, range, value) {
    const step = Math.round(((value - range.low) / (range.high - range.low || 1)) * 255);
    return scaleColour(palette.scale, Math.max(0, Math.min(255, step)));
}

/** One rank among thousands must still be seen: no bar is lower than two pixels. @param {number} count @param {number} most @param {number} room */
const height = (count, most, room) => Math.max(2, (count / most) * room);

/** @param {import('./canvas.js').Pen} pen @param {number} x @param {number} bottom @param {number} width @param {number} tall @param {string} colour */
function drawBar(pen, x, bottom, width, tall, colour) {
    pen.fillStyle = colour;
    pen.fillRect(x, bottom - tall, Math.max(0.5, width), tall);
}

/** The scale of the bars, above them: how many the fullest bin has. @param {import('./canvas.js').Pen} pen @param {Area} bars @param {Histogram} bins @param {string} unit */
function drawMost(pen, bars, bins, unit) {
    pen.font = SMALL;
    pen.textAlign = 'right';
    pen.textBaseline = 'top';
    pen.fillText(`top: ${counted(bins.most, unit)}`, bars.x + bars.width, bars.y - CAPTION + 1);
}

/** @param {import('./canvas.js').Pen} pen @param {Area} bars @param {Histogram} bins @param {import('./palette.js').Palette} palette @param {(value: number) => string} write */
function drawAxis(pen, bars, bins, palette, write) {
    pen.font = SMALL;
    pen.fillStyle = palette.faint;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    let free = bars.x;
    const values = ticks(bins.low, bins.high, Math.max(2, Math.floor(bars.width / 90)));
    const texts = tickTexts(values, write);
    values.forEach((tick, at) => {
        const x = bars.x + ((tick - bins.low) / (bins.high - bins.low)) * bars.width;
        const text = texts[at];
        const wide = measure(text, SMALL);
        const left = Math.min(bars.x + bars.width - wide, Math.max(bars.x, x - wide / 2));
        if (left < free) return;
        pen.fillRect(x, bars.y + bars.height, 1, 3);
        pen.fillText(text, left, bars.y + bars.height + 4);
        free = left + wide + 10;
    });
}
