// Answers from the server that the page came from.

import { DataError, decodeFrame } from './wire.js';

/** @returns {import('./data.js').Source} */
export function serverSource() {
    return {
        live: true,
        async frame(question, body) {
            const init = body ? { method: 'POST', body: new Uint8Array(body.buffer) } : {};
            return decodeFrame(await (await ask(question, init)).arrayBuffer());
        },
        async json(question) {
            return (await ask(question, {})).json();
        },
        async blob(question) {
            return (await ask(question, {})).blob();
        },
        lacks: () => '',
        /** Files of a folder follow each other in one body; their paths and lengths stand before them. */
        async open(files) {
            const [{ file, path }] = files;
            if (files.length === 1 && !path.includes('/')) return (await ask(`open?name=${encodeURIComponent(path)}`, { method: 'POST', body: file })).json();
            const list = new TextEncoder().encode(files.map((each) => `${each.file.size} ${each.path.replaceAll('\n', '_')}`).join('\n'));
            const length = Uint32Array.of(list.length);
            const body = new Blob([length, list, ...files.map((each) => each.file)]);
            return (await ask(`open-folder?name=${encodeURIComponent(path.split('/')[0])}`, { method: 'POST', body })).json();
        },
        async openOfEnsemble(run) {
            const which = typeof run === 'number' ? `run=${run}` : `name=${encodeURIComponent(run)}`;
            return (await ask(`ensemble-open?${which}`, { method: 'POST' })).json();
        },
        async close(run) {
            await ask(`close?run=${run}`, { method: 'POST' });
        },
        async reload(run) {
            await ask(`reload?run=${run}`, { method: 'POST' });
        },
    };
}

/** @param {string} question @param {RequestInit} init */
async function ask(question, init) {
    let response;
    try {
        response = await fetch(`api/${question}`, { ...init, cache: 'no-store' });
    } catch {
        throw new DataError('The server does not answer.', 'Is treeline serve still running? Start it again, then reload this page.');
    }
    if (!response.ok) throw await refusal(response);
    return response;
}

/** @param {Response} response */
async function refusal(response) {
    const text = await response.text();
    try {
        const { error, hint } = JSON.parse(text);
        return new DataError(error, hint);
    } catch {
        return new DataError(`The server answered ${response.status} ${response.statusText}.`, text.slice(0, 200));
    }
}
