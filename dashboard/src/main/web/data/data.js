// Where the page gets its numbers: one set of questions over two sources, a server or the answers inside a mailed report.

import { reportSource } from './report.js';
import { serverSource } from './server.js';
import { DataError } from './wire.js';

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Data} Data */

/**
 * A source answers a question `name?key=value&…`; `body` goes along where a list is too long for an address.
 * @typedef {Object} Source
 * @property {(question: string, body?: Int32Array<ArrayBuffer>) => Promise<Frame>} frame
 * @property {(question: string) => Promise<any>} json
 * @property {(question: string) => Promise<Blob>} blob
 * @property {(files: import('./types.js').Dropped[]) => Promise<import('./types.js').RunInfo>} open
 * @property {(run: number | string) => Promise<import('./types.js').RunInfo>} openOfEnsemble  by position or name
 * @property {(run: number) => Promise<void>} close
 * @property {(run: number) => Promise<void>} reload
 * @property {(what: 'metric' | 'over' | 'contexts', query: {metric: string, over?: string}) => string} lacks  why something cannot be asked, empty where it can
 * @property {boolean} live
 */

/**
 * The text of a question. Keys keep the order of the contract, so that a report can look answers up by it.
 * @param {string} name
 * @param {Record<string, string | number | string[] | null | undefined>} query  a list is written once for each of its items
 */
export function question(name, query) {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
        if (Array.isArray(value)) for (const each of value) search.append(key, each);
        else if (value !== null && value !== undefined) search.set(key, String(value));
    }
    const text = search.toString();
    return text ? `${name}?${text}` : name;
}

/** Most nodes kept no iterations, and source files may be elsewhere: that is an answer too. @param {Frame} answer */
function whereAny(answer) {
    if (answer.header.none) throw new DataError(answer.header.none, answer.header.hint);
    return answer;
}

const LONGEST_LIST = 400;
const KEPT_ANSWERS = 96;

/** @param {Source} source @returns {Data} */
export function dataOver(source) {
    const kept = new Map();
    /** @template T @param {string} key @param {() => Promise<T>} ask @returns {Promise<T>} */
    const once = (key, ask) => {
        const known = kept.get(key);
        if (known) return known;
        const answer = ask();
        kept.set(key, answer);
        answer.catch(() => kept.delete(key));
        if (kept.size > KEPT_ANSWERS) kept.delete(kept.keys().next().value);
        return answer;
    };
    /** @param {string} name @param {Record<string, any>} query */
    const frame = (name, query) => {
        const text = question(name, query);
        return once(text, () => source.frame(text));
    };
    /** @param {string} name @param {Record<string, any>} query */
    const json = (name, query) => {
        const text = question(name, query);
        return once(text, () => source.json(text));
    };
    return {
        live: source.live,
        runs: () => source.json('runs'),
        run: (query) => json('run', query),
        conditions: () => source.json('conditions'),
        tree: (run, root, between) => frame('tree', { run, root, between }),
        values: ({ run, metric, over, contexts, iterations, root, between, define }) => frame('values', { run, metric, over, contexts, iterations, root, between, define }),
        imbalance: ({ run, metric, scope, over, contexts, iterations, between, define }) => frame('imbalance', { run, metric, scope, over, contexts, iterations, between, define }),
        sparks: ({ run, metric, scope, nodes, contexts, iterations, between, define }) =>
            frame('sparks', { run, metric, scope, nodes: Array.from(nodes).join(','), contexts, iterations, between, define }),
        contexts: (run, between) => frame('contexts', { run, between }),
        ranks: ({ run, metric, scope, nodes, contexts, iterations, between, define }) => {
            if (nodes.length <= LONGEST_LIST) return frame('ranks', { run, metric, scope, nodes: Array.from(nodes).join(','), contexts, iterations, between, define });
            return source.frame(question('ranks', { run, metric, scope, contexts, iterations, between, define }), Int32Array.from(nodes));
        },
        series: ({ run, metric, scope, node, contexts, between, define }) => frame('series', { run, metric, scope, node, contexts, between, define }).then(whereAny),
        source: ({ run, metric, over, file, contexts, iterations, between, define }) => frame('source', { run, metric, over, file, contexts, iterations, between, define }).then(whereAny),
        executions: ({ run, against, metric, scope, over, nodes, contexts, between, define }) =>
            json('executions', { metric, scope, over, run, nodes: Array.from(nodes).join(','), contexts, against, between, define }),
        heat: ({ run, metric, scope, node }) => frame('heat', { run, metric, scope, node }),
        diff: ({ run, against, metric, over, define }) => frame('diff', { run, against, metric, over, define }),
        ensemble: (name, query) => frame(`ensemble-${name}`, query),
        ensembleJson: (name, query) => json(`ensemble-${name}`, query),
        openOfEnsemble: (run) => source.openOfEnsemble(run),
        operations: (run, between) => json('operations', { run, between }),
        findings: ({ run, metric, between, define }) => json('findings', { run, metric, between, define }),
        trace: (run) => frame('trace', { run }),
        timeline: ({ run, level, tile, contexts, rows }) => source.frame(question('timeline', { run, level, tile, contexts, rows })), // the timeline has a cache of its own
        moment: ({ run, context, at, depth }) => json('moment', { run, context, at, depth }),
        interval: ({ run, between, bins, depth, contexts, all }) => frame('interval', { run, between, bins, depth, contexts, all: all ? 1 : null }),
        overlays: ({ run, between, show, contexts }) => frame('overlays', { run, between, show, contexts }),
        waiting: (run) => frame('waiting', { run }),
        matrix: ({ run, between, bins }) => frame('matrix', { run, between, bins }),
        counters: ({ run, between, bins }) => frame('counters', { run, between, bins }),
        questions: () => json('questions', {}),
        ask: (query) => source.json(`ask?${query}`),
        exported: (query, form) => source.blob(`ask?${query}&form=${form}`),
        lacks: (what, query) => source.lacks(what, query),
        open: (files) => source.open(files),
        close: (run) => source.close(run),
        state: () => source.json('state'),
        reload: (run) => source.reload(run),
        forget: () => kept.clear(),
        page: async (run) => (await source.blob(`page?run=${run}`)).text(),
    };
}

/** The answers inside the page where it is a report, else the server that the page came from. */
export function openData() {
    const data = document.getElementById('treeline-data');
    return dataOver(data ? reportSource(data.textContent ?? '') : serverSource());
}
