// How answers look on the wire: a JSON header, then columns of numbers; and what a failed answer says.

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Column} Column */

/** What went wrong and what to do about it; every failed answer becomes one of these. */
export class DataError extends Error {
    /** @param {string} message @param {string} [hint] @param {boolean} [quiet]  nothing went wrong: there is nothing to show */
    constructor(message, hint = '', quiet = false) {
        super(message);
        this.hint = hint;
        this.quiet = quiet;
    }
}

/** @param {unknown} failure @returns {import('./types.js').Problem} */
export function problem(failure) {
    if (failure instanceof DataError) return { error: failure.message, hint: failure.hint, ...(failure.quiet ? { quiet: true } : {}) };
    return { error: failure instanceof Error ? failure.message : String(failure) };
}

const ALIGN = 8;
/** @param {number} at */
const aligned = (at) => Math.ceil(at / ALIGN) * ALIGN;

/**
 * Columns are views of the answer's own bytes: nothing is copied.
 * @param {ArrayBuffer} buffer
 * @returns {Frame}
 */
export function decodeFrame(buffer) {
    const length = new DataView(buffer).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    let at = aligned(4 + length);
    /** @type {Record<string, Column>} */
    const columns = {};
    for (const column of header.columns) {
        const view = columnView(buffer, at, column);
        columns[column.name] = view;
        at = aligned(at + view.byteLength);
    }
    return { header, columns };
}

/** @param {ArrayBuffer} buffer @param {number} at @param {{name: string, type: string, length: number}} column @returns {Column} */
function columnView(buffer, at, column) {
    switch (column.type) {
        case 'i32':
            return new Int32Array(buffer, at, column.length);
        case 'f64':
            return new Float64Array(buffer, at, column.length);
        case 'u8':
            return new Uint8Array(buffer, at, column.length);
        default:
            throw new DataError(`column ${column.name} has the unknown type ${column.type}`, 'Reload the page: it may be older than the server.');
    }
}
