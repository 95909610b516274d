// Rank numbers as ranges, as the option --rank and the server write them: 0-15, 32, or 0-4092:4 for every fourth one.

/** Fewer numbers with the same distance are listed one by one. */
const FEWEST = 3;
/** More ranges do not fit into a sentence. */
const MOST = 8;

/** @param {number[]} ascending @returns {string[]} */
export function rankRanges(ascending) {
    const ranges = [];
    for (let from = 0; from < ascending.length; ) {
        const end = endOf(ascending, from);
        const step = ascending[from + 1] - ascending[from];
        const ends = `${ascending[from]}-${ascending[end]}`;
        ranges.push(end === from ? `${ascending[from]}` : step === 1 ? ends : `${ends}:${step}`);
        from = end + 1;
    }
    return ranges;
}

/** For a sentence: the first ranges if there are many. @param {number[]} ascending */
export function rankRangesText(ascending) {
    const ranges = rankRanges(ascending);
    return ranges.length <= MOST ? ranges.join(', ') : `${ranges.slice(0, MOST).join(', ')}, ... up to ${ascending.at(-1)}`;
}

/**
 * The last number at the same distance as the first two. A pair is a range only if its numbers are adjacent.
 * @param {number[]} numbers @param {number} from
 */
function endOf(numbers, from) {
    if (from + 1 === numbers.length) return from;
    const step = numbers[from + 1] - numbers[from];
    let end = from + 1;
    while (end + 1 < numbers.length && numbers[end + 1] - numbers[end] === step) end++;
    return step === 1 || end - from + 1 >= FEWEST ? end : from;
}
