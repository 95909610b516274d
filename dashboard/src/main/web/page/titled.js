// A picture as a file of its own: what it shows stands above it, what its colours mean below.

import { svg } from '../draw/dom.js';

const FONT = 'system-ui, sans-serif';
const LINE = 18;
const MARGIN = 12;
const LETTER = 6.6;

/** @typedef {{stops: string[], low: string, high: string} | {colour: string, text: string}} Key  of a legend: a scale or a colour */

/** The legend that a panel shows. @param {Element | null} panel @returns {Key[]} */
export function keysOf(panel) {
    const visible = (/** @type {Element} */ each) => /** @type {HTMLElement} */ (each).offsetParent !== null;
    const scales = Array.from(panel?.querySelectorAll('.panel-foot .legend') ?? []).filter(visible).map(scaleIn);
    return [...scales, ...Array.from(panel?.querySelectorAll('.legend-entry') ?? []).filter(visible).map(entryIn)];
}

/** @param {Element} legend  caption, low, scale, high @returns {Key} */
function scaleIn(legend) {
    const [caption, low, ramp, high] = Array.from(legend.children);
    return { stops: stopsIn(ramp), low: `${caption.textContent} ${low.textContent}`, high: high.textContent ?? '' };
}

/** @param {Element} entry @returns {Key} */
function entryIn(entry) {
    const ramp = entry.querySelector('.legend-ramp');
    const swatch = /** @type {HTMLElement | null} */ (entry.querySelector('.legend-swatch'));
    if (!ramp) return { colour: swatch?.style.getPropertyValue('--swatch') ?? '', text: entry.textContent ?? '' };
    return { stops: stopsIn(ramp), low: (ramp.previousSibling?.textContent ?? '').trim(), high: (ramp.nextSibling?.textContent ?? '').trim() };
}

/** @param {Element} ramp */
const stopsIn = (ramp) => /** @type {HTMLElement} */ (ramp).style.background.match(/rgba?\([^)]*\)|#[0-9a-f]{3,8}/gi) ?? [];

/** Words onto as many lines as the picture is wide. @param {string} text @param {number} width */
function wrapped(text, width) {
    const most = Math.max(20, Math.floor((width - 2 * MARGIN) / LETTER));
    /** @type {string[]} */
    const lines = [''];
    for (const word of text.split(' ')) {
        if (lines[lines.length - 1].length + word.length >= most && lines[lines.length - 1]) lines.push('');
        lines[lines.length - 1] += lines[lines.length - 1] ? ` ${word}` : word;
    }
    return lines.filter(Boolean);
}

/**
 * @param {string} picture  an SVG
 * @param {string[]} caption
 * @param {Key[]} keys
 * @param {{ink: string, paper: string}} colours
 */
export function titledPicture(picture, caption, keys, { ink, paper }) {
    const drawn = document.importNode(new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement, true);
    const width = Math.max(320, Number(drawn.getAttribute('width')));
    const height = Number(drawn.getAttribute('height'));
    const lines = caption.flatMap((text) => wrapped(text, width));
    const below = MARGIN + lines.length * LINE + 6;
    drawn.setAttribute('y', String(below));
    const legend = legendOf(keys, width, below + height + LINE, ink);
    const whole = legend.length > 0 ? legend[legend.length - 1].end : below + height;
    const texts = lines.map((text, at) => svg('text', { x: MARGIN, y: MARGIN + at * LINE + 8, 'font-family': FONT, 'font-size': at === 0 ? 14 : 12, 'font-weight': at === 0 ? 600 : 400, fill: ink }, text));
    const all = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height: whole + MARGIN, viewBox: `0 0 ${width} ${whole + MARGIN}` });
    all.append(svg('rect', { width, height: whole + MARGIN, fill: paper }), ...texts, drawn, ...legend.flatMap(({ parts }) => parts));
    return `${new XMLSerializer().serializeToString(all)}\n`;
}

const SCALE = 96;
const BOX = 11;

/** Entries side by side, on the next line where they do not fit. @param {Key[]} keys @param {number} width @param {number} top @param {string} ink */
function legendOf(keys, width, top, ink) {
    let [x, y] = [MARGIN, top];
    return keys.map((key, at) => {
        const [before, after] = 'stops' in key ? [key.low, key.high] : ['', key.text];
        const wide = 'stops' in key ? SCALE : BOX;
        const [left, right] = [Math.ceil(before.length * LETTER), Math.ceil(after.length * LETTER)];
        const room = left + wide + right + 16;
        if (x + room > width && x > MARGIN) [x, y] = [MARGIN, y + LINE];
        const start = x;
        x += room + 14;
        const label = (/** @type {number} */ from, /** @type {string} */ text) => svg('text', { x: from, y, 'font-family': FONT, 'font-size': 12, fill: ink }, text);
        const parts = [...('stops' in key ? rampOf(key.stops, `scale-${at}`, start + left + 4, y) : [svg('rect', { x: start, y: y - BOX + 1, width: BOX, height: BOX, fill: key.colour })])];
        if (before) parts.push(label(start, before));
        parts.push(label(start + left + wide + 8, after));
        return { parts, end: y + 4 };
    });
}

/** @param {string[]} stops @param {string} id @param {number} x @param {number} y */
function rampOf(stops, id, x, y) {
    const colours = stops.map((colour, at) => svg('stop', { offset: at / Math.max(1, stops.length - 1), 'stop-color': colour }));
    return [svg('linearGradient', { id }, ...colours), svg('rect', { x, y: y - BOX + 1, width: SCALE, height: BOX, fill: `url(#${id})` })];
}
