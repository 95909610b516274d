// Numbers as people write them, with their units: 1.23 s, 45.6 ms, 12.3 MiB, 1,234. NaN is a dash: not measured.

const TIME = /** @type {Record<string, number>} */ ({ s: 1, sec: 1, ms: 1e-3, us: 1e-6, 'µs': 1e-6, ns: 1e-9 });
const BYTES = /** @type {Record<string, number>} */ ({ B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 });
/** @type {[number, string][]} */
const TIME_STEPS = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
/** @type {[number, string][]} */
const BYTE_STEPS = [[2 ** 50, 'PiB'], [2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, 'B']];
/** @type {[number, string][]} */
const COUNT_STEPS = [[1e18, 'E'], [1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M']];
const RATE = new RegExp(`^(.+)/(${Object.keys(TIME).join('|')})$`);
export const NONE = '–';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** @param {number} number */
export function whole(number) {
    return Number.isNaN(number) ? NONE : WHOLE.format(number);
}

/**
 * Three significant digits, the whole part never rounded away.
 * @param {number} number
 * @param {number} [digits]
 */
export function significant(number, digits = 3) {
    const size = Math.abs(number);
    if (size >= 10 ** digits) return WHOLE.format(number);
    if (size === 0) return '0';
    const before = Math.max(1, Math.floor(Math.log10(size)) + 1);
    const text = size >= 1 ? number.toFixed(Math.max(0, digits - before)) : number.toPrecision(digits);
    return text.replace('-', '−');
}

/** @param {number} value @param {[number, string][]} steps */
function stepped(value, steps) {
    const size = Math.abs(value);
    const last = /** @type {[number, string]} */ (steps.at(-1));
    // 0.9995 would be written 1.00e3 of the smaller step: the larger step takes over where rounding reaches it
    const [step, symbol] = steps.find(([step]) => size >= step * 0.9995) ?? last;
    return `${significant(value / step)} ${symbol}`;
}

/** @param {number} value */
function count(value) {
    if (Math.abs(value) >= 1e6) return stepped(value, COUNT_STEPS);
    if (Number.isInteger(value)) return WHOLE.format(value).replace('-', '−');
    return significant(value, 4);
}

/**
 * @param {number} value
 * @param {string} unit
 * @returns {string}
 */
export function value(value, unit) {
    if (Number.isNaN(value)) return NONE;
    if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
    if (unit in TIME) return value === 0 ? '0 s' : stepped(value * TIME[unit], TIME_STEPS);
    if (unit in BYTES) return value === 0 ? '0 B' : stepped(value * BYTES[unit], BYTE_STEPS);
    const rate = rateOf(unit);
    if (rate && Number.isFinite(value / rate.seconds)) return `${valueText(value / rate.seconds, rate.of)}/s`;
    return unit ? `${count(value)} ${unit}` : count(value);
}

const valueText = value;

/** `B/ns` as bytes in each 1e-9 s; null for other units and for ratios of times. @param {string} unit */
function rateOf(unit) {
    const [, of, per] = RATE.exec(unit) ?? [];
    return of === undefined || of in TIME ? null : { of, seconds: TIME[per] };
}

/** A value with its share of the total, if it has one. @param {string} text @param {number} share */
export function withShare(text, share) {
    return Number.isNaN(share) ? text : `${text} (${percent(share)})`;
}

const MOST_DIGITS = 16;

/** The ends of a time interval in nanoseconds, with as many digits as they need to differ. @param {number} from @param {number} to */
export function moments(from, to) {
    let digits = 3;
    const texts = () => [from, to].map((nanos) => moment(nanos, to, digits));
    while (digits < MOST_DIGITS && to > from && texts()[0] === texts()[1]) digits++;
    return texts();
}

/** A time in the unit that suits a larger one. @param {number} nanos @param {number} largest @param {number} [digits] of the larger one */
export function moment(nanos, largest, digits = 3) {
    const [step, symbol] = TIME_STEPS.find(([each]) => largest * 1e-9 >= each * 0.9995) ?? [1e-9, 'ns'];
    const whole = Math.max(1, Math.floor(Math.log10(Math.max(largest * 1e-9, step) / step)) + 1);
    return nanos === 0 ? '0 s' : `${((nanos * 1e-9) / step).toFixed(Math.max(0, digits - whole))} ${symbol}`;
}

/** The unit that a value is written in: s for 2,400,000 us; its own unit if the value is not known. @param {number} number @param {string} unit */
export function shownUnit(number, unit) {
    return isScaled(unit) && Number.isFinite(number) && number !== 0 ? value(number, unit).split(' ').at(-1) ?? unit : unit;
}

/** Whether values of the unit are written in a multiple of it that fits their size. @param {string} unit */
export const isScaled = (unit) => unit in TIME || unit in BYTES || rateOf(unit) !== null;

/** A difference, always with its sign. @param {number} number @param {string} unit */
export function change(number, unit) {
    const text = value(number, unit);
    return number > 0 ? `+${text}` : text;
}

/** @param {number} share */
export function percent(share) {
    if (Number.isNaN(share)) return NONE;
    if (!Number.isFinite(share)) return '∞';
    const hundredth = share * 100;
    if (hundredth > 0 && hundredth < 0.05) return '< 0.1 %';
    return `${hundredth.toFixed(1).replace('-', '−')} %`;
}

/** A share that may be far below one in a hundred, with two digits. @param {number} share */
export function finePercent(share) {
    return Number.isFinite(share) ? `${Number((share * 100).toPrecision(2))} %` : NONE;
}

/** How many times: imbalance and ratios. @param {number} factor */
export function ratio(factor) {
    if (Number.isNaN(factor)) return NONE;
    if (!Number.isFinite(factor)) return '∞';
    return `${Math.abs(factor) < 10 ? factor.toFixed(2) : significant(factor)}×`;
}

/** ranks, processes, threads or streams. @param {string} one */
export function plural(one) {
    return one.split(' or ').map((noun) => `${noun}${noun.endsWith('s') ? 'es' : 's'}`).join(' or ');
}

/** @param {number} number @param {string} one @param {string} [many] */
export function counted(number, one, many = plural(one)) {
    return `${whole(number)} ${number === 1 ? one : many}`;
}

/** 41 of 65,536 ranks, or 16 ranks where that is all. @param {number} part @param {number} all @param {string} one */
export function countedOf(part, all, one) {
    return part < all ? `${whole(part)} of ${counted(all, one)}` : counted(all, one);
}

/** A frame's name without the count that keeps siblings of one name apart. @param {string} step */
export function stepName(step) {
    const at = step.indexOf('\u0001');
    return at < 0 ? step : step.slice(0, at);
}

/** file.c:12, without the folders. @param {string} file @param {number} line */
export function place(file, line) {
    const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return line > 0 ? `${name}:${line}` : name;
}

/** A call path as one text, as the command line writes it: a slash or backslash of a name has a backslash before it. @param {readonly string[]} names */
export const callPath = (names) => names.map((name) => name.replace(/[\\/]/g, '\\$&')).join('/');

/** Fewer ranges in step are no shorter as stripes. */
const FEWEST_STRIPES = 3;

/**
 * Ranges of context indices as the server and links read them: 0-511,600. Stripes are a range, how far on the next one is, and
 * how many there are: 3/8x64 is every 8th from 3 on, 64 of them.
 * @param {number[][] | null} ranges
 */
export function ranges(ranges) {
    if (!ranges) return null;
    /** @type {string[]} */
    const parts = [];
    for (let at = 0; at < ranges.length; ) {
        const [from, to] = ranges[at];
        const count = alike(ranges, at);
        const text = from === to ? `${from}` : `${from}-${to}`;
        const stripes = count >= FEWEST_STRIPES;
        parts.push(stripes ? `${text}/${ranges[at + 1][0] - from}x${count}` : text);
        at += stripes ? count : 1;
    }
    return parts.join(',');
}

/** How many ranges from one on are of one length and in step. @param {number[][]} ranges @param {number} at */
function alike(ranges, at) {
    const length = ranges[at][1] - ranges[at][0];
    const step = (ranges[at + 1]?.[0] ?? NaN) - ranges[at][0];
    let next = at + 1;
    while (next < ranges.length && ranges[next][0] - ranges[next - 1][0] === step && ranges[next][1] - ranges[next][0] === length) next++;
    return next - at;
}

/** More than a run has contexts. */
const MOST_RANGES = 1_000_000;

/** The ranges of such a text, null where it is none. @param {string} text @returns {number[][] | null} */
export function rangesFrom(text) {
    /** @type {number[][]} */
    const found = [];
    for (const part of text.split(',')) {
        const match = /^(\d+)(?:-(\d+))?(?:\/(\d+)x(\d+))?$/.exec(part);
        if (!match) return null;
        const [from, to, step, count] = [match[1], match[2] ?? match[1], match[3] ?? 0, match[4] ?? 1].map(Number);
        if (found.length + count > MOST_RANGES) return null;
        for (let at = 0; at < count; at++) found.push([from + at * step, to + at * step]);
    }
    return found;
}

/** Sorted indices as ranges. @param {ArrayLike<number>} indices @returns {number[][]} */
export function rangesOf(indices) {
    /** @type {number[][]} */
    const found = [];
    for (const index of Array.from(indices).sort((a, b) => a - b)) {
        const last = found.at(-1);
        if (last && index <= last[1] + 1) last[1] = Math.max(last[1], index);
        else found.push([index, index]);
    }
    return found;
}
