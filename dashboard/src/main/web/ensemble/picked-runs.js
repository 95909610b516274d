// Picked runs survive a change of the list of runs. The address stores their positions and a code of each name, or one code
// of all names if many runs are picked. A pick whose names do not match is found again by the codes, or dropped with a note.

import { counted, rangesOf } from '../draw/format.js';

/** Runs with a code each: 5 characters per run, so that the address stays below 1,000 characters. */
const MOST_CODES = 100;
const CODE = 5;
/** Starts the code of all names; no code contains it. */
const OF_ALL = '.';

/** The FNV-1a hash of a text (Fowler, Noll and Vo), 32 bits. @param {string} text @param {number} [start] */
function hash(text, start = 0x811c9dc5) {
    let code = start;
    for (let at = 0; at < text.length; at++) code = Math.imul(code ^ text.charCodeAt(at), 0x01000193);
    return code >>> 0;
}

/** @param {number} code */
const written = (code) => code.toString(36).slice(-CODE).padStart(CODE, '0');

/** @param {string} name */
const codeOf = (name) => written(hash(name));

/** @param {readonly number[][]} picked */
const positions = (picked) => picked.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));

/** The text that identifies picked runs by their names. @param {readonly number[][] | null} picked @param {string[]} names */
export function pickedNames(picked, names) {
    if (!picked) return null;
    const chosen = positions(picked).map((run) => names[run] ?? '');
    if (chosen.length <= MOST_CODES) return chosen.map(codeOf).join('');
    return `${OF_ALL}${written(chosen.reduce((code, name) => hash(`${name}/`, code), 0))}`;
}

/**
 * The runs that a link picks, in the list of runs as it is now.
 * @param {number[][]} picked  positions when the link was made @param {string | null} of  their names @param {string[]} names
 * @returns {{picked: number[][] | null, note: string}}  the note is empty if nothing has changed
 */
export function pickedNow(picked, of, names) {
    if (of !== null && pickedNames(picked, names) === of) return { picked, note: '' };
    if (of === null || of.startsWith(OF_ALL)) return { picked: null, note: 'The list of runs has changed since this link was made: its picked runs cannot be found again, so all runs are selected.' };
    /** @type {Map<string, number[]>} */
    const runs = new Map();
    names.forEach((name, run) => runs.set(codeOf(name), [...(runs.get(codeOf(name)) ?? []), run]));
    const codes = of.match(/.{1,5}/g) ?? [];
    const found = codes.map((code) => runs.get(code) ?? []).filter((same) => same.length === 1).map(([run]) => run).sort((one, other) => one - other);
    if (found.length === codes.length) return { picked: rangesOf(found), note: '' };
    const missing = `${counted(codes.length - found.length, 'picked run')} of this link ${codes.length - found.length === 1 ? 'is' : 'are'} not in the list of runs any more`;
    if (found.length === 0) return { picked: null, note: `${missing}: all runs are selected.` };
    return { picked: rangesOf(found), note: `${missing}: ${counted(found.length, 'run')} of ${codes.length} ${found.length === 1 ? 'is' : 'are'} selected.` };
}
