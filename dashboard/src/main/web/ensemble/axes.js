// Axes of plots over runs: a scale per axis, linear, logarithmic or of words, and its lines and labels.

import { fit, measure, SMALL } from '../draw/canvas.js';
import { dateTicks } from './dates.js';
import { significant, value as valueText, whole } from '../draw/format.js';
import { tickTexts, ticks } from '../draw/ticks.js';

/** @typedef {{x: number, y: number, width: number, height: number}} Area */
/** @typedef {{at: (value: number) => number, from: (share: number) => number, marks: {value: number, text: string}[], low: number, high: number}} Scale  at: 0..1 */

/** Words side by side. @param {string[]} words @returns {Scale} */
export function wordScale(words) {
    const last = Math.max(1, words.length - 1);
    const at = (/** @type {number} */ code) => (words.length === 1 ? 0.5 : (code < 0 ? NaN : code) / last);
    return { at, from: (share) => share * last, low: 0, high: last, marks: words.map((text, value) => ({ value, text })) };
}

/**
 * @param {number} low @param {number} high @param {(value: number) => string} write @param {{log?: boolean, count?: number, integers?: boolean, margin?: number}} [options]  margin: share of the range at both ends
 * @returns {Scale}
 */
export function numberScale(low, high, write, { log = false, count = 5, integers = false, margin = 0 } = {}) {
    if (!(high >= low)) return { at: () => NaN, from: () => NaN, marks: [], low: 0, high: 1 };
    if (log && low > 0 && high > low) return logScale(low, high, write);
    const room = (high - low) * margin;
    const [from, to] = high > low ? [low >= 0 && low < room ? 0 : low - room, high + room] : [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
    const span = to - from;
    const values = high > low ? ticks(from, to, count, integers) : [low];
    const texts = tickTexts(values, write);
    return { at: (value) => (value - from) / span, from: (share) => from + share * span, low: from, high: to, marks: values.map((value, i) => ({ value, text: texts[i] })) };
}

/** @param {number} low @param {number} high @param {(value: number) => string} write @returns {Scale} */
function logScale(low, high, write) {
    const [from, span] = [Math.log(low), Math.log(high / low)];
    const marks = [];
    const base = high / low > 1000 ? 10 : 2;
    for (let value = base ** Math.ceil(Math.log(low * 0.999) / Math.log(base)); value <= high * 1.001; value *= base) marks.push({ value, text: write(value) });
    return { at: (value) => (Math.log(value) - from) / span, from: (share) => Math.exp(from + share * span), low, high, marks };
}

/** Points in time, with marks at round ones. @param {number} low @param {number} high @param {number} margin @param {number} [count] @returns {Scale} */
export function dateScale(low, high, margin, count = 5) {
    const plain = numberScale(low, high, String, { margin });
    return { ...plain, marks: high > low ? dateTicks(plain.low, plain.high, count) : dateTicks(low, low, 1) };
}

/** How numbers of an axis are written. @param {string} unit @param {boolean} integers @returns {(value: number) => string} */
export function writing(unit, integers) {
    if (unit) return (value) => valueText(value, unit);
    return (value) => (integers || Number.isInteger(value) ? whole(value) : significant(value));
}

const LEFT = 62;
const BOTTOM = 34;
const TOP = 20;

/** @param {number} width @param {number} height @param {number} [left] @returns {Area} */
export function plotArea(width, height, left = LEFT) {
    return { x: left, y: TOP, width: Math.max(20, width - left - 14), height: Math.max(20, height - TOP - BOTTOM) };
}

/**
 * @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {Scale} x @param {Scale} y
 * @param {{x: string, y: string}} titles @param {import('../draw/palette.js').Palette} palette
 */
export function drawAxes(pen, area, x, y, titles, palette) {
    pen.font = SMALL;
    pen.textBaseline = 'middle';
    pen.textAlign = 'right';
    let last = Infinity;
    for (const { value, text } of y.marks) {
        const at = Math.round(area.y + area.height * (1 - y.at(value)));
        pen.fillStyle = palette.grid;
        pen.fillRect(area.x, at, area.width, 1);
        if (last - at < 13) continue;
        last = at;
        pen.fillStyle = palette.faint;
        pen.fillText(fit(text, area.x - 8, SMALL), area.x - 5, at);
    }
    pen.textBaseline = 'top';
    pen.textAlign = 'center';
    let right = -Infinity;
    for (const { value, text } of x.marks) {
        const at = Math.round(area.x + area.width * x.at(value));
        pen.fillStyle = palette.grid;
        pen.fillRect(at, area.y, 1, area.height);
        const shown = fit(text, 110, SMALL);
        const half = measure(shown, SMALL) / 2;
        const middle = Math.max(half + 2, Math.min(area.x + area.width + 12 - half, at));
        if (middle - half < right + 6) continue;
        right = middle + half;
        pen.fillStyle = palette.faint;
        pen.fillText(shown, middle, area.y + area.height + 4);
    }
    pen.fillStyle = palette.text;
    pen.fillText(fit(titles.x, area.width, SMALL), area.x + area.width / 2, area.y + area.height + 19);
    pen.textAlign = 'left';
    pen.fillText(fit(titles.y, area.x + area.width - 8, SMALL), 6, 3);
}
