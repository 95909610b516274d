// Round numbers along an axis.

/**
 * At most `count` round values from `low` to `high`, both ends included where they are round.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @param {boolean} [whole] whole numbers only: ranks, iterations
 */
export function ticks(low, high, count, whole = false) {
    if (!(high > low) || count < 1) return Number.isFinite(low) ? [low] : [];
    const rough = (high - low) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    let step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
    if (whole) step = Math.max(1, Math.round(step));
    const found = [];
    // Counted in steps: adding a step again and again would drift away from round values.
    for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at++) found.push(at * step || 0);
    return found;
}

/**
 * What to write at ticks. Three digits may make neighbours look the same; then as many are written as tell them apart.
 * @param {number[]} values
 * @param {(value: number) => string} write
 */
export function tickTexts(values, write) {
    const texts = values.map(write);
    if (new Set(texts).size === texts.length) return texts;
    const largest = values.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const [digits, unit] = write(largest).split(' ');
    // Units of time are powers of a thousand apart, so the scale of the unit can be read off its text.
    const scale = 1000 ** Math.round(Math.log10(Number(digits.replace(/,/g, '')) / largest) / 3);
    const step = Math.abs(values[1] - values[0]) * scale;
    if (!Number.isFinite(step) || !(step > 0) || /iB$/.test(unit ?? '')) return texts;
    const places = Math.min(9, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
    return values.map((each) => `${(each * scale).toFixed(places)}${unit ? ` ${unit}` : ''}`);
}

/**
 * The share `part` of sorted values, 0..1, by linear interpolation between neighbours.
 * @param {ArrayLike<number>} sorted
 * @param {number} part
 */
export function quantile(sorted, part) {
    if (sorted.length === 0) return NaN;
    const at = part * (sorted.length - 1);
    const low = Math.floor(at);
    const high = Math.min(sorted.length - 1, low + 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}
