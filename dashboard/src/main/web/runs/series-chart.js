// The iterations of a loop as a line (the mean over ranks) in a band (fastest to slowest rank), with drift and jumps.

import { SMALL, fit, measure } from '../draw/canvas.js';
import { tickTexts, ticks } from '../draw/ticks.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */
/** @typedef {import('../draw/canvas.js').Pen} Pen */
/** @typedef {import('../draw/palette.js').Palette} Palette */

/**
 * @typedef {Object} Series
 * @property {Int32Array} iteration
 * @property {Float64Array} mean
 * @property {Float64Array} min
 * @property {Float64Array} max
 * @property {number[]} jumps iterations
 * @property {{ slope: number, change: number, r: number, text: string } | null} drift
 */

const LEFT = 56;
const TOP = 16;
const BOTTOM = 16;

/** @param {Area} area @returns {Area} */
export function seriesPlot(area) {
    return { x: area.x + LEFT, y: area.y + TOP, width: Math.max(10, area.width - LEFT - 10), height: Math.max(10, area.height - TOP - BOTTOM) };
}

/**
 * The range of the axis: of the band without its rarest peaks, which would flatten everything else, but never less than
 * the mean needs.
 * @param {Series} series
 */
export function seriesRange({ mean, min, max }) {
    const highs = max.filter((each) => !Number.isNaN(each)).sort();
    const lows = min.filter((each) => !Number.isNaN(each)).sort();
    let low = lows[Math.floor(lows.length * 0.01)] ?? 0;
    let high = highs[Math.min(highs.length - 1, Math.ceil(highs.length * 0.99))] ?? 1;
    for (const each of mean) {
        if (each < low) low = each;
        if (each > high) high = each;
    }
    if (!(high > low)) return { low: low - (Math.abs(low) || 1) / 2, high: high + (Math.abs(high) || 1) / 2 };
    // A band near zero shows zero: a quarter above it is not "from zero".
    return { low: low < high * 0.25 ? 0 : low - (high - low) * 0.06, high: high + (high - low) * 0.06 };
}

/** @param {Series} series @param {Area} plot @param {number} at index @param {number} [side] */
export function seriesX(series, plot, at, side = 0.5) {
    return plot.x + ((at + side) / series.iteration.length) * plot.width;
}

/** @param {Series} series @param {Area} plot @param {number} x */
export function seriesIndex(series, plot, x) {
    const count = series.iteration.length;
    return Math.max(0, Math.min(count - 1, Math.floor(((x - plot.x) / plot.width) * count)));
}

/**
 * @param {Pen} pen @param {Area} area @param {Series} series
 * @param {{ palette: Palette, span: [number, number] | null, cursor: number, write: (value: number) => string }} look
 */
export function drawSeries(pen, area, series, { palette, span, cursor, write }) {
    const plot = seriesPlot(area);
    const range = seriesRange(series);
    /** @param {number} value */
    const y = (value) => plot.y + plot.height * (1 - (Math.max(range.low, Math.min(range.high, value)) - range.low) / (range.high - range.low));
    drawAxes(pen, plot, series, range, y, palette, write);
    if (span) {
        const [from, to] = [seriesX(series, plot, span[0], 0), seriesX(series, plot, span[1], 1)];
        pen.fillStyle = palette.selected;
        pen.globalAlpha = 0.12;
        pen.fillRect(from, plot.y, to - from, plot.height);
        pen.globalAlpha = 1;
        for (const edge of [from, to]) pen.fillRect(Math.round(edge), plot.y, 1, plot.height);
    }
    const columns = columnsOf(series, plot);
    drawBand(pen, series, columns, plot, y, span, palette);
    drawLine(pen, series, columns, plot, y, palette);
    drawJumps(pen, plot, series, palette);
    drawDrift(pen, plot, series, y, palette);
    if (cursor >= 0) drawCursor(pen, plot, series, cursor, y, palette);
}

/**
 * At most one column for each pixel: from which index to which. Longer series than pixels keep their extremes.
 * @param {Series} series @param {Area} plot
 */
export function columnsOf(series, plot) {
    const count = series.iteration.length;
    const columns = Math.min(count, Math.max(1, Math.floor(plot.width)));
    return Array.from({ length: columns }, (_, at) => /** @type {[number, number]} */ ([Math.floor((at * count) / columns), Math.floor(((at + 1) * count) / columns)]));
}

/** @param {Float64Array} values @param {number} from @param {number} to @param {(a: number, b: number) => number} pick */
function over(values, from, to, pick) {
    let found = NaN;
    for (let at = from; at < to; at++) if (!Number.isNaN(values[at])) found = Number.isNaN(found) ? values[at] : pick(found, values[at]);
    return found;
}

/** @param {Pen} pen @param {Series} series @param {[number, number][]} columns @param {Area} plot @param {(value: number) => number} y @param {[number, number] | null} span @param {Palette} palette */
function drawBand(pen, series, columns, plot, y, span, palette) {
    const wide = plot.width / columns.length;
    columns.forEach(([from, to], at) => {
        const low = over(series.min, from, to, Math.min);
        const high = over(series.max, from, to, Math.max);
        if (Number.isNaN(low)) return;
        pen.fillStyle = !span || (to > span[0] && from <= span[1]) ? palette.band : palette.grid;
        pen.fillRect(plot.x + at * wide, y(high), wide + 0.3, Math.max(1, y(low) - y(high)));
    });
}

/** @param {Pen} pen @param {Series} series @param {[number, number][]} columns @param {Area} plot @param {(value: number) => number} y @param {Palette} palette */
function drawLine(pen, series, columns, plot, y, palette) {
    const wide = plot.width / columns.length;
    pen.strokeStyle = palette.bar;
    pen.lineWidth = 1.5;
    pen.beginPath();
    let open = false;
    columns.forEach(([from, to], at) => {
        let [sum, count] = [0, 0];
        for (let index = from; index < to; index++) {
            if (Number.isNaN(series.mean[index])) continue;
            sum += series.mean[index];
            count++;
        }
        if (count === 0) return;
        const x = plot.x + (at + 0.5) * wide;
        if (open) pen.lineTo(x, y(sum / count));
        else pen.moveTo(x, y(sum / count));
        open = true;
    });
    pen.stroke();
}

/** @param {Pen} pen @param {Area} plot @param {Series} series @param {Palette} palette */
function drawJumps(pen, plot, series, palette) {
    let free = -Infinity;
    pen.font = SMALL;
    pen.textBaseline = 'bottom';
    pen.textAlign = 'left';
    for (const jump of series.jumps) {
        const at = series.iteration.indexOf(jump);
        if (at < 0) continue;
        const x = Math.round(seriesX(series, plot, at, 0)) + 0.5;
        pen.strokeStyle = palette.outlier;
        pen.lineWidth = 1;
        pen.beginPath();
        pen.moveTo(x, plot.y - 2);
        pen.lineTo(x, plot.y + plot.height);
        pen.stroke();
        const text = `jump at ${jump}`;
        const wide = measure(text, SMALL);
        const left = Math.min(plot.x + plot.width - wide, Math.max(plot.x, x - wide / 2));
        if (left < free) continue;
        pen.fillStyle = palette.outlier;
        pen.fillText(text, left, plot.y - 2);
        free = left + wide + 8;
    }
}

/** The fitted line through the middle of the series. @param {Pen} pen @param {Area} plot @param {Series} series @param {(value: number) => number} y @param {Palette} palette */
function drawDrift(pen, plot, series, y, palette) {
    if (!series.drift) return;
    const count = series.iteration.length;
    let [sum, measured] = [0, 0];
    for (const each of series.mean) {
        if (Number.isNaN(each)) continue;
        sum += each;
        measured++;
    }
    const half = (series.drift.slope * (count - 1)) / 2;
    pen.strokeStyle = palette.outlier;
    pen.lineWidth = 1.5;
    pen.setLineDash([6, 4]);
    pen.beginPath();
    pen.moveTo(seriesX(series, plot, 0), y(sum / measured - half));
    pen.lineTo(seriesX(series, plot, count - 1), y(sum / measured + half));
    pen.stroke();
    pen.setLineDash([]);
}

/** @param {Pen} pen @param {Area} plot @param {Series} series @param {number} at @param {(value: number) => number} y @param {Palette} palette */
function drawCursor(pen, plot, series, at, y, palette) {
    pen.fillStyle = palette.selected;
    const x = seriesX(series, plot, at);
    pen.fillRect(Math.round(x), plot.y, 1, plot.height);
    pen.beginPath();
    pen.arc(x, y(series.mean[at]), 3.5, 0, 2 * Math.PI);
    pen.fill();
}

/** @param {Pen} pen @param {Area} plot @param {Series} series @param {{ low: number, high: number }} range @param {(value: number) => number} y @param {Palette} palette @param {(value: number) => string} write */
function drawAxes(pen, plot, series, range, y, palette, write) {
    pen.font = SMALL;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    const values = ticks(range.low, range.high, Math.max(1, Math.floor(plot.height / 34)));
    const texts = tickTexts(values, write);
    values.forEach((tick, at) => {
        pen.fillStyle = palette.grid;
        pen.fillRect(plot.x, Math.round(y(tick)), plot.width, 1);
        pen.fillStyle = palette.faint;
        pen.fillText(fit(texts[at], LEFT - 8, SMALL), plot.x - 6, y(tick));
    });
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    pen.fillStyle = palette.faint;
    const [first, last] = [series.iteration[0], series.iteration[series.iteration.length - 1]];
    for (const tick of ticks(first, last, Math.max(1, Math.floor(plot.width / 70)), true)) {
        const at = lowerBound(series.iteration, tick);
        const text = tick.toLocaleString('en-US');
        const wide = measure(text, SMALL);
        const x = seriesX(series, plot, at);
        pen.fillText(text, Math.min(plot.x + plot.width - wide, Math.max(plot.x, x - wide / 2)), plot.y + plot.height + 4);
    }
}

/** @param {Int32Array} sorted @param {number} value */
export function lowerBound(sorted, value) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle] >= value) high = middle;
        else low = middle + 1;
    }
    return low;
}
