// What is selected, as removable chips; the order is that in which Escape drops them, last one first.

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{label: string, title: string, drop: () => void}} Chip */

const VERBS = { hide: 'hide', focus: 'focus', merge: 'merge', collapse: 'collapse', invert: 'inverted: callers below' };

/** @param {App} app @param {import('../data/types.js').Transform} transform */
function transformLabel(app, { kind, what }) {
    if (!what) return VERBS[kind];
    if ('path' in what) return `${VERBS[kind]} ${app.format.stepName(what.path.at(-1) ?? '')}`;
    return 'name' in what ? `${VERBS[kind]} every ${what.name}` : `${VERBS[kind]} all matching ${what.match}`;
}

/**
 * What a selection of contexts is, in the words of the profile: whole ranks, a whole repetition, or else a count.
 * @param {App} app
 * @returns {string}
 */
export function contextsLabel(app) {
    const { contexts } = app.state;
    const columns = app.model.contexts?.columns;
    const mask = app.model.selectedMask;
    if (!contexts) return '';
    const count = contexts.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    if (!columns || !mask) return app.format.counted(count, 'context');
    if (count === 1) return contextName(app, contexts[0][0]);
    for (const key of ['rank', 'repetition']) {
        const column = columns[key];
        const chosen = new Set(Array.from(column ?? []).filter((_, at) => mask[at] === 1));
        const wholly = column?.every((value, at) => (mask[at] === 1) === chosen.has(value));
        const all = new Set(column).size;
        const [first] = chosen;
        if (wholly && chosen.size < all) return chosen.size === 1 ? (first < 0 ? `no ${key}` : `${key} ${first}`) : `${app.format.whole(chosen.size)} of ${app.format.whole(all)} ${key}s`;
    }
    const unit = columns.number.length === mask.length ? placeUnit(app) : 'context';
    return `${app.format.whole(count)} of ${app.format.counted(mask.length, unit)}`;
}

/** What is compared with each other: ranks or, where there is one rank only, its threads. @param {App} app @returns {string} */
export function placeUnit(app) {
    const { ranks = 0, threads = 0, streams = 0 } = app.model.runInfo ?? {};
    const inside = threads > 1 ? 'thread' : streams > 1 ? 'stream' : 'rank';
    return app.model.contexts?.header.unit ?? (ranks < 2 ? inside : 'rank');
}

/** Whether there is something to reduce: threads of the only rank are added up, and repetitions averaged. @param {App} app */
export function hasSeveralRanks(app) {
    const { contexts, runInfo } = app.model;
    if (!contexts) return (runInfo?.contexts ?? 1) > 1;
    return contexts.columns.number.length > 1 && ['rank', 'process'].includes(contexts.header.unit);
}

/**
 * The name of a context, as treeline.model.ContextNames gives it on every screen: `rank 3 thread 1`, `main`.
 * @param {App} app @param {number} context
 */
export function contextName(app, context) {
    const frame = app.model.contexts;
    if (!frame) return `context ${context}`;
    const { header, columns } = frame;
    if (header.contextNames) return header.contextNames[context];
    const part = (/** @type {string} */ key) => (columns[key]?.[context] >= 0 ? `${key} ${columns[key][context]}` : '');
    const several = (/** @type {string} */ key) => columns.rank.length === 1 || new Set(columns[key]).size > 1;
    const inside = [part('thread'), part('stream')].filter(Boolean).join(' ');
    const host = columns.host && columns.rank[context] < 0 && (new Set(columns.host).size > 1 || !inside) ? header.hosts[columns.host[context]] : '';
    const rank = several('rank') || !inside ? part('rank') : '';
    const name = [rank, host, inside].filter(Boolean).join(' ');
    const repetition = several('repetition') || !name ? part('repetition') : '';
    return [name, repetition].filter(Boolean).join(' ') || 'whole program';
}

/** Whether contexts have the same numbers in an interval as in the whole run. @param {App} app */
export const allTraced = ({ model: { trace } }) => !trace || trace.columns.context.length === trace.header.contexts;

/** The state without anything that chips show. @type {Partial<import('../data/types.js').State>} */
export const CLEARED = { against: null, define: [], metric: null, transforms: [], least: 0, contexts: null, iterations: null, between: null, node: null };

/** A metric goes with the definitions that use it. @param {App} app @param {number} at */
function withoutDefinition({ state }, at) {
    const gone = state.define[at].name;
    return { define: state.define.filter((_, other) => other !== at), ...(state.metric === gone ? { metric: null } : {}), columns: state.columns.filter(({ metric }) => metric !== gone) };
}

/** The last step; a line of a function without a file has the name of the function. @param {string[]} names */
const nodeLabel = (names) => (/^line \d+/.test(names.at(-1) ?? '') ? names.slice(-2).join(', ') : names.at(-1) ?? '');

/** @param {App} app @returns {Chip[]} */
export function chips(app) {
    const { state, format } = app;
    /** @type {Chip[]} */
    const list = [];
    if (state.against !== null) {
        const name = app.model.otherInfo?.name ?? `run ${state.against}`;
        list.push({ label: `against ${name}`, title: 'Differences to this run', drop: () => app.select({ against: null }) });
    }
    state.define.forEach(({ name, formula }, at) => list.push({ label: `${name} = ${formula}`, title: 'A metric computed by this formula', drop: () => app.select(withoutDefinition(app, at)) }));
    state.transforms.forEach((transform, at) => {
        const label = transformLabel(app, transform);
        const path = transform.what && 'path' in transform.what ? transform.what.path.map(format.stepName).join(' › ') : label;
        const step = state.transforms.length > 1 ? `Step ${at + 1} of ${state.transforms.length}: ` : '';
        list.push({ label, title: `${step}${path}`, drop: () => app.select({ transforms: state.transforms.filter((_, other) => other !== at) }) });
    });
    if (state.least > 0) list.push({ label: `at least ${state.least} %`, title: 'Call paths with less of the total are not shown', drop: () => app.select({ least: 0 }) });
    if (state.contexts) list.push({ label: contextsLabel(app), title: `contexts ${format.ranges(state.contexts)}`, drop: () => app.select({ contexts: null }) });
    if (state.iterations) {
        const [from, to] = state.iterations;
        list.push({ label: from === to ? `iteration ${from}` : `iterations ${from}–${to}`, title: app.model.within ? `Tree, distribution and ${format.plural(placeUnit(app))} are of these iterations alone` : `Tree and ${format.plural(placeUnit(app))} are of all iterations here`, drop: () => app.select({ iterations: null }) });
    }
    if (state.between) {
        const [from, to] = format.moments(state.between[0], state.between[1]);
        list.push({ label: `${from} – ${to}`, title: app.model.between ? 'All numbers are of this time interval' : 'Not applied: comparisons and runs without a trace are of all of their time', drop: () => app.select({ between: null, ...(allTraced(app) ? {} : { contexts: null }) }) });
    }
    if (state.node) {
        list.push({ label: nodeLabel(state.node.map(format.stepName)), title: state.node.map(format.stepName).join(' › '), drop: () => app.select({ node: null }) });
    }
    return list;
}
