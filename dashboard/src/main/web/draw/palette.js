// The colours that canvas views draw with, for the light and the dark page. Boxes carry text, so every fill comes with a
// text colour that is readable on it (contrast 4.5 and more, tested).

import { luminance } from './theme.js';

/** @typedef {import('../calltree/flame-boxes.js').Look} Look */

/**
 * @typedef {{ dark: boolean, background: string, text: string, faint: string, grid: string, selected: string,
 *   hover: string, hot: string, band: string, bar: string, mutedBar: string, plain: string, mutedPlain: string, outlier: string,
 *   categories: Look[], mutedCategories: Look[], diff: Look[], mutedDiff: Look[], match: Look,
 *   scale: Uint8ClampedArray, mutedScale: Uint8ClampedArray }} Palette
 */

const STEPS = 21;

/** Hues after Okabe and Ito, softened until text reads on them. */
const LIGHT_HUES = ['#a9cbe8', '#f5c88a', '#98d8bd', '#efe28a', '#e6b3d1', '#f2ab92', '#c3c7d6', '#cbd89a'];
const DARK_HUES = ['#2c5c85', '#85541a', '#1e6b55', '#665e1c', '#783d62', '#863d25', '#4b5166', '#53632a'];

/** @param {string} hex @returns {[number, number, number]} */
export function rgb(hex) {
    return [parseInt(hex.slice(1, 3), 16), parseInt(hex.slice(3, 5), 16), parseInt(hex.slice(5, 7), 16)];
}

/** @param {number[]} colour */
export function hex(colour) {
    return `#${colour.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;
}

/** @param {string} one @param {string} other @param {number} part of the other, 0..1 */
function mix(one, other, part) {
    const [a, b] = [rgb(one), rgb(other)];
    return hex(a.map((each, at) => each + (b[at] - each) * part));
}

/** WCAG contrast of two colours, 1..21. @param {string} one @param {string} other */
export function contrast(one, other) {
    const [low, high] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

/** The text colour that reads best on a fill. @param {string} fill @returns {Look} */
function legible(fill) {
    return { fill, text: contrast(fill, '#14171c') >= contrast(fill, '#ffffff') ? '#14171c' : '#ffffff' };
}

/**
 * 256 colours from few to many as bytes that go straight into an image.
 * @param {(t: number) => number[]} parts
 * @param {string} toward
 * @param {number} part
 */
function colourScale(parts, toward, part) {
    const table = new Uint8ClampedArray(256 * 4);
    const faded = rgb(toward);
    for (let at = 0; at < 256; at++) {
        const colour = parts(at / 255);
        for (let each = 0; each < 3; each++) table[at * 4 + each] = colour[each] + (faded[each] - colour[each]) * part;
        table[at * 4 + 3] = 255;
    }
    return table;
}

/** @param {(t: number) => number[]} parts */
function diffLooks(parts) {
    return Array.from({ length: STEPS }, (_, step) => legible(hex(parts((step / (STEPS - 1)) * 2 - 1))));
}

/** @param {Look[]} looks @param {string} background @param {string} text @param {number} part @returns {Look[]} */
function muted(looks, background, text, part) {
    return looks.map(({ fill }) => ({ fill: mix(fill, background, part), text }));
}

/** The colours of scales that a theme gives. @typedef {Pick<import('./theme.js').Theme, 'dark' | 'sequentialParts' | 'diffParts'>} Scales */

/** The colours of the page that drawings take over. @typedef {{ paper: string, ink: string, soft: string, accent: string, hot: string }} Page */

/** @param {Scales} theme @param {Page} page @returns {Palette} */
export function makePalette(theme, page) {
    const { dark } = theme;
    const { paper, soft } = page;
    const hues = (dark ? DARK_HUES : LIGHT_HUES).map(legible);
    const diff = diffLooks((t) => theme.diffParts(t));
    return {
        dark,
        background: paper,
        text: page.ink,
        faint: soft,
        grid: mix(paper, soft, 0.2),
        selected: page.accent,
        hover: page.ink,
        hot: page.hot,
        band: mix(paper, page.accent, dark ? 0.35 : 0.22),
        bar: dark ? '#4f8fca' : '#3f7fba',
        mutedBar: mix(paper, soft, 0.3),
        plain: mix(paper, soft, 0.4),
        mutedPlain: mix(paper, soft, 0.12),
        outlier: dark ? '#ff8f5e' : '#c2410c',
        categories: hues,
        mutedCategories: muted(hues, paper, soft, 0.76),
        diff,
        mutedDiff: muted(diff, paper, soft, 0.8),
        match: legible(dark ? '#e0b83a' : '#f5c32c'),
        scale: colourScale((t) => theme.sequentialParts(t), paper, 0),
        mutedScale: colourScale((t) => theme.sequentialParts(t), paper, 0.82),
    };
}

/** @type {Map<string, Palette>} */
const made = new Map();

/** @param {Pick<import('../data/types.js').App, 'theme'>} app @returns {Palette} */
export function paletteOf({ theme }) {
    const page = pageOf(theme);
    const key = `${theme.dark} ${page.paper}`;
    let palette = made.get(key);
    if (!palette) made.set(key, (palette = makePalette(theme, page)));
    return palette;
}

const LIGHT = { paper: '#ffffff', ink: '#1b2027', soft: '#4f5965', accent: '#1f64a8', hot: '#e8832e' };
const DARK = { paper: '#16191e', ink: '#e4e8ed', soft: '#a2acb8', accent: '#76b2f0', hot: '#d9772a' };

/** Colours of the style sheet; ours where it has something else than #rrggbb. @param {import('./theme.js').Theme} theme @returns {Page} */
function pageOf(theme) {
    /** @param {string} name @param {string} fallback */
    const colour = (name, fallback) => (/^#[0-9a-f]{6}$/i.test(theme.colour(name)) ? theme.colour(name) : fallback);
    const ours = theme.dark ? DARK : LIGHT;
    return {
        paper: colour('paper', ours.paper), ink: colour('ink', ours.ink), soft: colour('ink-soft', ours.soft),
        accent: colour('accent', ours.accent), hot: colour('hot-soft', ours.hot),
    };
}

/** One colour of a scale for CSS. @param {Uint8ClampedArray} scale @param {number} at 0..255 */
export function scaleColour(scale, at) {
    return hex([scale[at * 4], scale[at * 4 + 1], scale[at * 4 + 2]]);
}

/** The legend of differences. @param {import('../data/types.js').App} app */
export function diffKeys(app) {
    const palette = paletteOf(app);
    const other = app.model.diff?.name ?? 'the compared run';
    return [
        { colour: palette.diff[0].fill, text: `half of ${other} or less` },
        { colour: palette.diff[5].fill, text: 'less' },
        { colour: palette.diff[10].fill, text: 'same' },
        { colour: palette.diff[15].fill, text: 'more' },
        { colour: palette.diff[20].fill, text: `twice ${other} or more` },
    ];
}
