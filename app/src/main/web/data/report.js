// Answers that came inside the page: a report that was mailed has no server. The page holds gzipped JSON as base64 in
// the element #treeline-data, from question ("values?run=0&metric=time&over=mean", keys in the order of data.js, encoded
// as a form) to {"json": answer}, {"frame": "base64 of the bytes"} or {"error", "hint"}. Histograms stand under their question without nodes.

import { DataError, decodeFrame } from './wire.js';

const HINT = 'This file holds the main answers only. Run “treeline serve PATH” on the profile to ask for more.';
const BINS = 16;

/** @param {string} data @returns {import('./data.js').Source} */
export function reportSource(data) {
    const answers = unpacked(data);
    /** @param {string} question */
    const held = async (question) => {
        const all = await answers;
        if (!Object.hasOwn(all, question)) throw new DataError('This report does not hold that.', HINT);
        const { error, hint } = all[question];
        if (error !== undefined) throw new DataError(error, hint);
        return all[question];
    };
    return {
        live: false,
        async frame(question, body) {
            if (body) throw new DataError('This report does not hold that.', HINT);
            if (question.startsWith('sparks?')) return sparks(question, held);
            return decodeFrame(bytes((await held(question)).frame ?? '').buffer);
        },
        async json(question) {
            return (await held(question)).json;
        },
        async open(file) {
            throw new DataError(`A report cannot open ${file.name}.`, `Run “treeline serve ${file.name}” instead.`);
        },
    };
}

/** @param {string} data @returns {Promise<Record<string, {json?: any, frame?: string, error?: string, hint?: string}>>} */
async function unpacked(data) {
    const stream = new Blob([bytes(data)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).json();
}

/**
 * The rows in sight differ from screen to screen, so the report holds the histograms of all heavy nodes at once.
 * @param {string} question
 * @param {(question: string) => Promise<{frame?: string}>} held
 * @returns {Promise<import('./types.js').Frame>}
 */
async function sparks(question, held) {
    const query = new URLSearchParams(question.slice(question.indexOf('?')));
    const nodes = (query.get('nodes') ?? '').split(',').map(Number);
    query.delete('nodes');
    const { header, columns } = decodeFrame(bytes((await held(`sparks?${query}`)).frame ?? '').buffer);
    const place = new Map(Array.from(columns.node, (node, at) => [node, at]));
    const bins = new Uint8Array(nodes.length * BINS);
    /** @type {Record<string, Float64Array<ArrayBuffer>>} */
    const numbers = { min: new Float64Array(nodes.length), mean: new Float64Array(nodes.length), max: new Float64Array(nodes.length) };
    nodes.forEach((node, row) => {
        const at = place.get(node);
        if (at === undefined) return;
        bins.set(columns.bins.subarray(at * BINS, (at + 1) * BINS), row * BINS);
        for (const [name, column] of Object.entries(numbers)) column[row] = columns[name][at];
    });
    return { header, columns: { bins, ...numbers } };
}

/** @param {string} base64 */
function bytes(base64) {
    const text = atob(base64);
    const array = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) array[i] = text.charCodeAt(i);
    return array;
}
