// The threads of the selected ranks below the ranks: where ranks have several threads, who is slow may be a thread.

import { SMALL, measure } from './canvas.js';
import { contextRanges, groupLabel, numbered, reduce } from './rank-values.js';

/** @typedef {import('./flame-boxes.js').Area} Area */

/**
 * @typedef {Object} Threads
 * @property {Int32Array} number
 * @property {Float64Array} value
 * @property {number} max
 * @property {(thread: number) => number[][] | null} ranges contexts of one thread on the selected ranks
 */

/**
 * @param {import('./types.js').App} app
 * @param {import('./rank-values.js').Groups} groups
 * @param {Uint8Array | null} selected ranks
 * @returns {Threads | null} null where each rank has one thread
 */
export function threadValues(app, groups, selected) {
    const { contexts, ranks } = app.model;
    const thread = /** @type {Int32Array | undefined} */ (contexts?.columns.thread);
    if (!thread || !ranks || 'error' in ranks || groups.unit !== 'rank') return null;
    const { number, of, length } = threadsIn(thread);
    if (length < 2) return null;
    const only = selected ? masked(groups.of, selected) : null;
    const value = reduce(of, number.length, /** @type {Float64Array} */ (ranks.columns.value), app.state.over, only);
    return {
        number,
        value,
        max: value.reduce((most, each) => (each > most ? each : most), 0),
        ranges: (wanted) => contextRanges({ ...groups, of: Int32Array.from(of, (each, at) => (each === wanted && (!only || only[at]) ? 1 : 0)) }, Uint8Array.of(0, 1)),
    };
}

/** @type {WeakMap<Int32Array, ReturnType<typeof numbered>>} */
const known = new WeakMap();

/** @param {Int32Array} thread */
function threadsIn(thread) {
    let found = known.get(thread);
    if (!found) known.set(thread, (found = numbered(thread)));
    return found;
}

/** @param {Int32Array} of @param {Uint8Array} selected */
function masked(of, selected) {
    const mask = new Uint8Array(of.length);
    for (let at = 0; at < of.length; at++) mask[at] = selected[of[at]];
    return mask;
}

/** @param {Area} area @returns {Area} */
function barsOf(area) {
    return { x: area.x + 56, y: area.y + 18, width: area.width - 64, height: area.height - 34 };
}

/** @param {Area} area @param {Threads} threads @param {number} x @param {number} y */
export function threadAt(area, threads, x, y) {
    const bars = barsOf(area);
    if (y < area.y || y > area.y + area.height) return -1;
    const at = Math.floor(((x - bars.x) / bars.width) * threads.number.length);
    return at >= 0 && at < threads.number.length ? at : -1;
}

/** @param {import('./canvas.js').Pen} pen @param {Area} area @param {Threads} threads @param {import('./ink.js').Ink} ink @param {(value: number) => string} write */
export function drawThreads(pen, area, threads, ink, write) {
    const bars = barsOf(area);
    const count = threads.number.length;
    const wide = bars.width / count;
    pen.fillStyle = ink.grid;
    pen.fillRect(area.x, area.y + 2, area.width, 1);
    pen.font = SMALL;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    pen.fillStyle = ink.faint;
    pen.fillText('Threads of the ranks shown', bars.x, area.y + 5);
    pen.textAlign = 'right';
    pen.fillText(write(threads.max), bars.x - 6, bars.y - 4);
    pen.textAlign = 'left';
    for (let at = 0; at < count; at++) {
        const tall = threads.max > 0 ? (Math.max(0, threads.value[at] || 0) / threads.max) * bars.height : 0;
        pen.fillStyle = ink.bar;
        const gap = wide > 8 ? Math.min(10, wide * 0.2) : wide > 3 ? 1 : 0;
        pen.fillRect(bars.x + at * wide + gap / 2, bars.y + bars.height - tall, Math.max(0.5, wide - gap), tall);
    }
    const step = Math.max(1, Math.ceil((measure(groupLabel(threads.number, count - 1), SMALL) + 10) / wide));
    pen.fillStyle = ink.faint;
    for (let at = 0; at < count; at += step) {
        const text = groupLabel(threads.number, at);
        pen.fillText(text, bars.x + (at + 0.5) * wide - measure(text, SMALL) / 2, bars.y + bars.height + 3);
    }
}
