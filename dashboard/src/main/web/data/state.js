// The one selection: a frozen object, its text in the address of the page, and the way back. Undo is the browser's own
// Back, so that both always agree.

import { ranges, rangesFrom } from '../draw/format.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Transform} Transform */
/** @typedef {import('./types.js').Target} Target */

/** @type {State} */
export const DEFAULTS = Object.freeze({
    run: 0,
    against: null,
    node: null,
    metric: null,
    scope: 'inclusive',
    over: 'mean',
    contexts: null,
    iterations: null,
    statistic: 'median',
    view: 'table',
    transforms: [],
    search: '',
    sort: Object.freeze({ column: 'inclusive', descending: true }),
    columns: [],
    least: 0,
    by: 'function',
    open: 'auto',
    expanded: [],
    theme: 'auto',
    perRow: null,
    zoom: null,
    siblings: 'heavy',
    widths: 'run',
    rankOrder: 'rank',
    split: 'children',
    executionsOf: null,
    tables: [],
});

/** @type {Record<string, readonly string[]>} */
const CHOICES = {
    scope: ['inclusive', 'exclusive'],
    over: ['mean', 'sum', 'max', 'min'],
    statistic: ['best', 'mean', 'median', 'worst'],
    view: ['table', 'nodelink', 'icicle', 'flame', 'sandwich', 'flat'],
    by: ['function', 'file', 'module'],
    open: ['auto', 'hot', 'all', 'none'],
    theme: ['auto', 'light', 'dark'],
    siblings: ['heavy', 'stored'],
    widths: ['run', 'against'],
    rankOrder: ['rank', 'value'],
    executionsOf: ['repetitions', 'runs'],
};

/** @typedef {ReadonlyMap<number, string>} RunNames  by the numbers of runs */
/** @type {RunNames} */
const UNNAMED = new Map();

/** The run of a link that is not open here. */
export const NO_RUN = -1;

/** By name: served with others, the run has another number. A name that looks like a number would be read as one. @param {RunNames} names */
const runText = (names) => (/** @type {number} */ run) => {
    const name = names.get(run);
    return name === undefined || index(name) !== null ? String(run) : escaped(name);
};

/** Older links hold the number. @param {RunNames} names */
const runFrom = (names) => (/** @type {string} */ text) => {
    const name = decodeURIComponent(text);
    return index(text) ?? [...names].find(([, each]) => each === name)?.[0] ?? NO_RUN;
};

const KINDS = ['hide', 'focus', 'merge', 'invert', 'collapse'];

/** Escapes what separates parts of the text, so that any frame name survives. @param {string} text */
const escaped = (text) => encodeURIComponent(text).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {readonly string[]} path */
export const pathText = (path) => path.map(escaped).join('/');

/** @param {string} text */
export const pathFrom = (text) => text.split('/').map(decodeURIComponent);

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

/** @param {string} text @returns {number | null} */
function hundredths(text) {
    return /^\d+(\.\d+)?$/.test(text) && Number(text) <= 100 ? Number(text) : null;
}

/**
 * Many paths share their beginnings: each says how many steps it shares with the one before, then the rest.
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

/**
 * What differs from the defaults, as the text behind the # of the address.
 * @param {State} state
 * @param {RunNames} [names]
 */
export function encode(state, names = UNNAMED) {
    /** @type {string[]} */
    const parts = [];
    /** @param {keyof State} key @param {(value: any) => string} text */
    const add = (key, text) => {
        if (JSON.stringify(state[key]) !== JSON.stringify(DEFAULTS[key])) parts.push(`${key}=${text(state[key])}`);
    };
    add('run', runText(names));
    add('against', runText(names));
    add('metric', escaped);
    for (const key of /** @type {(keyof State)[]} */ (['scope', 'over', 'statistic', 'view', 'by', 'open', 'theme', 'siblings', 'widths', 'rankOrder', 'split', 'executionsOf'])) add(key, escaped);
    add('node', pathText);
    add('contexts', (list) => ranges(list) ?? '');
    add('iterations', (range) => range.join('-'));
    add('transforms', (list) => list.map(transformText).join('~~'));
    add('search', escaped);
    add('sort', (sort) => `${escaped(sort.column)}${sort.descending ? '' : '~up'}`);
    add('columns', (list) => list.map(columnText).join('~~'));
    add('least', String);
    add('perRow', String);
    add('zoom', pathText);
    add('tables', (kinds) => kinds.map(escaped).join(','));
    add('expanded', pathsText);
    return parts.join('&');
}

/** @param {string} text */
function index(text) {
    return /^\d+$/.test(text) ? Number(text) : null;
}

/** @type {Record<string, (text: string) => unknown>} */
const READERS = {
    metric: decodeURIComponent,
    split: decodeURIComponent,
    zoom: pathFrom,
    tables: (text) => text.split(',').map(decodeURIComponent),
    node: pathFrom,
    contexts: rangesFrom,
    iterations: (text) => rangesFrom(text)?.[0] ?? null,
    transforms: (text) => text.split('~~').map(transformFrom).filter((transform) => transform !== null),
    search: decodeURIComponent,
    sort: (text) => ({ column: decodeURIComponent(text.split('~')[0]), descending: !text.endsWith('~up') }),
    columns: (text) => text.split('~~').map(columnFrom).filter((column) => column !== null),
    least: hundredths,
    perRow: index,
    expanded: pathsFrom,
};

/**
 * The state that a link means. Links come from anywhere: a part that is not understood is left at its default.
 * @param {string} fragment
 * @param {RunNames} [names]
 * @returns {State}
 */
export function decode(fragment, names = UNNAMED) {
    /** @type {Record<string, (text: string) => unknown>} */
    const readers = { ...READERS, run: runFrom(names), against: runFrom(names) };
    /** @type {Record<string, unknown>} */
    const state = { ...DEFAULTS };
    for (const part of fragment.replace(/^#/, '').split('&')) {
        const at = part.indexOf('=');
        const key = part.slice(0, at);
        const read = Object.hasOwn(readers, key) ? readers[key] : choice(key);
        const value = at > 0 && read ? attempt(read, part.slice(at + 1)) : null;
        if (value !== null) state[key] = value;
    }
    return Object.freeze(/** @type {State} */ (state));
}

/** @param {string} key @returns {((text: string) => unknown) | null} */
function choice(key) {
    if (!Object.hasOwn(CHOICES, key)) return null;
    return (text) => (CHOICES[key].includes(text) ? text : null);
}

/** @param {(text: string) => unknown} read @param {string} text */
function attempt(read, text) {
    try {
        return read(text);
    } catch {
        return null; // a broken escape such as %E0%A4: the part keeps its default
    }
}

/**
 * The keys whose values differ.
 * @param {State} before
 * @param {State} after
 * @returns {Set<string>}
 */
export function difference(before, after) {
    const keys = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS));
    return new Set(keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])));
}

/** Two changes of the same keys within this time, such as held arrow keys, are one step back. */
const ONE_STEP_MILLIS = 600;

/** The states that were, kept by the browser's history. */
export class History {
    /** @param {(state: State, changed: Set<string>) => void} changed */
    constructor(changed) {
        this.changed = changed;
        this.names = UNNAMED;
        this.state = decode(location.hash);
        this.at = Number(history.state?.at ?? 0);
        this.newest = this.at;
        this.lastKeys = '';
        this.lastMillis = 0;
        addEventListener('popstate', () => this.#moved());
    }

    #moved() {
        this.at = Number(history.state?.at ?? 0);
        this.newest = Math.max(this.newest, this.at);
        this.lastKeys = '';
        this.#become(decode(location.hash, this.names));
    }

    /** Links name runs, whose names are known when they are listed: the address is read again. @param {RunNames} names */
    know(names) {
        this.names = names;
        this.#become(decode(location.hash, names));
    }

    /** A link that says which run it is of, also where that is the first one of several. */
    get link() {
        const text = encode(this.state, this.names);
        const run = this.names.size > 1 && this.state.run === DEFAULTS.run ? `run=${runText(this.names)(this.state.run)}` : '';
        return `${location.href.split('#')[0]}#${[run, text].filter(Boolean).join('&')}`;
    }

    /** @param {State} next */
    #become(next) {
        const changed = difference(this.state, next);
        if (changed.size === 0) return;
        this.state = next;
        this.changed(next, changed);
    }

    /** @param {Partial<State>} changes @param {boolean} [replace] */
    select(changes, replace = false) {
        const next = Object.freeze({ ...this.state, ...changes });
        const keys = [...difference(this.state, next)].sort().join();
        if (!keys) return;
        const again = keys === this.lastKeys && performance.now() - this.lastMillis < ONE_STEP_MILLIS;
        this.#write(next, replace || again);
        this.lastKeys = keys;
        this.lastMillis = performance.now();
        this.#become(next);
    }

    /** @param {State} next @param {boolean} replace */
    #write(next, replace) {
        const address = `#${encode(next, this.names)}`;
        if (replace) {
            history.replaceState({ at: this.at }, '', address);
        } else {
            this.at++;
            this.newest = this.at;
            history.pushState({ at: this.at }, '', address);
        }
    }

    get canUndo() {
        return this.at > 0;
    }

    get canRedo() {
        return this.at < this.newest;
    }

    undo() {
        if (this.canUndo) history.back();
    }

    redo() {
        if (this.canRedo) history.forward();
    }
}
