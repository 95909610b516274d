// The colour of each run: one per value of a metadata column with few values, else a scale. Categories differ in marker and
// name too, so that colour is never the only carrier.

import { paletteOf, scaleColour } from '../draw/palette.js';
import { extent, numberText } from './run-columns.js';

/** Okabe and Ito, darkened or lightened until lines of 1 px have a contrast of 3 on the page. */
const LIGHT = ['#0072b2', '#c65d00', '#00805e', '#a83d7f', '#8a6d00', '#5b3fa0', '#b3261e', '#5f6b78'];
const DARK = ['#56b4e9', '#e69f00', '#2fc49a', '#e58cc0', '#f0e442', '#b39ddb', '#ff8a73', '#9aa6b2'];

export const SHAPES = /** @type {const} */ (['circle', 'square', 'triangle', 'diamond', 'cross', 'plus', 'down', 'ring']);
const STEPS = 32;
const OTHERS = SHAPES.length - 1;

/**
 * @typedef {Object} Colouring
 * @property {Uint8Array} of  the class of each run
 * @property {string[]} colours  by class
 * @property {boolean} scale  whether classes are steps of a scale
 * @property {{colour: string, text: string, shape?: typeof SHAPES[number]}[]} keys  the legend; ends of the scale
 * @property {string} name
 */

/** @param {import('../data/types.js').App} app @param {import('./types.js').Runs} runs @returns {Colouring} */
export function colouringOf(app, runs) {
    const { runColour } = app.state;
    const column = runColour === null ? undefined : runs.byName.get(runColour);
    const of = new Uint8Array(runs.names.length);
    if (!column) return { of, colours: [paletteOf(app).bar], scale: false, keys: [], name: '' };
    return column.kind === 'text' ? byWord(app, column, of) : byNumber(app, column, of);
}

/** @param {import('../data/types.js').App} app @param {import('./types.js').RunColumn} column @param {Uint8Array} of @returns {Colouring} */
function byWord(app, { name, words, values }, of) {
    const counts = new Int32Array(words.length + 1);
    for (let run = 0; run < of.length; run++) counts[values[run] + 1]++;
    const colours = app.theme.dark ? DARK : LIGHT;
    const frequent = Array.from(counts.keys()).filter((code) => counts[code] > 0).sort((one, other) => counts[other] - counts[one]);
    const shown = (frequent.length > SHAPES.length ? frequent.slice(0, OTHERS) : frequent).sort((one, other) => one - other);
    const classOf = new Uint8Array(counts.length).fill(OTHERS);
    shown.forEach((code, at) => (classOf[code] = at));
    for (let run = 0; run < of.length; run++) of[run] = classOf[values[run] + 1];
    const keys = shown.map((code, at) => ({ colour: colours[at], shape: SHAPES[at], text: `${code === 0 ? 'missing' : words[code - 1]} (${counts[code]})` }));
    const more = frequent.length - shown.length;
    if (more > 0) keys.push({ colour: colours[OTHERS], shape: SHAPES[OTHERS], text: `${more} more values` });
    return { of, colours, scale: false, keys, name };
}

/** @param {import('../data/types.js').App} app @param {import('./types.js').RunColumn} column @param {Uint8Array} of @returns {Colouring} */
function byNumber(app, column, of) {
    const { low, high } = extent(column.values);
    const { scale, faint } = paletteOf(app);
    const used = usedPart(scale);
    const colours = Array.from({ length: STEPS }, (_, step) => scaleColour(used, Math.round((step / (STEPS - 1)) * 255)));
    for (let run = 0; run < of.length; run++) {
        const share = high > low ? (column.values[run] - low) / (high - low) : 0.5;
        of[run] = Number.isNaN(share) ? STEPS : Math.round(share * (STEPS - 1));
    }
    const keys = [{ colour: colours[0], text: numberText(column, low) }, { colour: colours[STEPS - 1], text: numberText(column, high) }];
    return { of, colours: [...colours, faint], scale: true, keys, name: column.name };
}

/** The scale without its first quarter, which is close to the background. @param {Uint8ClampedArray} scale */
export function usedPart(scale) {
    const used = new Uint8ClampedArray(scale.length);
    for (let at = 0; at < 256; at++) used.set(scale.subarray(4 * (64 + Math.round(at * 0.749)), 4 * (64 + Math.round(at * 0.749)) + 4), 4 * at);
    return used;
}

/**
 * One marker, around a point.
 * @param {import('../draw/canvas.js').Pen} pen @param {typeof SHAPES[number]} shape @param {number} x @param {number} y @param {number} size  half of its width
 */
export function marker(pen, shape, x, y, size) {
    pen.beginPath();
    switch (shape) {
        case 'circle':
            pen.arc(x, y, size, 0, 2 * Math.PI);
            return pen.fill();
        case 'ring':
            pen.arc(x, y, size, 0, 2 * Math.PI);
            return pen.stroke();
        case 'square':
            return pen.fillRect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
        case 'cross':
            return strokes(pen, [[x - size, y - size, x + size, y + size], [x - size, y + size, x + size, y - size]]);
        case 'plus':
            return strokes(pen, [[x - size, y, x + size, y], [x, y - size, x, y + size]]);
        case 'triangle':
            return polygon(pen, [[x, y - size * 1.2], [x + size * 1.1, y + size * 0.9], [x - size * 1.1, y + size * 0.9]]);
        case 'down':
            return polygon(pen, [[x, y + size * 1.2], [x + size * 1.1, y - size * 0.9], [x - size * 1.1, y - size * 0.9]]);
        case 'diamond':
            return polygon(pen, [[x, y - size * 1.3], [x + size * 1.1, y], [x, y + size * 1.3], [x - size * 1.1, y]]);
    }
}

/** @param {import('../draw/canvas.js').Pen} pen @param {number[][]} corners */
function polygon(pen, corners) {
    corners.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.closePath();
    pen.fill();
}

/** @param {import('../draw/canvas.js').Pen} pen @param {number[][]} lines */
function strokes(pen, lines) {
    for (const [x1, y1, x2, y2] of lines) {
        pen.moveTo(x1, y1);
        pen.lineTo(x2, y2);
    }
    pen.stroke();
}
