// The colours that canvas views draw with, for the light and the dark page. Boxes carry text, so every fill comes with a
// text colour that is readable on it (contrast 4.5 and more, tested).

/** @typedef {import('./flame-boxes.js').Look} Look */

/**
 * @typedef {{ dark: boolean, background: string, text: string, faint: string, grid: string, selected: string,
 *   hover: string, hot: string, band: string, bar: string, mutedBar: string, outlier: string,
 *   categories: Look[], mutedCategories: Look[], diff: Look[], mutedDiff: Look[], match: Look,
 *   scale: Uint8ClampedArray, mutedScale: Uint8ClampedArray }} Ink
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
export function mix(one, other, part) {
    const [a, b] = [rgb(one), rgb(other)];
    return hex(a.map((each, at) => each + (b[at] - each) * part));
}

/** How bright a colour is to the eye, 0..1, after WCAG 2. @param {string} hex */
function luminance(hex) {
    const [r, g, b] = rgb(hex).map((each) => {
        const part = each / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast of two colours, 1..21. @param {string} one @param {string} other */
export function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

/** The text colour that reads best on a fill. @param {string} fill @returns {Look} */
export function legible(fill) {
    return { fill, text: contrast(fill, '#14171c') >= contrast(fill, '#ffffff') ? '#14171c' : '#ffffff' };
}

/**
 * 256 colours from few to many as bytes that go straight into an image.
 * @param {(t: number) => number[]} parts
 * @param {string} toward
 * @param {number} part
 */
export function colourScale(parts, toward, part) {
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

/** @param {Scales} theme @param {string} background @returns {Ink} */
export function makeInk(theme, background) {
    const { dark } = theme;
    const hues = (dark ? DARK_HUES : LIGHT_HUES).map(legible);
    const diff = diffLooks((t) => theme.diffParts(t));
    const faint = dark ? '#a4adb9' : '#59616c';
    return {
        dark,
        background,
        text: dark ? '#e6e9ee' : '#1b1f24',
        faint,
        grid: mix(background, faint, 0.2),
        selected: dark ? '#6cb6ff' : '#0a58b0',
        hover: dark ? '#e6e9ee' : '#1b1f24',
        hot: dark ? '#ff6b57' : '#c8321c',
        band: dark ? '#274a68' : '#cfe2f3',
        bar: dark ? '#4f9bd9' : '#2f78b7',
        mutedBar: mix(background, faint, 0.28),
        outlier: dark ? '#ff8a5c' : '#c8401c',
        categories: hues,
        mutedCategories: muted(hues, background, faint, 0.74),
        diff,
        mutedDiff: muted(diff, background, faint, 0.74),
        match: dark ? { fill: '#ffd24a', text: '#14171c' } : { fill: '#7a1fa2', text: '#ffffff' },
        scale: colourScale((t) => theme.sequentialParts(t), background, 0),
        mutedScale: colourScale((t) => theme.sequentialParts(t), background, 0.8),
    };
}

/** @type {Map<string, Ink>} */
const made = new Map();

/** @param {import('./types.js').App} app @returns {Ink} */
export function inkOf({ theme }) {
    const background = pageColour(theme);
    const key = `${theme.dark} ${background}`;
    let ink = made.get(key);
    if (!ink) made.set(key, (ink = makeInk(theme, background)));
    return ink;
}

/** The panel's own background, so that a canvas has no visible edge. @param {import('./theme.js').Theme} theme */
function pageColour(theme) {
    const colour = theme.colour('panel');
    return /^#[0-9a-f]{6}$/i.test(colour) ? colour : theme.dark ? '#16191e' : '#ffffff';
}

/** One colour of a scale for CSS. @param {Uint8ClampedArray} scale @param {number} at 0..255 */
export function scaleColour(scale, at) {
    return hex([scale[at * 4], scale[at * 4 + 1], scale[at * 4 + 2]]);
}

/** The legend of differences. @param {import('./types.js').App} app */
export function diffKeys(app) {
    const ink = inkOf(app);
    const other = app.model.diff?.name ?? 'the compared run';
    return [
        { colour: ink.diff[0].fill, text: `half of ${other} or less` },
        { colour: ink.diff[5].fill, text: 'less' },
        { colour: ink.diff[10].fill, text: 'same' },
        { colour: ink.diff[15].fill, text: 'more' },
        { colour: ink.diff[20].fill, text: `twice ${other} or more` },
    ];
}
