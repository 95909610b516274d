// Answers that came inside the page: a report that was mailed has no server. The page holds one JSON object in
// <script type="application/json" id="treeline-answers">, from question ("values?run=0&metric=time&over=mean", keys in the
// order of data.js, encoded as a form) to {"json": answer} or {"frame": "base64 of the bytes"}.

import { DataError, decodeFrame } from './wire.js';

const HINT = 'This file holds the main answers only. Run “treeline serve PATH” on the profile to ask for more.';

/** @param {string} text @returns {import('./data.js').Source} */
export function reportSource(text) {
    /** @type {Record<string, {json?: any, frame?: string}>} */
    const answers = JSON.parse(text);
    /** @param {string} question */
    const held = (question) => {
        const answer = Object.hasOwn(answers, question) ? answers[question] : undefined;
        if (!answer) throw new DataError('This report does not hold that.', HINT);
        return answer;
    };
    return {
        live: false,
        async frame(question, body) {
            if (body) throw new DataError('This report does not hold that.', HINT);
            return decodeFrame(bytes(held(question).frame ?? ''));
        },
        async json(question) {
            return held(question).json;
        },
        async open(file) {
            throw new DataError(`A report cannot open ${file.name}.`, `Run “treeline serve ${file.name}” instead.`);
        },
    };
}

/** @param {string} base64 */
function bytes(base64) {
    const text = atob(base64);
    const array = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) array[i] = text.charCodeAt(i);
    return array.buffer;
}
