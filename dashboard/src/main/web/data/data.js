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
 * @property {(run: number) => Promise<void>} close
 * @property {(run: number) => Promise<void>} reload
 * @property {(what: 'metric' | 'over' | 'contexts', query: {metric: string, over?: string}) => string} lacks  why something cannot be asked, empty where it can
 * @property {boolean} live
 */

/**
 * The text of a question. Keys keep the order of the contract, so that a report can look answers up by it.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} query
 */
export function question(name, query) {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
        if (value !== null && value !== undefined) search.set(key, String(value));
    }
    const text = search.toString();
    return text ? `${name}?${text}` : name;
}

/** Most nodes kept no iterations, which is an answer too. @param {Frame} answer */
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
        tree: (run, root) => frame('tree', { run, root }),
        values: ({ run, metric, over, contexts, iterations, root }) => frame('values', { run, metric, over, contexts, iterations, root }),
        imbalance: ({ run, metric, scope, over, contexts, iterations }) => frame('imbalance', { run, metric, scope, over, contexts, iterations }),
        sparks: ({ run, metric, scope, nodes, contexts, iterations }) =>
            frame('sparks', { run, metric, scope, nodes: Array.from(nodes).join(','), contexts, iterations }),
        contexts: (run) => frame('contexts', { run }),
        ranks: ({ run, metric, scope, nodes, contexts, iterations }) => {
            if (nodes.length <= LONGEST_LIST) return frame('ranks', { run, metric, scope, nodes: Array.from(nodes).join(','), contexts, iterations });
            return source.frame(question('ranks', { run, metric, scope, contexts, iterations }), Int32Array.from(nodes));
        },
        series: ({ run, metric, scope, node, contexts }) => frame('series', { run, metric, scope, node, contexts }).then(whereAny),
        executions: ({ run, metric, scope, over, nodes, contexts }) => json('executions', { metric, scope, over, run, nodes: Array.from(nodes).join(','), contexts }),
        diff: ({ run, against, metric, over }) => frame('diff', { run, against, metric, over }),
        operations: (run) => json('operations', { run }),
        findings: (run, metric) => json('findings', { run, metric }),
        questions: () => json('questions', {}),
        ask: (query) => source.json(`ask?${query}`),
        exported: (query, form) => source.blob(`ask?${query}&form=${form}`),
        lacks: (what, query) => source.lacks(what, query),
        open: (files) => source.open(files),
        close: (run) => source.close(run),
        state: () => source.json('state'),
        reload: (run) => source.reload(run),
    };
}

/** The answers inside the page where it is a report, else the server that the page came from. */
export function openData() {
    const data = document.getElementById('treeline-data');
    return dataOver(data ? reportSource(data.textContent ?? '') : serverSource());
}
