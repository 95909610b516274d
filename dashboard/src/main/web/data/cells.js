// Numbers of a file that has no server: from the values by context that it holds, by the rules of docs/reference/numbers.md. The
// server's treeline.numbers.Numbers is the definition, and a test compares the two on many runs.

import { spreadOf, sum } from './spread.js';

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Scope} Scope */
/** @typedef {import('./who.js').Who} Who */
/** @typedef {import('./who.js').Group} Group */
/** @typedef {{context: Int32Array, inclusive: Float64Array, exclusive: Float64Array}} Cells  of one node */

/** The cells of a metric by node, as parts of the file give them. */
export class HeldCells {
    /** @param {Frame[]} parts */
    constructor(parts) {
        this.header = parts[0].header;
        /** @type {Map<number, Cells>} */
        this.byNode = new Map();
        for (const { columns } of parts) {
            const { start, context, inclusive, exclusive = inclusive } = /** @type {Record<string, any>} */ (columns);
            columns.node.forEach((node, at) => {
                const [from, to] = [start[at], start[at + 1]];
                this.byNode.set(node, { context: context.subarray(from, to), inclusive: inclusive.subarray(from, to), exclusive: exclusive.subarray(from, to) });
            });
        }
    }

    /** @param {number} node */
    has(node) {
        return this.byNode.has(node);
    }
}

/** One value of those that are there. @param {Float64Array} values  NaN where there is none @param {string} over @param {boolean} point */
function reduced(values, over, point) {
    const present = values.filter((each) => !Number.isNaN(each));
    if (present.length === 0) return NaN;
    if (over === 'sum') return sum(present);
    if (over === 'mean') return sum(present) / (point ? present.length : values.length);
    const choose = over === 'min' ? Math.min : Math.max;
    const idle = !point && present.length < values.length;
    return present.reduce((best, each) => choose(best, each), idle ? 0 : present[0]);
}

export class CellNumbers {
    /** @param {HeldCells} cells @param {Who} who @param {(node: number) => number} rootOf */
    constructor(cells, who, rootOf) {
        this.cells = cells;
        this.who = who;
        this.rootOf = rootOf;
        this.point = cells.header.scope === 'point';
        /** @type {Map<number, {ofRank: Int32Array, ranksIn: Int32Array}>} */
        this.ran = new Map();
    }

    /** @param {number} node @returns {Cells} */
    #at(node) {
        return /** @type {Cells} */ (this.cells.byNode.get(node));
    }

    /** How many repetitions each rank ran a node's root in, and how many ranks did in each. @param {number} node */
    #ranOf(node) {
        const root = this.rootOf(node);
        const known = this.ran.get(root);
        if (known) return known;
        const { ranks, repetitions, unit } = this.who;
        const { context, inclusive } = this.#at(root);
        const units = new Set(Array.from(context).filter((each, at) => unit[each] >= 0 && !Number.isNaN(inclusive[at])).map((each) => unit[each]));
        const made = { ofRank: new Int32Array(ranks.length), ranksIn: new Int32Array(repetitions.length) };
        for (const each of units) {
            made.ofRank[Math.floor(each / repetitions.length)]++;
            made.ranksIn[each % repetitions.length]++;
        }
        this.ran.set(root, made);
        return made;
    }

    /** What groups of contexts have, by a rule for several. @param {Int32Array} of @param {number} length @param {Cells} cells @param {Scope} scope @param {(a: number, b: number) => number} rule */
    #by(of, length, cells, scope, rule) {
        const values = new Float64Array(length).fill(NaN);
        const column = cells[scope];
        cells.context.forEach((context, at) => {
            const group = of[context];
            if (group < 0 || Number.isNaN(column[at])) return;
            values[group] = Number.isNaN(values[group]) ? column[at] : rule(values[group], column[at]);
        });
        return values;
    }

    /** The largest among the threads of a rank in a repetition. @param {number} node @param {Scope} scope */
    #ofUnits(node, scope) {
        const { ranks, repetitions, unit } = this.who;
        return this.#by(unit, ranks.length * repetitions.length, this.#at(node), scope, Math.max);
    }

    /** @param {Float64Array} units @param {(unit: number) => number} groupOf @param {number} length @param {(group: number, count: number) => number} divisor */
    #overUnits(units, groupOf, length, divisor) {
        const sums = new Float64Array(length);
        const counts = new Int32Array(length);
        units.forEach((value, unit) => {
            if (Number.isNaN(value)) return;
            sums[groupOf(unit)] += value;
            counts[groupOf(unit)]++;
        });
        return sums.map((value, group) => (counts[group] > 0 ? value / divisor(group, counts[group]) : NaN));
    }

    /** @param {number} unit */
    #rankOfUnit(unit) {
        return Math.floor(unit / this.who.repetitions.length);
    }

    /** What each place has at a node, NaN where it did not run it. @param {Group} places @param {number} node @param {Scope} scope */
    ofPlaces(places, node, scope) {
        const { who } = this;
        if (this.point) {
            if (places === who.ranks) return this.#overUnits(this.#ofUnits(node, scope), (unit) => this.#rankOfUnit(unit), places.length, (_, count) => count);
            const { context, inclusive } = this.#at(node);
            const sums = this.#by(places.of, places.length, this.#at(node), scope, (a, b) => a + b);
            const counts = new Int32Array(places.length);
            context.forEach((each, at) => places.of[each] >= 0 && !Number.isNaN(inclusive[at]) && counts[places.of[each]]++);
            return sums.map((value, place) => value / counts[place]);
        }
        const sums = this.#by(places.of, places.length, this.#at(node), scope, (a, b) => a + b);
        return who.repetitions.length < 2 ? sums : sums.map((value, place) => value / this.#repetitions(node, who.ranks.of[places.first[place]]));
    }

    /** @param {number} node @param {number} rank */
    #repetitions(node, rank) {
        return Math.max(1, this.#ranOf(node).ofRank[rank]);
    }

    /** Several nodes together. @param {Group} places @param {ArrayLike<number>} nodes @param {Scope} scope */
    ofNodes(places, nodes, scope) {
        const all = new Float64Array(places.length).fill(NaN);
        for (const node of Array.from(nodes)) {
            const more = this.ofPlaces(places, node, scope);
            more.forEach((value, place) => {
                if (Number.isNaN(value)) return;
                all[place] = Number.isNaN(all[place]) ? value : this.point ? Math.max(all[place], value) : all[place] + value;
            });
        }
        return all;
    }

    /** The one number of a node. @param {number} node @param {Scope} scope @param {string} over */
    value(node, scope, over) {
        return reduced(this.ofPlaces(this.who.ranks, node, scope), over, this.point);
    }

    /** The longest of a rank's threads, repetitions averaged. @param {number} node @param {string} over */
    elapsed(node, over) {
        const several = this.who.repetitions.length > 1;
        const byRank = this.#overUnits(this.#ofUnits(node, 'inclusive'), (unit) => this.#rankOfUnit(unit), this.who.ranks.length, (rank) => (several ? this.#repetitions(node, rank) : 1));
        return reduced(byRank, over, false);
    }

    get hasElapsed() {
        return Boolean(this.cells.header.time) && !this.point && this.who.hasThreads;
    }

    /** Whether a place without a value counts as 0. */
    get absentCounts() {
        return this.who.usual === this.who.ranks && !this.point;
    }

    /** @param {number} node @param {Scope} scope */
    spread(node, scope) {
        return spreadOf(this.ofPlaces(this.who.usual, node, scope), this.absentCounts);
    }

    /** In each repetition, NaN where the node did not run; a rank that lacks a repetition does not count in it. @param {number} node @param {Scope} scope @param {string} over */
    ofRepetitions(node, scope, over) {
        const { ranks, repetitions, unit } = this.who;
        const units = this.#by(unit, ranks.length * repetitions.length, this.#at(node), scope, this.point ? Math.max : (a, b) => a + b);
        const { ofRank, ranksIn } = this.#ranOf(node);
        const ever = ofRank.filter((each) => each > 0).length;
        return Float64Array.from(ranksIn, (among, at) => {
            const ran = units.filter((value, each) => each % repetitions.length === at && !Number.isNaN(value));
            const lacking = repetitions.length > 1 ? ever - among : 0;
            const all = new Float64Array(Math.max(ran.length, ranks.length - lacking)).fill(NaN);
            all.set(ran);
            return reduced(all, over, this.point);
        });
    }
}
