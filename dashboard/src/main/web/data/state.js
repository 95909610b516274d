// The state of the page: a frozen object, and its text in the address. KEYS describes every key once; the defaults, the
// encoder and the decoder are derived from it.

import { ranges, rangesFrom } from '../draw/format.js';
import { filterFrom, filterText } from './run-filters.js';
import { LONGEST_NOTE } from '../tree/notes.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Transform} Transform */
/** @typedef {import('./types.js').Target} Target */

/** @typedef {ReadonlyMap<number, string>} RunNames  by the numbers of runs */
/** @type {RunNames} */
export const UNNAMED = new Map();

/** The run of a link that is not open here. */
export const NO_RUN = -1;

/** Starts a reference to a group of runs, before its condition. The colon is not escaped, so that no name of a run looks like it. */
export const GROUP = 'group:';

/**
 * The name of the run, because its number depends on the runs that are open. A name of digits would be read as a number.
 * @param {import('./types.js').RunRef} run @param {RunNames} names
 */
export function runText(run, names) {
    if (typeof run === 'string') return `${GROUP}${escaped(run.slice(GROUP.length))}`;
    const name = names.get(run);
    return name === undefined || index(name) !== null ? String(run) : escaped(name);
}

/** Also accepts a number, as in older links. @param {string} text @param {RunNames} names */
function runFrom(text, names) {
    if (text.startsWith(GROUP)) return `${GROUP}${decodeURIComponent(text.slice(GROUP.length))}`;
    const name = decodeURIComponent(text);
    return index(text) ?? [...names].find(([, each]) => each === name)?.[0] ?? NO_RUN;
}

const KINDS = ['hide', 'focus', 'merge', 'invert', 'collapse'];

/** Escapes the separators, so that any frame name survives. @param {string} text */
const escaped = (text) => encodeURIComponent(text).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {readonly string[]} path */
const pathText = (path) => path.map(escaped).join('/');

/** @param {string} text */
const pathFrom = (text) => text.split('/').map(decodeURIComponent);

/** @param {Transform} transform */
function transformText({ kind, what }) {
    if (!what) return kind;
    if ('path' in what) return `${kind}~path~${pathText(what.path)}`;
    if ('name' in what) return `${kind}~name~${escaped(what.name)}`;
    return `${kind}~match~${escaped(what.match)}`;
}

/** @param {string} text @returns {Transform | null} */
function transformFrom(text) {
    const [kind, by, what] = text.split('~');
    if (!KINDS.includes(kind)) return null;
    const known = /** @type {import('./types.js').TransformKind} */ (kind);
    if (known === 'invert') return { kind: known, what: null };
    const target = targetFrom(by, what);
    return target ? { kind: known, what: target } : null;
}

/** @param {string | undefined} by @param {string | undefined} what @returns {Target | null} */
function targetFrom(by, what) {
    if (what === undefined) return null;
    if (by === 'path') return { path: pathFrom(what) };
    if (by === 'name') return { name: decodeURIComponent(what) };
    return by === 'match' ? { match: decodeURIComponent(what) } : null;
}

/** @param {import('./types.js').MetricColumn} column */
const columnText = ({ metric, scope }) => `${escaped(metric)}~${scope}`;

/** @param {string} text @returns {import('./types.js').MetricColumn | null} */
function columnFrom(text) {
    const [metric, scope] = text.split('~');
    return scope === 'inclusive' || scope === 'exclusive' ? { metric: decodeURIComponent(metric), scope } : null;
}

/** @param {import('./types.js').Definition} definition */
const definitionText = ({ name, formula }) => `${escaped(name)}~${escaped(formula)}`;

/** @param {string} text @returns {import('./types.js').Definition | null} */
function definitionFrom(text) {
    const [name, formula] = text.split('~').map(decodeURIComponent);
    return name && formula ? { name, formula } : null;
}

/** @param {import('./types.js').Note} note */
const noteText = ({ path, text }) => `${pathText(path)}~${escaped(text)}`;

/** @param {string} text @returns {import('./types.js').Note | null} */
function noteFrom(text) {
    const [path, note] = text.split('~');
    return path && note ? { path: pathFrom(path), text: decodeURIComponent(note).slice(0, LONGEST_NOTE) } : null;
}

/** @param {string} text @returns {number | null} */
function percentFrom(text) {
    return /^\d+(\.\d+)?$/.test(text) && Number(text) <= 100 ? Number(text) : null;
}

/**
 * Paths in prefix-compressed form: the number of frames shared with the previous path, then the remaining frames.
 * @param {string[][]} paths
 */
function pathsText(paths) {
    return paths
        .map((path, i) => {
            const before = paths[i - 1] ?? [];
            let shared = 0;
            while (shared < path.length && shared < before.length && path[shared] === before[shared]) shared++;
            return `${shared}~${pathText(path.slice(shared))}`;
        })
        .join('~~');
}

/** @param {string} text @returns {string[][]} */
function pathsFrom(text) {
    /** @type {string[][]} */
    const paths = [];
    for (const part of text.split('~~')) {
        const at = part.indexOf('~');
        const shared = Number(part.slice(0, at));
        const rest = part.slice(at + 1);
        const before = paths.at(-1) ?? [];
        if (at < 1 || !Number.isInteger(shared) || shared > before.length) return [];
        paths.push([...before.slice(0, shared), ...(rest === '' && shared > 0 ? [] : pathFrom(rest))]);
    }
    return paths;
}

/** @param {{column: string, descending: boolean}} sort */
const sortText = ({ column, descending }) => `${escaped(column)}${descending ? '' : '~up'}`;

/** @param {string} text */
const sortFrom = (text) => ({ column: decodeURIComponent(text.split('~')[0]), descending: !text.endsWith('~up') });

/** @param {string} text */
function index(text) {
    return /^\d+$/.test(text) ? Number(text) : null;
}

/** @param {string} text */
function positive(text) {
    return Number(text) > 0 && Number.isFinite(Number(text)) ? Number(text) : null;
}

/**
 * A key of the state: its default, its text in the address, and its value from such text, null if the text is invalid.
 * @template T
 * @typedef {Object} Key
 * @property {T} initial
 * @property {(value: NonNullable<T>, names: RunNames) => string} text
 * @property {(text: string, names: RunNames) => T | null} from
 */

/**
 * A key with a fixed set of values.
 * @template {string} T
 * @template {T | null} I
 * @param {I} initial
 * @param {...T} choices
 * @returns {{initial: I, text: (value: string) => string, from: (text: string) => T | null}}
 */
const choice = (initial, ...choices) => ({ initial, text: String, from: (text) => choices.find((each) => each === text) ?? null });

/**
 * A key with any string as its value.
 * @template {string | null} I
 * @param {I} initial
 * @returns {Key<string | I>}
 */
const string = (initial) => ({ initial, text: escaped, from: decodeURIComponent });

/**
 * A key with a list as its value, whose invalid items are skipped.
 * @template T
 * @param {string} separator
 * @param {(item: T) => string} text
 * @param {(text: string) => T | null} from
 * @returns {Key<T[]>}
 */
const list = (separator, text, from) => ({
    initial: [],
    text: (items) => items.map(text).join(separator),
    from: (all) => all.split(separator).map(from).filter((item) => item !== null),
});

const OVERLAYS = ['messages', 'path', 'waits', 'statistics'];

/** A time interval in nanoseconds since the start of the run. @type {Key<number[] | null>} */
const interval = {
    initial: null,
    text: (times) => times.join('-'),
    from: (text) => {
        const [from, to] = /^\d{1,16}-\d{1,16}$/.test(text) ? text.split('-').map(Number) : [0, 0];
        return from < to ? [from, to] : null;
    },
};

/** Every key of the state, in the order of the address. @type {{[K in keyof State]: Key<State[K]>}} */
const KEYS = {
    run: { initial: 0, text: runText, from: runFrom },
    against: { initial: null, text: runText, from: runFrom },
    define: list('~~', definitionText, definitionFrom),
    metric: string(null),
    scope: choice('inclusive', 'inclusive', 'exclusive'),
    over: choice('mean', 'mean', 'sum', 'max', 'min'),
    statistic: choice('median', 'best', 'mean', 'median', 'worst'),
    view: choice('table', 'table', 'nodelink', 'icicle', 'flame', 'sandwich', 'flat', 'source'),
    by: choice('function', 'function', 'file', 'module'),
    open: choice('auto', 'auto', 'hot', 'all', 'none'),
    theme: choice('auto', 'auto', 'light', 'dark'),
    siblings: choice('heavy', 'heavy', 'stored'),
    widths: choice('run', 'run', 'against'),
    rankOrder: choice('rank', 'rank', 'value'),
    split: string('children'),
    executionsOf: choice(null, 'repetitions', 'runs'),
    node: { initial: null, text: pathText, from: pathFrom },
    contexts: { initial: null, text: (selected) => ranges(selected) ?? '', from: rangesFrom },
    iterations: { initial: null, text: (range) => range.join('-'), from: (text) => rangesFrom(text)?.[0] ?? null },
    between: interval,
    time: interval,
    timeRows: { initial: null, text: (range) => range.join('-'), from: (text) => rangesFrom(text)?.[0] ?? null },
    timeDepth: { initial: null, text: String, from: index },
    timeOrder: choice('rank', 'rank', 'value', 'waiting'),
    timeFold: choice('none', 'none', 'rank', 'host'),
    timeShow: { initial: Object.freeze(['messages', 'statistics']), text: (items) => items.join(','), from: (text) => text.split(',').filter((each) => OVERLAYS.includes(each)) },
    timeAs: choice('rows', 'rows', 'matrix'),
    matrixOf: choice('bytes', 'bytes', 'messages', 'transfer'),
    timeSize: choice('normal', 'normal', 'large'),
    iterationsAs: choice('line', 'line', 'heat'),
    transforms: list('~~', transformText, transformFrom),
    search: string(''),
    sort: { initial: Object.freeze({ column: 'inclusive', descending: true }), text: sortText, from: sortFrom },
    columns: list('~~', columnText, columnFrom),
    least: { initial: 0, text: String, from: percentFrom },
    perRow: { initial: null, text: String, from: index },
    zoom: { initial: null, text: pathText, from: pathFrom },
    tables: list(',', escaped, decodeURIComponent),
    expanded: { initial: [], text: pathsText, from: pathsFrom },
    page: choice(null, 'run', 'runs'),
    runFilters: list('~~', filterText, filterFrom),
    runsPicked: { initial: null, text: (picked) => ranges(picked) ?? '', from: rangesFrom },
    runsPickedOf: string(null),
    runGroup: string(null),
    runColour: string(null),
    runAxes: list('~~', escaped, decodeURIComponent),
    runX: string(null),
    runY: string(null),
    runSort: { initial: null, text: sortText, from: sortFrom },
    runPlot: choice('scatter', 'scatter', 'histogram', 'heatmap', 'scaling', 'clusters', 'trend'),
    runTree: choice('statistics', 'statistics', 'topdown'),
    runStatistic: choice('std', 'mean', 'median', 'std', 'min', 'max'),
    runOpen: list('~~', escaped, decodeURIComponent),
    runParameter: string(null),
    runAt: { initial: null, text: String, from: positive },
    runClusters: { initial: null, text: String, from: index },
    notes: list('~~', noteText, noteFrom),
};

const NAMES = /** @type {(keyof State)[]} */ (Object.keys(KEYS));

/** @type {State} */
export const DEFAULTS = Object.freeze(/** @type {any} */ (Object.fromEntries(NAMES.map((name) => [name, KEYS[name].initial]))));

/**
 * The fragment of the address: every key that differs from its default.
 * @param {State} state
 * @param {RunNames} [names]
 */
export function encode(state, names = UNNAMED) {
    /** @param {keyof State} name */
    const text = (name) => /** @type {Key<any>} */ (KEYS[name]).text(state[name], names);
    return [...difference(DEFAULTS, state)].map((name) => `${name}=${text(name)}`).join('&');
}

/**
 * The state of a link. Links come from anywhere: a key that is unknown or invalid keeps its default.
 * @param {string} fragment
 * @param {RunNames} [names]
 * @returns {State}
 */
export function decode(fragment, names = UNNAMED) {
    /** @type {Record<string, unknown>} */
    const state = { ...DEFAULTS };
    for (const part of fragment.replace(/^#/, '').split('&')) {
        const at = part.indexOf('=');
        const name = part.slice(0, at);
        if (at > 0 && Object.hasOwn(KEYS, name)) state[name] = valueOf(/** @type {keyof State} */ (name), part.slice(at + 1), names);
    }
    return Object.freeze(/** @type {State} */ (state));
}

/** @param {keyof State} name @param {string} text @param {RunNames} names */
function valueOf(name, text, names) {
    const { initial, from } = KEYS[name];
    try {
        return from(text, names) ?? initial;
    } catch {
        return initial; // an invalid escape such as %E0%A4
    }
}

/**
 * The keys whose values differ.
 * @param {State} before
 * @param {State} after
 * @returns {Set<keyof State>}
 */
export function difference(before, after) {
    return new Set(NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])));
}

/** The page that is shown: of one run, or of many. @param {State} state @param {import('./types.js').Model} model @returns {'run' | 'runs'} */
export function pageOf({ page }, { start }) {
    return page ?? start;
}
