// The categories by which frames are coloured, the same in every view: the operation that the server found (MPI, I/O, …),
// else memory management, a loop, or the library of the frame. If most of the time has no category, the most expensive
// functions have a colour each, and all others share one. Named operations have the same colour in every run.

const OTHER = 'program';
const MOST = 7;
const FEWEST = 0.1;
/** The places of colours in the palette; libraries and other categories get the rest. */
const FIXED = new Map([[OTHER, 0], ['Waiting', 1], ['MPI', 2], ['OpenMP', 3], ['GPU calls', 4], ['I/O', 5]]);

/** Categories that are not operations. @type {[string, RegExp][]} */
const KINDS = [
    ['memory', /^(malloc|calloc|realloc|free|mem(cpy|set|move)|operator (new|delete)|alloc\w*)\b/],
    ['loop', /^loop\b|\bloop (at|@)|^for\b|^while\b/i],
];

/** @param {string} name the namespace, package or library that a name begins with, or '' */
function origin(name) {
    const library = /^\[?([\w.+-]+\.(?:so|dll|dylib)[\w.]*)[`!\]]/.exec(name);
    if (library) return library[1];
    const scope = /^([A-Za-z_]\w*)::/.exec(name.replace(/^(?:void|int|double|float|auto|bool) /, ''));
    if (scope) return `${scope[1]}::`;
    const dots = /^([a-z]\w*\.[a-z]\w*)\.[\w.$]+$/.exec(name);
    return dots ? dots[1] : '';
}

/** @param {string} name @param {ReadonlyMap<string, string>} operations */
function category(name, operations) {
    const operation = operations.get(name);
    if (operation) return operation;
    for (const [kind, pattern] of KINDS) if (pattern.test(name)) return kind;
    return origin(name) || OTHER;
}

/**
 * @typedef {{ of: Uint8Array, keys: {name: string, hue: number}[], byName: boolean }} Categories
 *   `of` is the place of a frame's colour in the palette; `keys` explain them, the heaviest first; `byName` if these are the
 *   heaviest functions, and all others
 */

/** Each category with a place in the palette: its own, else the last free one, which named operations need least. @param {string[]} names @param {number} hues */
function withHues(names, hues) {
    const own = (/** @type {string} */ name) => (FIXED.get(name) ?? hues) < hues;
    const taken = new Set(names.filter(own).map((name) => FIXED.get(name)));
    const free = Array.from({ length: hues }, (_, hue) => hue).filter((hue) => !taken.has(hue));
    return names.map((name) => ({ name, hue: (own(name) ? FIXED.get(name) : free.pop()) ?? 0 }));
}

/**
 * @param {string[]} names by frame
 * @param {ArrayLike<number>} weight of each frame: the heaviest categories get a colour of their own
 * @param {number} hues how many colours there are
 * @param {ReadonlyMap<string, string>} operations by name
 * @returns {Categories}
 */
export function categories(names, weight, hues, operations) {
    const found = names.map((name) => category(name, operations));
    /** @type {Map<string, number>} */
    const sums = new Map();
    found.forEach((each, frame) => sums.set(each, (sums.get(each) ?? 0) + (weight[frame] > 0 ? weight[frame] : 0)));
    const named = [...sums].filter(([each, sum]) => each !== OTHER && sum > 0);
    const told = named.reduce((sum, [, each]) => sum + each, 0);
    // Nearly everything in one colour says less than functions told apart.
    if (!(told >= FEWEST * (told + (sums.get(OTHER) ?? 0)))) {
        return byFunction(names, weight, hues);
    }
    named.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const kept = [OTHER, ...named.slice(0, Math.min(MOST, hues) - 1).map(([each]) => each)];
    const keys = withHues(kept, hues);
    const index = new Map(keys.map(({ name, hue }) => [name, hue]));
    return { of: Uint8Array.from(found, (each) => index.get(each) ?? 0), keys, byName: false };
}

/** A colour for each of the heaviest functions: eight colours for hundreds of functions would say that some are the same. @param {string[]} names @param {ArrayLike<number>} weight @param {number} hues @returns {Categories} */
function byFunction(names, weight, hues) {
    /** @type {Map<string, number>} frames of one name are one function */
    const sums = new Map();
    names.forEach((name, frame) => sums.set(name, (sums.get(name) ?? 0) + (weight[frame] > 0 ? weight[frame] : 0)));
    const heaviest = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, sums.size <= hues ? hues : hues - 1).map(([name]) => name);
    const kept = sums.size <= hues ? heaviest : ['other functions', ...heaviest];
    const index = new Map(kept.map((name, at) => [name, at]));
    return { of: Uint8Array.from(names, (name) => index.get(name) ?? 0), keys: kept.map((name, hue) => ({ name, hue })), byName: true };
}

/**
 * @param {Weighed} tree
 * @param {number} hues
 * @param {ReadonlyMap<string, string>} operations
 */
export const frameCategories = (tree, hues, operations) => categories(tree.names, weightByFrame(tree), hues, operations);

/** @typedef {{ length: number, frame: Int32Array, exclusive: Float64Array, names: string[] }} Weighed */

/**
 * The exclusive value of each frame, over all call paths.
 * @param {Weighed} tree
 */
function weightByFrame(tree) {
    const sum = new Float64Array(tree.names.length);
    for (let row = 0; row < tree.length; row++) if (tree.exclusive[row] > 0) sum[tree.frame[row]] += tree.exclusive[row];
    return sum;
}
