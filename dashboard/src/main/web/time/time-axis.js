// The visible interval of a timeline: zoom, pan and the tiles that cover it. Pure functions; times are nanoseconds.

/** @typedef {[number, number]} Span */

/** A tile on the screen is at most this wide, so its 512 columns are about one pixel each. */
const TILE_PIXELS = 640;
const MOST_LEVELS = 52;
const SHORTEST = 16;

/** An interval of the run, as long as it fits. @param {Span} span @param {number} end @returns {Span} */
export function clamped([from, to], end) {
    const length = Math.max(Math.min(SHORTEST, end), Math.min(end, to - from));
    const start = Math.max(0, Math.min(end - length, from));
    return [start, start + length];
}

/** @param {Span} span @param {number} factor  below 1 zooms in @param {number} at  stays where it is @param {number} end @returns {Span} */
export function zoomed([from, to], factor, at, end) {
    const length = Math.max(Math.min(SHORTEST, end), Math.min(end, (to - from) * factor));
    const share = (at - from) / (to - from);
    return clamped([at - share * length, at + (1 - share) * length], end);
}

/** @param {Span} span @param {number} by @param {number} end @returns {Span} */
export function panned([from, to], by, end) {
    return clamped([from + by, to + by], end);
}

/** Whole nanoseconds, for the address and for questions. @param {Span} span @param {number} end @returns {Span} */
export function rounded([from, to], end) {
    const start = Math.max(0, Math.floor(from));
    return [start, Math.max(start + 1, Math.min(end, Math.ceil(to)))];
}

/** The level whose tiles are fine enough. @param {Span} span @param {number} width in pixels @param {number} end */
export function levelFor([from, to], width, end) {
    const wholeInPixels = (width * end) / (to - from);
    const level = Math.max(0, Math.ceil(Math.log2(wholeInPixels / TILE_PIXELS)));
    return Math.min(level, MOST_LEVELS, Math.floor(Math.log2(Math.max(1, end))));
}

/** The first and the last tile of a level that an interval touches. @param {Span} span @param {number} level @param {number} end */
export function tilesOf([from, to], level, end) {
    const count = 2 ** level;
    const first = Math.max(0, Math.min(count - 1, Math.floor((from / end) * count)));
    const last = Math.max(first, Math.min(count - 1, Math.ceil((to / end) * count) - 1));
    return { first, last, count };
}

/** Round times along the ruler. @param {Span} span @param {number} most */
export function timeTicks([from, to], most) {
    const rough = (to - from) / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power);
    const found = [];
    for (let at = Math.ceil(from / step); at * step <= to; at++) found.push(at * step);
    return { times: found, step };
}

/** A tick in the unit of the largest one, with the digits that its step needs. @param {number} nanos @param {number} step @param {number} largest */
export function tickText(nanos, step, largest) {
    const [unit, symbol] = largest >= 0.9995e9 ? [1e9, 's'] : largest >= 0.9995e6 ? [1e6, 'ms'] : largest >= 999.5 ? [1e3, 'µs'] : [1, 'ns'];
    const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
    return `${(nanos / unit).toFixed(Math.min(12, digits))} ${symbol}`;
}
