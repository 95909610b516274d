// Answers that came inside the page: a report that was mailed has no server. The page holds gzipped JSON as base64 in
// the element #treeline-data, from question ("values?run=0&metric=time&over=mean", keys in the order of data.js, encoded
// as a form) to {"json": answer}, {"frame": "base64 of the bytes"} or {"error", "hint"}. What does not stand there is
// computed from the values by context, "cells?…&part=0" and on, of the most expensive nodes first.

import { HeldAnswers } from './held.js';
import { DataError, decodeFrame } from './wire.js';

export const HINT = 'Run “treeline serve PATH” on the profile to see it.';

/** @typedef {Record<string, {json?: any, frame?: string, error?: string, hint?: string}>} Packed */

/** @param {string} data @returns {import('./data.js').Source} */
export function reportSource(data) {
    /** @type {HeldAnswers | null} */
    let known = null;
    const answers = unpacked(data).then((packed) => (known = new HeldAnswers(packed, frameIn)));
    return {
        live: false,
        lacks: (what, query) => (known?.lacks(what, query) ? `Not in this file. ${HINT}` : ''),
        async frame(question, body) {
            return (await answers).frame(question, body);
        },
        async json(question) {
            return (await answers).json(question);
        },
        async blob() {
            throw new DataError('A report answers no further questions.', HINT);
        },
        async open(files) {
            const { name } = files[0].file;
            throw new DataError(`A report cannot open ${name}.`, `Run “treeline serve ${name}” instead.`);
        },
        async openOfEnsemble() {
            throw new DataError('A report cannot open its runs.', HINT);
        },
        async close() {
            throw new DataError('A report shows one run.', HINT);
        },
        async reload() {
            throw new DataError('A report shows one run.', HINT);
        },
    };
}

/** @param {string} data @returns {Promise<Packed>} */
async function unpacked(data) {
    const stream = new Blob([bytes(data)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).json();
}

/** @param {string} base64 */
const frameIn = (base64) => decodeFrame(bytes(base64).buffer);

/** @param {string} base64 */
function bytes(base64) {
    const text = atob(base64);
    const array = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) array[i] = text.charCodeAt(i);
    return array;
}
