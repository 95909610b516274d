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
    return `${app.format.whole(count)} of ${app.format.counted(mask.length, 'context')}`;
}

/** What is compared with each other: ranks or, where there is one rank only, its threads. @param {App} app @returns {string} */
export function placeUnit(app) {
    const { ranks = 0, threads = 0 } = app.model.runInfo ?? {};
    return app.model.contexts?.header.unit ?? (ranks < 2 && threads > 1 ? 'thread' : 'rank');
}

/** Whether there is something to reduce: threads of the only rank are added up, and repetitions averaged. @param {App} app */
export function hasSeveralRanks(app) {
    const { contexts, runInfo } = app.model;
    if (!contexts) return (runInfo?.contexts ?? 1) > 1;
    return contexts.columns.number.length > 1 && ['rank', 'process'].includes(contexts.header.unit);
}

/** rank 3, thread 1: only what the profile tells apart. @param {App} app @param {number} context */
export function contextName(app, context) {
    const frame = app.model.contexts;
    if (!frame) return `context ${context}`;
    const parts = ['rank', 'thread', 'stream', 'repetition'].flatMap((key) => {
        const column = frame.columns[key];
        if (!column || column[context] < 0 || (key !== 'rank' && column.every((value) => value <= 0))) return [];
        return [`${key} ${column[context]}`];
    });
    return parts.length > 0 ? parts.join(', ') : `context ${context}`;
}

/** @param {App} app @returns {Chip[]} */
export function chips(app) {
    const { state, format } = app;
    /** @type {Chip[]} */
    const list = [];
    if (state.against !== null) {
        const name = app.model.runs.find((run) => run.id === state.against)?.name ?? `run ${state.against}`;
        list.push({ label: `against ${name}`, title: 'Differences to this run', drop: () => app.select({ against: null }) });
    }
    state.transforms.forEach((transform, at) => {
        const label = transformLabel(app, transform);
        const path = transform.what && 'path' in transform.what ? transform.what.path.map(format.stepName).join(' › ') : label;
        list.push({ label, title: path, drop: () => app.select({ transforms: state.transforms.filter((_, other) => other !== at) }) });
    });
    if (state.least > 0) list.push({ label: `at least ${state.least} %`, title: 'Call paths with less of the total are not shown', drop: () => app.select({ least: 0 }) });
    if (state.contexts) list.push({ label: contextsLabel(app), title: `contexts ${format.ranges(state.contexts)}`, drop: () => app.select({ contexts: null }) });
    if (state.iterations) {
        const [from, to] = state.iterations;
        list.push({ label: from === to ? `iteration ${from}` : `iterations ${from}–${to}`, title: app.model.within ? 'Tree, distribution and ranks are of these iterations alone' : 'Ranks and tree are of all iterations here', drop: () => app.select({ iterations: null }) });
    }
    if (state.node) {
        list.push({ label: format.stepName(state.node.at(-1) ?? ''), title: state.node.map(format.stepName).join(' › '), drop: () => app.select({ node: null }) });
    }
    return list;
}
