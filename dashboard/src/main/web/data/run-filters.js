// Conditions on runs: one per metadata column, as a filter of the table or a brush on an axis sets it. Their text is part of
// the address.

/** @typedef {import('./types.js').RunFilter} RunFilter */

/** Escapes the separators, so that any name and value survives. @param {string} text */
const escaped = (text) => encodeURIComponent(text).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Stands for a value that a run lacks; an escaped text has no such character. */
const MISSING = '!';

/** @param {RunFilter} filter */
export function filterText(filter) {
    const column = escaped(filter.column);
    switch (filter.kind) {
        case 'in':
            return [column, 'in', ...filter.values.map((each) => (each === '' ? MISSING : escaped(each)))].join('~');
        case 'range':
            return [column, 'range', filter.from, filter.to].join('~');
        case 'text':
            return [column, 'text', escaped(filter.text)].join('~');
    }
}

/** @param {string} text @returns {RunFilter | null} */
export function filterFrom(text) {
    const [column, kind, ...rest] = text.split('~').map((each) => (each === MISSING ? '' : decodeURIComponent(each)));
    if (!column) return null;
    if (kind === 'in' && rest.length > 0) return { column, kind, values: rest };
    if (kind === 'text' && rest.length === 1) return { column, kind, text: rest[0] };
    const [from, to] = rest.map(Number);
    return kind === 'range' && rest.length === 2 && from <= to ? { column, kind, from, to } : null;
}

/** The other filters, and this one in the place of that of the same column. @param {readonly RunFilter[]} filters @param {string} column @param {RunFilter | null} filter */
export function withFilter(filters, column, filter) {
    const others = filters.filter((each) => each.column !== column);
    return filter ? [...others, filter] : others;
}

const MOST_VALUES = 3;

/** @param {RunFilter} filter @param {(value: number) => string} write  numbers of the column */
export function filterWords(filter, write = String) {
    const { column, kind } = filter;
    if (kind === 'text') return `${column} contains “${filter.text}”`;
    if (kind === 'in') {
        const shown = filter.values.slice(0, MOST_VALUES).map((each) => each || 'missing').join(', ');
        const more = filter.values.length - MOST_VALUES;
        return `${column} is ${shown}${more > 0 ? ` or ${more} more` : ''}`;
    }
    if (filter.from === filter.to) return `${column} is ${write(filter.from)}`;
    if (filter.from === -Infinity) return `${column} up to ${write(filter.to)}`;
    return filter.to === Infinity ? `${column} from ${write(filter.from)}` : `${column} from ${write(filter.from)} to ${write(filter.to)}`;
}
