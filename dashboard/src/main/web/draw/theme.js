// Colours: those of the page from its style sheet, and the scales of the views. All scales tell their values apart without
// red against green, and by lightness alone: the more, the further from the background.

/** Control points of the sequential scale: from close to the background to far from it, in even steps of lightness. */
const SEQUENTIAL = {
    light: [[243, 240, 221], [219, 224, 203], [186, 207, 196], [146, 184, 190], [104, 156, 184], [63, 122, 171], [34, 84, 145], [17, 48, 98]],
    dark: [[38, 46, 62], [40, 64, 98], [51, 86, 126], [76, 110, 140], [112, 137, 141], [154, 164, 132], [201, 195, 114], [250, 230, 92]],
};
const LESS = [27, 111, 181];
const MORE = [200, 96, 6];

/** @param {number[]} a @param {number[]} b @param {number} t */
const between = (a, b, t) => a.map((from, i) => Math.round(from + (b[i] - from) * t));

/** @param {number[]} colour */
const css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;

/** @param {number} t */
const clamped = (t) => (t > 0 ? Math.min(1, t) : 0);

/** Relative luminance as WCAG defines it. @param {number[]} colour */
export function luminance(colour) {
    const [r, g, b] = colour.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever reads better on the colour. @param {number[]} colour */
const inkOn = (colour) => (luminance(colour) > 0.179 ? '#000000' : '#ffffff');

export class Theme {
    constructor() {
        this.dark = false;
        /** @type {Map<string, string>} */
        this.known = new Map();
        this.media = matchMedia('(prefers-color-scheme: dark)');
    }

    /** @param {'auto' | 'light' | 'dark'} wanted  @returns {boolean} whether the colours changed */
    apply(wanted) {
        const dark = wanted === 'auto' ? this.media.matches : wanted === 'dark';
        const root = document.documentElement;
        const changed = root.dataset.theme !== (dark ? 'dark' : 'light');
        this.dark = dark;
        root.dataset.theme = dark ? 'dark' : 'light';
        this.known.clear();
        return changed;
    }

    /** A colour of the style sheet by its variable: colour('ink') is --ink. @param {string} name */
    colour(name) {
        let value = this.known.get(name);
        if (value === undefined) {
            value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
            this.known.set(name, value);
        }
        return value;
    }

    /** @param {number} t  0 to 1 @returns {number[]} red, green and blue, 0 to 255 */
    sequentialParts(t) {
        const points = this.dark ? SEQUENTIAL.dark : SEQUENTIAL.light;
        const at = clamped(t) * (points.length - 1);
        const low = Math.min(points.length - 2, Math.floor(at));
        return between(points[low], points[low + 1], at - low);
    }

    /** @param {number} t  0 to 1 */
    sequential(t) {
        return css(this.sequentialParts(t));
    }

    /** What to write in on sequential(t). @param {number} t */
    sequentialInk(t) {
        return inkOn(this.sequentialParts(t));
    }

    /** @param {number} t  -1 (less than the other run) to 1 (more) @returns {number[]} */
    diffParts(t) {
        const middle = this.dark ? [74, 78, 84] : [214, 217, 221];
        return between(middle, t < 0 ? LESS : MORE, clamped(Math.abs(t)));
    }

    /** @param {number} t */
    diff(t) {
        return css(this.diffParts(t));
    }

    /** @param {number} t */
    diffInk(t) {
        return inkOn(this.diffParts(t));
    }
}
