// Named bars below each other: a name, a bar, a value. Geometry, drawing and which bar is under the pointer.

import { FONT, SMALL, fit, measure } from '../draw/canvas.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

/**
 * @typedef {Object} Bar
 * @property {string} name
 * @property {number} value
 * @property {number} [before] value of the compared run
 * @property {string} colour
 * @property {string} text the value in words
 * @property {boolean} [muted]
 * @property {boolean} [plain] not to be selected: the rest, or the node itself
 */

const BAR_ROW = 22;

/** How many bars fit. @param {Area} area */
export const roomFor = (area) => Math.max(1, Math.floor(area.height / BAR_ROW));

/** @param {Area} area @param {number} count @param {number} x @param {number} y */
export function barAt(area, count, x, y) {
    const at = Math.floor((y - area.y) / BAR_ROW);
    return x >= area.x && x < area.x + area.width && at >= 0 && at < count ? at : -1;
}

/**
 * Names get the room they need, at most two fifths; bars the rest.
 * @param {Area} area @param {Bar[]} bars
 */
function columns(area, bars) {
    const widest = bars.reduce((most, bar) => Math.max(most, measure(bar.name)), 0);
    const names = Math.min(Math.ceil(widest) + 2, Math.floor(area.width * (area.width < 260 ? 0.33 : 0.4)));
    const values = bars.reduce((most, bar) => Math.max(most, measure(bar.text, SMALL)), 0);
    const start = area.x + names + 10;
    return { names, start, length: Math.max(12, area.x + area.width - start - values - 12) };
}

/**
 * @param {import('../draw/canvas.js').Pen} pen
 * @param {Area} area
 * @param {Bar[]} bars
 * @param {{ palette: import('../draw/palette.js').Palette, hovered: number, cursor: number, most: number }} look
 */
export function drawBars(pen, area, bars, { palette, hovered, cursor, most }) {
    const { names, start, length } = columns(area, bars);
    pen.textBaseline = 'middle';
    bars.forEach((bar, at) => {
        const y = area.y + at * BAR_ROW;
        if (at === hovered && !bar.plain) {
            pen.fillStyle = palette.grid;
            pen.fillRect(area.x, y, area.width, BAR_ROW);
        }
        pen.font = FONT;
        pen.textAlign = 'right';
        pen.fillStyle = bar.muted || bar.plain ? palette.faint : palette.text;
        pen.fillText(fit(bar.name, names + 2), area.x + names + 2, y + BAR_ROW / 2);
        const wide = most > 0 ? Math.max(1, (Math.max(0, bar.value || 0) / most) * length) : 0;
        pen.fillStyle = bar.muted ? palette.mutedBar : bar.colour;
        pen.fillRect(start, y + 3, wide, BAR_ROW - 7);
        if (bar.before !== undefined) drawBefore(pen, start + (Math.max(0, bar.before || 0) / (most || 1)) * length, y, palette);
        pen.font = SMALL;
        pen.textAlign = 'left';
        pen.fillStyle = palette.text;
        pen.fillText(bar.text, start + Math.max(wide, ((bar.before ?? 0) / (most || 1)) * length || 0) + 6, y + BAR_ROW / 2);
        if (at === cursor) {
            pen.strokeStyle = palette.selected;
            pen.lineWidth = 2;
            pen.strokeRect(area.x + 1, y + 1, area.width - 2, BAR_ROW - 2);
        }
    });
}

/** The compared run as a mark on the bar. @param {import('../draw/canvas.js').Pen} pen @param {number} x @param {number} y @param {import('../draw/palette.js').Palette} palette */
function drawBefore(pen, x, y, palette) {
    pen.fillStyle = palette.text;
    pen.fillRect(Math.round(x) - 1, y + 1, 2, BAR_ROW - 3);
}
