// The threads of the selected ranks below the ranks: where ranks have several threads, who is slow may be a thread.

import { SMALL, fit, measure } from '../draw/canvas.js';
import { plural } from '../draw/format.js';
import { contextRanges } from './rank-values.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */
/** @typedef {import('../data/types.js').Frame} Frame */

/**
 * The threads of the ranks shown, those of one number together; streams stand beside them.
 * @typedef {Object} Threads
 * @property {string[]} names
 * @property {string[]} labels the same at an axis
 * @property {Float64Array} value
 * @property {number} max
 * @property {(thread: number) => number[][] | null} ranges contexts of one thread on the selected ranks
 */

/**
 * @param {import('../data/types.js').App} app
 * @param {import('./rank-values.js').Groups} groups
 * @param {Uint8Array | null} selected ranks
 * @returns {Threads | null} null where each rank has one thread, and of some iterations, which are known by rank only
 */
export function threadValues(app, groups, selected) {
    const { contexts, ranks } = app.model;
    if (!contexts || !ranks || 'error' in ranks || !ranks.columns.threads) return null;
    const { names, labels, of } = alikeIn(contexts);
    const value = threadMeans(contexts, of, /** @type {Float64Array} */ (ranks.columns.threads), selected);
    const shown = (/** @type {number} */ context) => !selected || selected[groups.of[context]] === 1;
    return {
        names,
        labels,
        value,
        max: value.reduce((most, each) => Math.max(most, each), 0),
        ranges: (wanted) => contextRanges({ ...groups, of: of.map((each, context) => (each === wanted && shown(context) ? 1 : 0)) }, Uint8Array.of(0, 1)),
    };
}

/**
 * What the threads of one number take, as the mean of the ranks shown: a rank without such a thread counts as 0.
 * @param {Frame} contexts
 * @param {Int32Array} of of each context which of the threads it is
 * @param {Float64Array} value by thread of a rank, NaN where it has none
 * @param {Uint8Array | null} selected ranks
 */
export function threadMeans(contexts, of, value, selected) {
    const { place, threadPlace, number } = contexts.columns;
    const ranks = selected ? selected.reduce((sum, each) => sum + each, 0) : number.length;
    const mean = new Float64Array(of.reduce((most, each) => Math.max(most, each), -1) + 1);
    const met = new Uint8Array(value.length); // repetitions of a thread are the same thread
    for (let context = 0; context < of.length; context++) {
        const thread = threadPlace[context];
        if (met[thread]++ || (selected && !selected[place[context]])) continue;
        mean[of[context]] += (value[thread] || 0) / ranks;
    }
    return mean;
}

/** @typedef {{ names: string[], labels: string[], of: Int32Array }} Alike */

/** @type {WeakMap<Frame, Alike>} contexts stay while nodes change */
const known = new WeakMap();

/** @param {Frame} contexts */
function alikeIn(contexts) {
    let found = known.get(contexts);
    if (!found) known.set(contexts, (found = alikeThreads(contexts)));
    return found;
}

/** Which threads of ranks are alike, because they have one number; of each context which it is. @param {Frame} contexts @returns {Alike} */
export function alikeThreads({ header, columns }) {
    const [thread, stream] = /** @type {Int32Array[]} */ ([columns.thread, columns.stream]);
    const span = stream.reduce((most, each) => Math.max(most, each), -1) + 2;
    const keys = Float64Array.from(thread, (each, context) => (each + 1) * span + stream[context] + 1);
    const sorted = Float64Array.from(new Set(keys)).sort();
    const index = new Map(Array.from(sorted, (key, at) => [key, at]));
    const parts = Array.from(sorted, (key) => [Math.floor(key / span) - 1, (key % span) - 1]);
    const of = Int32Array.from(keys, (key) => index.get(key) ?? 0);
    const stored = storedNames(header.threadNames, of, parts.length);
    const names = parts.map(([thread, stream], at) => named(stored, at, threadName(thread, stream)));
    const plain = stored.every((name) => !name) && parts.every(([thread, stream]) => thread >= 0 && stream < 0);
    return { names, labels: plain ? parts.map(([thread]) => String(thread)) : names, of };
}

/** The name that the threads of one number have on all ranks, empty if it differs. @param {string[] | undefined} threadNames @param {Int32Array} of @param {number} length */
function storedNames(threadNames, of, length) {
    /** @type {(string | undefined)[]} */
    const names = new Array(length).fill(threadNames ? undefined : '');
    threadNames?.forEach((name, context) => {
        const at = of[context];
        names[at] = names[at] === undefined || names[at] === name ? name : '';
    });
    return names.map((name) => name ?? '');
}

/** @param {string[]} stored @param {number} at @param {string} number */
function named(stored, at, number) {
    if (!stored[at]) return number;
    return stored.indexOf(stored[at]) === stored.lastIndexOf(stored[at]) ? stored[at] : `${stored[at]} (${number})`;
}

/** @param {number} thread @param {number} stream */
function threadName(thread, stream) {
    const parts = [thread >= 0 ? `thread ${thread}` : '', stream >= 0 ? `stream ${stream}` : ''];
    return parts.filter(Boolean).join(' ') || 'no thread';
}

/** @param {Area} area @returns {Area} */
function barsOf(area) {
    return { x: area.x + 56, y: area.y + 18, width: area.width - 64, height: area.height - 34 };
}

/** @param {Area} area @param {Threads} threads @param {number} x @param {number} y */
export function threadAt(area, threads, x, y) {
    const bars = barsOf(area);
    if (y < area.y || y > area.y + area.height) return -1;
    const at = Math.floor(((x - bars.x) / bars.width) * threads.names.length);
    return at >= 0 && at < threads.names.length ? at : -1;
}

/** @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {Threads} threads @param {import('../draw/palette.js').Palette} palette @param {(value: number) => string} write @param {string} unit */
export function drawThreads(pen, area, threads, palette, write, unit) {
    const bars = barsOf(area);
    const count = threads.names.length;
    const wide = bars.width / count;
    pen.fillStyle = palette.grid;
    pen.fillRect(area.x, area.y + 2, area.width, 1);
    pen.font = SMALL;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    pen.fillStyle = palette.faint;
    pen.fillText(`Threads of the ${plural(unit)} shown`, bars.x, area.y + 5);
    pen.textAlign = 'right';
    pen.fillText(write(threads.max), bars.x - 6, bars.y - 4);
    pen.textAlign = 'left';
    for (let at = 0; at < count; at++) {
        const tall = threads.max > 0 ? (Math.max(0, threads.value[at] || 0) / threads.max) * bars.height : 0;
        pen.fillStyle = palette.bar;
        const gap = wide > 8 ? Math.min(10, wide * 0.2) : wide > 3 ? 1 : 0;
        pen.fillRect(bars.x + at * wide + gap / 2, bars.y + bars.height - tall, Math.max(0.5, wide - gap), tall);
    }
    const step = Math.max(1, Math.ceil((measure(threads.labels[count - 1], SMALL) + 10) / wide));
    pen.fillStyle = palette.faint;
    for (let at = 0; at < count; at += step) {
        const text = fit(threads.labels[at], step * wide, SMALL);
        pen.fillText(text, bars.x + (at + 0.5) * wide - measure(text, SMALL) / 2, bars.y + bars.height + 3);
    }
}
