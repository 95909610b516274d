// Who measured: the chosen contexts of a run as ranks, threads and repetitions, and in words; as treeline.numbers.Locations and
// Population say it, which a test compares.

import { rangesFrom } from '../draw/format.js';
import { rankRangesText } from '../draw/rank-ranges.js';

/** @typedef {import('./types.js').Frame} Frame */

/**
 * Contexts that are one: a rank with its threads, a thread, a repetition.
 * @typedef {Object} Group
 * @property {Int32Array} of  the group of each context, -1 for contexts that are not chosen
 * @property {number[]} first  a context of each group
 * @property {number} length
 */

/** Groups in the order of their keys. @param {Int32Array} chosen @param {ArrayLike<number>} key @returns {Group} */
function grouped(chosen, key) {
    const keys = [...new Set(Array.from(chosen, (context) => key[context]))].sort((a, b) => a - b);
    const index = new Map(keys.map((each, at) => [each, at]));
    const of = new Int32Array(key.length).fill(-1);
    /** @type {number[]} */
    const first = [];
    for (const context of chosen) {
        const at = /** @type {number} */ (index.get(key[context]));
        of[context] = at;
        first[at] ??= context;
    }
    return { of, first, length: keys.length };
}

/** @param {Frame} contexts */
function partsOf({ header, columns }) {
    const [rank, thread, stream, repetition, threadPlace] = /** @type {Int32Array[]} */ (['rank', 'thread', 'stream', 'repetition', 'threadPlace'].map((name) => columns[name]));
    /** @param {number} context */
    const host = (context) => (columns.host ? (header.hosts[columns.host[context]] ?? '') : '');
    /** @param {number} context */
    const threadName = (context) => header.threadNames?.[context] ?? '';
    return { rank, thread, stream, repetition, threadPlace, host, threadName };
}

/** Programs without ranks are one process per host. @param {ReturnType<typeof partsOf>} parts */
function rankKeys({ rank, host }) {
    const names = [...new Set(Array.from(rank, (each, context) => (each < 0 ? host(context) : '')))].sort((a, b) => (a < b ? -1 : 1));
    return Int32Array.from(rank, (each, context) => (each < 0 ? names.indexOf(host(context)) - names.length : each));
}

/** @param {string} text @param {string} more */
const joined = (text, more) => (text ? `${text} ${more}` : more);

export class Who {
    /** @param {Frame} contexts @param {string | null} ranges  of those that are chosen, null for all */
    constructor(contexts, ranges) {
        this.parts = partsOf(contexts);
        const size = this.parts.rank.length;
        this.chosen = Int32Array.from(chosenIn(ranges, size));
        this.ranks = grouped(this.chosen, rankKeys(this.parts));
        this.threads = grouped(this.chosen, this.parts.threadPlace);
        this.repetitions = grouped(this.chosen, this.parts.repetition);
        /** the repetition of a rank that each context belongs to */
        this.unit = this.ranks.of.map((rank, context) => (rank < 0 ? -1 : rank * this.repetitions.length + this.repetitions.of[context]));
        const units = new Set(Array.from(this.chosen, (context) => this.unit[context]));
        this.hasThreads = units.size < this.chosen.length;
    }

    /** What people compare first: ranks, or the threads of the only one where these are the same in every repetition. */
    get usual() {
        const times = new Int32Array(this.threads.length);
        for (const context of this.chosen) times[this.threads.of[context]]++;
        return this.ranks.length > 1 || new Set(times).size > 1 ? this.ranks : this.threads;
    }

    /** Whether ranks, where these are compared, are 0, 1, 2, … */
    get areAllRanks() {
        return this.parts.rank[this.ranks.first[this.ranks.length - 1]] === this.ranks.length - 1;
    }

    /** @param {number} context @param {('rank' | 'thread' | 'stream' | 'repetition')[]} by */
    #parts(context, by) {
        return by.reduce((all, part) => (this.parts[part][context] < 0 ? all : joined(all, `${part} ${this.parts[part][context]}`)), '');
    }

    /** The only context, as treeline.model.ContextNames calls it. @param {number} context */
    #lone(context) {
        const numbers = this.#parts(context, ['thread', 'stream']);
        const inside = numbers && (this.parts.threadName(context) || numbers);
        const rank = this.#parts(context, ['rank']);
        const host = inside || rank ? '' : this.parts.host(context);
        return [rank || host, inside, this.#parts(context, ['repetition'])].filter(Boolean).join(' ') || 'whole program';
    }

    /** The only rank, or the host of a program without ranks. @param {number} context */
    #rank(context) {
        return this.#parts(context, ['rank']) || this.parts.host(context) || 'whole program';
    }

    get #ranksText() {
        const { rank } = this.parts;
        const { first, length } = this.ranks;
        const [low, high] = [rank[first[0]], rank[first[length - 1]]];
        const named = Array.from(this.chosen).some((context) => rank[context] >= 0);
        const counted = `${whole(length)} ${named ? 'rank' : length === 1 ? 'process' : 'processe'}${length === 1 ? '' : 's'}`;
        if (low < 0 || (low === 0 && high === length - 1) || length === 1) return counted;
        return `${counted} (${rankRangesText(first.map((context) => rank[context]))})`;
    }

    get #threadsText() {
        const { parts, threads } = this;
        const has = (/** @type {Int32Array} */ column) => Array.from(this.chosen).some((context) => column[context] >= 0);
        const [thread, stream] = [has(parts.thread), has(parts.stream)];
        const one = thread && stream ? 'thread or stream' : stream ? 'stream' : thread ? 'thread' : has(parts.rank) ? 'rank' : 'process';
        if (threads.length === 1) return `1 ${one}`;
        return `${whole(threads.length)} ${one.replace('process', 'processe').replace('thread or', 'threads or')}s`;
    }

    /** mean of 16 ranks, 3 repetitions averaged. @param {string} over */
    text(over) {
        const { ranks, repetitions, chosen } = this;
        if (ranks.length === 0) return `${over} of no contexts`;
        const lone = chosen.length === 1 ? this.#lone(chosen[0]) : this.#rank(ranks.first[0]);
        const parts = [ranks.length === 1 ? lone : `${over} of ${this.#ranksText}`];
        if (this.hasThreads) parts.push(`${ranks.length === 1 ? '' : 'their '}${this.#threadsText} added up`);
        if (repetitions.length > 1) parts.push(`${whole(repetitions.length)} repetitions averaged`);
        return parts.join(', ');
    }
}

/** @param {number} number */
const whole = (number) => number.toLocaleString('en-US');

/** @param {string | null} ranges @param {number} size @returns {number[]} */
function chosenIn(ranges, size) {
    if (!ranges) return Array.from({ length: size }, (_, context) => context);
    const chosen = new Set();
    for (const [from, to] of rangesFrom(ranges) ?? []) {
        for (let context = from; context <= Math.min(to, size - 1); context++) chosen.add(context);
    }
    return [...chosen].sort((a, b) => a - b);
}
