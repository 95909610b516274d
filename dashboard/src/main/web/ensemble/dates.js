// Metadata that are points in time: Unix times of Caliper and Adiak, and ISO dates. They are numbers, in seconds since 1970,
// that are written as dates in UTC.

/** @typedef {import('./types.js').RunColumn} RunColumn */

/** Names of points in time; "walltime" and "time" alone are durations. */
const NAMED = /date|epoch|timestamp|(start|launch|end|begin|creation|submit)[._ ]?time/i;
/** The years 1990 to 2100: other numbers are not Unix times. */
const [EARLIEST, LATEST] = [631_152_000, 4_102_444_800];
const ISO = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const DAY = 86_400;

/** A column of dates as such; any other column as it is. @param {RunColumn} column @returns {RunColumn} */
export function withDates(column) {
    const values = column.kind === 'text' ? fromTexts(column) : NAMED.test(column.name) ? column.values : null;
    if (!values) return column;
    const known = Array.from(values).filter((each) => !Number.isNaN(each));
    if (known.length === 0 || known.some((each) => each < EARLIEST || each > LATEST)) return column;
    const date = known.every((each) => each % DAY === 0) ? 10 : known.every((each) => each % 60 === 0) ? 16 : 19;
    return { ...column, kind: 'number', whole: false, words: [], values, date };
}

/** @param {RunColumn} column @returns {Float64Array | null} */
function fromTexts({ words, values }) {
    if (words.length === 0 || !words.every((each) => ISO.test(each))) return null;
    const seconds = words.map((each) => Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$|^.{10}$/.test(each) ? each : `${each.replace(' ', 'T')}Z`) / 1000);
    return seconds.some(Number.isNaN) ? null : Float64Array.from(values, (code) => (code < 0 ? NaN : seconds[code]));
}

/** @param {number} seconds @param {number} [length]  10 for the day, 16 with the minute, 19 with the second */
export function dateText(seconds, length = 16) {
    const date = new Date(seconds * 1000);
    return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('T', ' ').slice(0, length);
}

const STEPS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 91 * DAY, 365 * DAY, 5 * 365 * DAY];

/** Round points in time along an axis. @param {number} low @param {number} high @param {number} count */
export function dateTicks(low, high, count) {
    const step = STEPS.find((each) => (high - low) / each <= count) ?? 20 * 365 * DAY;
    const found = [];
    for (let at = Math.ceil(low / step); at * step <= high; at++) found.push({ value: at * step, text: step < DAY ? dateText(at * step).slice(5) : dateText(at * step, 10) });
    return found.length > 0 ? found : [{ value: low, text: dateText(low) }];
}
