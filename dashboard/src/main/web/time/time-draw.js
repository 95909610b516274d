// Drawing a timeline: ruler, rows with their names, selection and minimap. The tiles lie below; what surrounds them is
// drawn over their ends.

import { SMALL, fitMiddle, measure } from '../draw/canvas.js';
import { tickText, timeTicks } from './time-axis.js';

/** @typedef {import('../draw/canvas.js').Pen} Pen */
/** @typedef {import('../draw/palette.js').Palette} Palette */
/** @typedef {import('./time-axis.js').Span} Span */
/** @typedef {import('../calltree/flame-boxes.js').Area} Area */
/** @typedef {import('./time-rows.js').Row} Row */

const RULER = 22;
const MINIMAP = 26;
const UTILISATION = 34;
const COUNTER = 30;
const WIDEST_LABEL = 150;
const TALLEST_ROW = 60;
const LABELLED_ROW = 12;

/** @typedef {{labels: number, ruler: Area, utilisation: Area | null, counters: Area | null, rows: Area, minimap: Area}} Layout */

/**
 * @param {number} width @param {number} height @param {string[]} names @param {number} rowCount  visible rows
 * @param {{utilisation: boolean, counters: number}} extra
 * @returns {Layout}
 */
export function layoutOf(width, height, names, rowCount, extra) {
    const widest = names.reduce((most, name) => Math.max(most, measure(name, SMALL)), 30);
    const labels = Math.min(WIDEST_LABEL, Math.round(width * 0.3), Math.ceil(widest) + 14);
    const inner = Math.max(20, width - labels - 8);
    const counters = Math.min(extra.counters * COUNTER, Math.round(height * 0.3));
    const above = RULER + (extra.utilisation ? UTILISATION : 0);
    const room = Math.max(20, height - above - counters - MINIMAP - 8);
    const rows = { x: labels, y: above, width: inner, height: Math.min(room, rowCount * TALLEST_ROW) };
    return {
        labels,
        ruler: { x: labels, y: 0, width: inner, height: RULER },
        utilisation: extra.utilisation ? { x: labels, y: RULER, width: inner, height: UTILISATION } : null,
        counters: counters > 0 ? { x: labels, y: above + rows.height + 4, width: inner, height: counters } : null,
        rows,
        minimap: { x: labels, y: above + rows.height + counters + 5, width: inner, height: MINIMAP },
    };
}

/** @param {Area} area @param {Span} span @param {number} time */
export const xOf = (area, [from, to], time) => area.x + ((time - from) / (to - from)) * area.width;

/** @param {Area} area @param {Span} span @param {number} x */
export const timeAt = (area, [from, to], x) => from + ((x - area.x) / area.width) * (to - from);

/** What lies outside the rows, over the ends of tiles. @param {Pen} pen @param {Layout} layout @param {number} width @param {number} height @param {Palette} palette */
export function drawFrame(pen, { rows }, width, height, palette) {
    pen.fillStyle = palette.background;
    pen.fillRect(0, 0, rows.x, height);
    pen.fillRect(rows.x + rows.width, 0, width - rows.x - rows.width, height);
    pen.fillRect(0, 0, width, rows.y);
    pen.fillRect(0, rows.y + rows.height, width, height - rows.y - rows.height);
}

/** @param {Pen} pen @param {Layout} layout @param {Span} span @param {Palette} palette */
export function drawRuler(pen, { ruler, rows }, span, palette) {
    const { times, step } = timeTicks(span, Math.max(2, Math.floor(ruler.width / 110)));
    pen.font = SMALL;
    pen.textBaseline = 'middle';
    for (const time of times) {
        const x = Math.round(xOf(ruler, span, time)) + 0.5;
        const text = tickText(time, step, Math.max(span[1], step));
        const half = measure(text, SMALL) / 2;
        pen.fillStyle = palette.faint;
        pen.textAlign = 'center';
        pen.fillText(text, Math.max(ruler.x + half, Math.min(ruler.x + ruler.width - half, x)), ruler.height / 2 - 1);
        pen.strokeStyle = palette.faint;
        pen.lineWidth = 1;
        pen.beginPath();
        pen.moveTo(x, ruler.height - 4);
        pen.lineTo(x, ruler.height);
        pen.stroke();
    }
    pen.strokeStyle = palette.grid;
    pen.strokeRect(rows.x - 0.5, rows.y - 0.5, rows.width + 1, rows.height + 1);
}

/**
 * Names of rows, as many as have room.
 * @param {Pen} pen @param {Layout} layout @param {Row[]} list @param {[number, number]} visible @param {number} stride
 * @param {Palette} palette @param {(row: Row) => boolean} chosen
 */
export function drawNames(pen, layout, list, [first, last], stride, palette, chosen) {
    const { rows, labels } = layout;
    const tall = rows.height / (last - first);
    const every = Math.max(stride, Math.ceil(LABELLED_ROW / tall / stride) * stride);
    pen.font = SMALL;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (let at = Math.ceil(first / every) * every; at < last; at += every) {
        const y = rows.y + (at - first + Math.min(every, stride) / 2) * tall;
        if (y > rows.y + rows.height - 2) break;
        pen.fillStyle = chosen(list[at]) ? palette.selected : palette.text;
        pen.fillText(fitMiddle(list[at].name, labels - 8, SMALL), labels - 6, y);
    }
}

/** Lines between rows that are high enough. @param {Pen} pen @param {Layout} layout @param {[number, number]} visible @param {Palette} palette */
export function drawGaps(pen, { rows }, [first, last], palette) {
    const tall = rows.height / (last - first);
    if (tall < 5) return;
    pen.fillStyle = palette.background;
    for (let at = 1; at < last - first; at++) pen.fillRect(rows.x, Math.round(rows.y + at * tall), rows.width, 1);
}

/** A selected interval: what lies outside is dimmed, and its ends are lines. @param {Pen} pen @param {Area} area @param {Span} span @param {readonly number[]} chosen @param {Palette} palette */
export function drawChosen(pen, area, span, chosen, palette) {
    const [left, right] = chosen.map((time) => Math.max(area.x, Math.min(area.x + area.width, xOf(area, span, time))));
    pen.save();
    pen.globalAlpha = 0.6;
    pen.fillStyle = palette.background;
    pen.fillRect(area.x, area.y, left - area.x, area.height);
    pen.fillRect(right, area.y, area.x + area.width - right, area.height);
    pen.restore();
    pen.fillStyle = palette.selected;
    for (const x of [left, right]) pen.fillRect(Math.max(area.x, Math.min(area.x + area.width - 2, x - 1)), area.y, 2, area.height);
}

/** The visible part of the run, on the whole run. @param {Pen} pen @param {Area} area @param {Span} span @param {number} end @param {Palette} palette */
export function drawMinimapFrame(pen, area, span, end, palette) {
    const [left, right] = span.map((time) => area.x + (time / end) * area.width);
    pen.save();
    pen.globalAlpha = 0.55;
    pen.fillStyle = palette.background;
    pen.fillRect(area.x, area.y, left - area.x, area.height);
    pen.fillRect(right, area.y, area.x + area.width - right, area.height);
    pen.restore();
    pen.strokeStyle = palette.text;
    pen.lineWidth = 1;
    pen.strokeRect(Math.min(left, area.x + area.width - 3) + 0.5, area.y + 0.5, Math.max(3, right - left) - 1, area.height - 1);
}

/** A small ring at the keyboard's place. @param {Pen} pen @param {number} x @param {number} y @param {number} height @param {Palette} palette */
export function drawCursor(pen, x, y, height, palette) {
    pen.strokeStyle = palette.text;
    pen.lineWidth = 2;
    pen.strokeRect(x - 4, y, 8, Math.max(4, height));
    pen.lineWidth = 1;
}

/** Shares of rows by activity over time, stacked. @param {Pen} pen @param {Area} area @param {Span} span @param {{from: number, to: number, shares: Float64Array[]}} data @param {string[]} colours @param {Palette} palette */
export function drawUtilisation(pen, area, span, { from, to, shares }, colours, palette) {
    const bins = shares[0]?.length ?? 0;
    const plot = { ...area, y: area.y + 2, height: area.height - 6 };
    pen.fillStyle = palette.mutedPlain;
    const [start, end] = [Math.max(area.x, xOf(area, span, from)), Math.min(area.x + area.width, xOf(area, span, to))];
    if (end > start) pen.fillRect(start, plot.y, end - start, plot.height);
    for (let bin = 0; bin < bins; bin++) {
        const left = Math.max(area.x, xOf(area, span, from + ((to - from) * bin) / bins));
        const right = Math.min(area.x + area.width, xOf(area, span, from + ((to - from) * (bin + 1)) / bins));
        if (right <= left) continue;
        let y = plot.y + plot.height;
        shares.forEach((share, at) => {
            const tall = share[bin] * plot.height;
            pen.fillStyle = colours[at];
            if (tall > 0) pen.fillRect(left, y - tall, right - left + 0.5, tall);
            y -= tall;
        });
    }
}
