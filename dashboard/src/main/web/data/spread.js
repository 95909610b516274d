// How values spread over ranks and what stands out, for a file that has no server; as treeline.numbers.Spread and
// treeline.view.RankPeriod compute it, which a test compares.

/** @typedef {{every: number, offset: number, share: number, ratio: number | null}} Period  ratio: null where the others did not run */

/** Differences below this share are not worth a word or a colour. */
const FLOOR = 0.02;
const FEWEST = 4;
const FENCE = 1.5;
const MOST_OUTLIERS = 1_000;
const LONGEST_PERIOD = 256;
const LEAST_SHARE = 0.5;
const LEAST_CERTAINTY = 30;
const BETTER = 0.02;

/** @param {ArrayLike<number>} values */
const measured = (values) => Float64Array.from(values).filter((each) => !Number.isNaN(each));

/** @param {Float64Array} values */
export function sum(values) {
    let [total, lost] = [0, 0];
    for (const value of values) {
        const next = total + value;
        lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
        total = next;
    }
    return total + lost;
}

/** Between neighbours as numpy does, over sorted values and so many zeros. @param {Float64Array} sorted @param {number} zeros @param {number} share */
export function percentile(sorted, zeros, share) {
    const count = sorted.length + zeros;
    if (sorted.length === 0) return NaN;
    const first = sorted.findIndex((value) => value >= 0);
    const negative = first < 0 ? sorted.length : first;
    /** @param {number} place */
    const at = (place) => (place < negative ? sorted[place] : place < negative + zeros ? 0 : sorted[place - zeros]);
    const place = share * (count - 1);
    const below = Math.floor(place);
    return place === below ? at(below) : at(below) + (place - below) * (at(below + 1) - at(below));
}

/**
 * @param {Float64Array} values  one per place, NaN where it has none
 * @param {boolean} absentCounts  whether a place without a value counts as 0
 */
export function spreadOf(values, absentCounts) {
    const present = measured(values);
    const population = absentCounts ? values.length : present.length;
    const zeros = population - present.length;
    const mean = present.length === 0 ? NaN : sum(present) / population;
    const sorted = present.slice().sort();
    const squares = zeros * mean * mean + present.reduce((all, each) => all + (each - mean) ** 2, 0);
    let slowest = -1;
    for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at]) && (slowest < 0 || values[at] > values[slowest])) slowest = at;
    const [min, p1, median, p99, max] = [0, 0.01, 0.5, 0.99, 1].map((share) => percentile(sorted, zeros, share));
    return {
        present: present.length, population, min, p1, median, mean, p99, max, slowest, floor: FLOOR,
        sd: population < 2 ? NaN : Math.sqrt(squares / (population - 1)),
        imbalance: max > 0 && mean > 0 ? max / mean : NaN,
        worthColours: max - min > FLOOR * Math.abs(mean),
    };
}

/** Places above Tukey's fence and above the median by more than the floor. @param {Float64Array} values @returns {number[]} */
function beyondFence(values) {
    const sorted = measured(values).sort();
    if (sorted.length < FEWEST) return [];
    const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => percentile(sorted, 0, share));
    const fence = Math.max(upper + FENCE * (upper - lower), median + FLOOR * Math.abs(median));
    return Array.from(values.keys()).filter((place) => values[place] > fence);
}

/** Slowest first; those of a pattern are compared with each other only. @param {Float64Array} values @param {Period | null} period */
export function outliersOf(values, period) {
    /** @param {boolean} inside */
    const part = (inside) => values.map((value, place) => (period && (place % period.every === period.offset) === inside ? value : NaN));
    const found = period ? [...beyondFence(part(true)), ...beyondFence(part(false))] : beyondFence(values);
    return found.sort((a, b) => values[b] - values[a]).slice(0, MOST_OUTLIERS);
}

/** Every so many ranks one is slower; asked for ranks 0, 1, 2, … only. @param {Float64Array} values @returns {Period | null} */
export function periodOf(values) {
    const value = values.map((each) => (Number.isNaN(each) ? 0 : each));
    const mean = value.reduce((all, each) => all + each, 0) / value.length;
    const variation = value.reduce((all, each) => all + (each - mean) ** 2, 0);
    let best = { every: 1, offset: 0, share: 0, ratio: 1 };
    for (let every = 2; every <= Math.min(LONGEST_PERIOD, Math.floor(value.length / FEWEST)); every++) {
        const found = slowestOffset(value, every, mean, variation);
        if (found.share > best.share + BETTER) best = found;
    }
    const certainty = (best.share / (1 - best.share)) * (value.length - 2);
    if (best.share < LEAST_SHARE || certainty < LEAST_CERTAINTY || best.ratio - 1 <= FLOOR) return null;
    return { ...best, ratio: Number.isFinite(best.ratio) ? best.ratio : null };
}

/** @param {Float64Array} value @param {number} every @param {number} mean @param {number} variation */
function slowestOffset(value, every, mean, variation) {
    const sums = new Float64Array(every);
    value.forEach((each, rank) => (sums[rank % every] += each));
    const count = value.length;
    let best = { every, offset: 0, share: 0, ratio: 1 };
    for (let offset = 0; offset < every; offset++) {
        const members = Math.floor((count - offset + every - 1) / every);
        const own = sums[offset] / members;
        const share = ((own - mean) ** 2 * members * count) / (count - members) / variation;
        if (own > mean && variation > 0 && share > best.share) best = { every, offset, share: Math.min(1, share), ratio: own / ((mean * count - sums[offset]) / (count - members)) };
    }
    return best;
}
