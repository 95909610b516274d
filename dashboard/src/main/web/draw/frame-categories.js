// What a frame is coloured by. The same frame has the same colour in every view, and a colour never depends on chance:
// it says what kind of code runs (communication, input and output, …) or, where names tell nothing, which of the heaviest functions
// it is; all other functions share one.

const OTHER = 'program';
const MOST = 7;
const FEWEST = 0.1;

/** @type {[string, RegExp][]} */
const KINDS = [
    ['MPI', /^P?MPI_|^mpi::|^mpi_/],
    ['GPU', /^(cuda|cu[A-Z]|hip[A-Z]|nccl|rccl|cublas|cufft|<gpu|gpu )|_kernel\b|^void .*kernel/],
    ['input and output', /^(f?read|f?write|p?read(64)?|pwrite(64)?|f?open(64)?|f?close|fsync|H5[A-Z]?\w*|nc_\w+|adios\w*|MPIIO\w*)$|^(io|IO)(::|\b)|checkpoint/],
    ['threads and waiting', /^(omp|gomp|kmp|__kmp|pthread|futex|sched_)|^(GOMP|OMP)_|barrier|wait$/i],
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

/** @param {string} name */
function category(name) {
    for (const [kind, pattern] of KINDS) if (pattern.test(name)) return kind;
    return origin(name) || OTHER;
}

/**
 * @typedef {{ of: Uint8Array, names: string[], byName: boolean }} Categories `of` is by frame; `names` by category;
 *   `byName` where these are the heaviest functions, and all others
 */

/**
 * @param {string[]} names by frame
 * @param {ArrayLike<number>} weight of each frame: the heaviest categories get a colour of their own
 * @param {number} hues how many colours there are
 * @returns {Categories}
 */
export function categories(names, weight, hues) {
    const found = names.map(category);
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
    const index = new Map(kept.map((each, at) => [each, at]));
    return { of: Uint8Array.from(found, (each) => index.get(each) ?? 0), names: kept, byName: false };
}

/** A colour for each of the heaviest functions: eight colours for hundreds of functions would say that some are the same. @param {string[]} names @param {ArrayLike<number>} weight @param {number} hues @returns {Categories} */
function byFunction(names, weight, hues) {
    /** @type {Map<string, number>} frames of one name are one function */
    const sums = new Map();
    names.forEach((name, frame) => sums.set(name, (sums.get(name) ?? 0) + (weight[frame] > 0 ? weight[frame] : 0)));
    const heaviest = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, sums.size <= hues ? hues : hues - 1).map(([name]) => name);
    const kept = sums.size <= hues ? heaviest : ['other functions', ...heaviest];
    const index = new Map(kept.map((name, at) => [name, at]));
    return { of: Uint8Array.from(names, (name) => index.get(name) ?? 0), names: kept, byName: true };
}

/**
 * The exclusive value of each frame, over all call paths.
 * @param {{ length: number, frame: Int32Array, exclusive: Float64Array, names: string[] }} tree
 */
export function weightByFrame(tree) {
    const sum = new Float64Array(tree.names.length);
    for (let row = 0; row < tree.length; row++) if (tree.exclusive[row] > 0) sum[tree.frame[row]] += tree.exclusive[row];
    return sum;
}
