// The answers of a report: those that it holds as they are, and those that it computes from values by context.

import { CellNumbers, HeldCells } from './cells.js';
import { runsIn, statisticsOfRuns } from './held-runs.js';
import { percentile, outliersOf, periodOf, spreadOf } from './spread.js';
import { Who } from './who.js';
import { DataError } from './wire.js';

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Scope} Scope */
/** @typedef {import('./report.js').Packed} Packed */

const HINT = 'This file holds the main answers only. Run “treeline serve PATH” on the profile to ask for more.';
const BINS = 16;
const FULL = 255;
const KEPT = 4;

const missing = () => new DataError('This file does not contain the requested data.', HINT);

/** @param {string} question @returns {[string, URLSearchParams]} */
function parsed(question) {
    const at = question.indexOf('?');
    return at < 0 ? [question, new URLSearchParams()] : [question.slice(0, at), new URLSearchParams(question.slice(at))];
}

/** @param {URLSearchParams} query @param {string} name */
const ask = (query, name) => query.get(name) ?? '';
/** @param {URLSearchParams} query */
const nodesIn = (query) => Int32Array.from(ask(query, 'nodes').split(','), Number);
/** @param {URLSearchParams} query */
const scopeIn = (query) => /** @type {Scope} */ (ask(query, 'scope') || 'inclusive');

export class HeldAnswers {
    /** @param {Packed} packed @param {(base64: string) => Frame} frameIn */
    constructor(packed, frameIn) {
        this.packed = packed;
        this.frameIn = frameIn;
        /** @type {Map<string, HeldCells>} */
        this.cells = new Map();
        /** @type {Map<string, CellNumbers>} */
        this.numbers = new Map();
        /** @type {Map<string, Frame>} values by run, which every selection of runs needs */
        this.decoded = new Map();
        /** @type {Record<string, Int32Array> | null} columns of the tree */
        this.rows = null;
        /** @type {Map<number, number> | null} by node */
        this.rootOf = null;
    }

    /** @param {string} question */
    #held(question) {
        if (!Object.hasOwn(this.packed, question)) return null;
        const answer = this.packed[question];
        if (answer.error !== undefined) throw new DataError(answer.error, answer.hint);
        return answer;
    }

    /** @param {string} metric @returns {{parts: number, nodes: number, of: number} | null} */
    #extent(metric) {
        return this.packed[`cells?${new URLSearchParams({ run: '0', metric })}`]?.json ?? null;
    }

    /** Whether a metric, a statistic of it, or a choice of its contexts is not in the file. @param {'metric' | 'over' | 'contexts'} what @param {{metric: string, over?: string}} query */
    lacks(what, { metric, over = 'mean' }) {
        const extent = this.#extent(metric);
        if (what === 'contexts') return extent === null;
        const question = `values?${new URLSearchParams({ run: '0', metric, over })}`;
        return !Object.hasOwn(this.packed, question) && extent?.nodes !== extent?.of;
    }

    /** @param {string} question @returns {any} */
    json(question) {
        const held = this.#held(question);
        if (held) return held.json;
        const [name, query] = parsed(question);
        if (name === 'executions') return this.#executions(query);
        throw missing();
    }

    /** @param {string} question @param {Int32Array} [body]  nodes that are too many for a question */
    frame(question, body) {
        const held = this.#held(question);
        if (held && !body) return this.frameIn(held.frame ?? '');
        const [name, query] = parsed(question);
        switch (name) {
            case 'values':
                return this.#values(query);
            case 'imbalance':
                return this.#imbalance(query);
            case 'sparks':
                return this.#sparks(query);
            case 'ranks':
                return this.#ranks(query, body ?? nodesIn(query));
            case 'series':
                throw new DataError('These iterations are not in this file', HINT, true);
            case 'ensemble-statistics':
                return this.#statisticsOfRuns(query);
            default:
                throw missing();
        }
    }

    /** Statistics of a selection of runs. @param {URLSearchParams} query */
    #statisticsOfRuns(query) {
        if (!query.has('runs')) throw missing();
        const about = new URLSearchParams({ metric: ask(query, 'metric'), scope: ask(query, 'scope') });
        const nodes = this.frame('ensemble-tree').columns.parent.length;
        const valuesOf = (/** @type {number} */ node) => {
            const held = this.packed[`ensemble-values?${about}&node=${node}`];
            return held?.frame === undefined ? null : this.#decoded(held.frame);
        };
        const found = statisticsOfRuns(nodes, runsIn(ask(query, 'runs')), valuesOf);
        if (!found) throw missing();
        return found;
    }

    /** @param {string} base64 */
    #decoded(base64) {
        const known = this.decoded.get(base64) ?? this.frameIn(base64);
        this.decoded.set(base64, known);
        return known;
    }

    #tree() {
        this.rows ??= /** @type {Record<string, Int32Array>} */ (this.frame('tree?run=0').columns);
        return this.rows;
    }

    /** By node. @returns {Map<number, number>} */
    #roots() {
        if (this.rootOf) return this.rootOf;
        const { node, parent } = this.#tree();
        const root = new Int32Array(node.length);
        for (let row = 0; row < node.length; row++) root[row] = parent[row] < 0 ? node[row] : root[parent[row]];
        this.rootOf = new Map(Array.from(node, (each, row) => [each, root[row]]));
        return this.rootOf;
    }

    /** @param {URLSearchParams} query @param {boolean} [whole]  whether every node is needed */
    #numbers(query, whole = false) {
        const [metric, contexts] = [ask(query, 'metric'), query.get('contexts')];
        const extent = this.#extent(metric);
        if (!extent || (whole && extent.nodes < extent.of)) throw missing();
        const key = JSON.stringify([metric, contexts]);
        const known = this.numbers.get(key);
        if (known) return known;
        const who = new Who(this.frame('contexts?run=0'), contexts);
        const made = new CellNumbers(this.#cells(metric, extent.parts), who, (node) => this.#roots().get(node) ?? node);
        this.numbers.set(key, made);
        if (this.numbers.size > KEPT) this.numbers.delete(/** @type {string} */ (this.numbers.keys().next().value));
        return made;
    }

    /** @param {string} metric @param {number} parts */
    #cells(metric, parts) {
        let known = this.cells.get(metric);
        if (!known) {
            const question = new URLSearchParams({ run: '0', metric });
            known = new HeldCells(Array.from({ length: parts }, (_, part) => this.frameIn(this.packed[`cells?${question}&part=${part}`].frame ?? '')));
            this.cells.set(metric, known);
        }
        return known;
    }

    /** By row of the tree, NaN for nodes that the file does not hold. @param {CellNumbers} numbers @param {(node: number) => number} value */
    #byRow(numbers, value) {
        return Float64Array.from(this.#tree().node, (node) => (numbers.cells.has(node) ? value(node) : NaN));
    }

    /** @param {URLSearchParams} query @returns {Frame} */
    #values(query) {
        const numbers = this.#numbers(query, query.get('contexts') === null);
        const over = ask(query, 'over');
        const { unit, scope } = numbers.cells.header;
        const absent = this.#tree().node.filter((node) => !numbers.cells.has(node)).length;
        const text = numbers.who.text(over);
        return {
            header: { unit, scope, within: false, combined: absent > 0 ? `${text}; ${absent.toLocaleString('en-US')} less expensive call paths are not in this file` : text },
            columns: {
                inclusive: this.#byRow(numbers, (node) => numbers.value(node, 'inclusive', over)),
                exclusive: this.#byRow(numbers, (node) => numbers.value(node, 'exclusive', over)),
            },
        };
    }

    /** @param {URLSearchParams} query @returns {Frame} */
    #imbalance(query) {
        const numbers = this.#numbers(query, query.get('contexts') === null);
        /** @type {Frame['columns']} */
        const columns = { imbalance: this.#byRow(numbers, (node) => numbers.spread(node, scopeIn(query)).imbalance) };
        if (numbers.hasElapsed && ask(query, 'over') !== 'sum') columns.elapsed = this.#byRow(numbers, (node) => numbers.elapsed(node, ask(query, 'over')));
        return { header: {}, columns };
    }

    /** Small histograms; nothing for nodes that the file does not hold. @param {URLSearchParams} query @returns {Frame} */
    #sparks(query) {
        const numbers = this.#numbers(query);
        const nodes = nodesIn(query);
        const scope = scopeIn(query);
        const bins = new Uint8Array(nodes.length * BINS);
        const columns = { min: new Float64Array(nodes.length).fill(NaN), mean: new Float64Array(nodes.length).fill(NaN), max: new Float64Array(nodes.length).fill(NaN) };
        nodes.forEach((node, row) => {
            if (!numbers.cells.has(node)) return;
            const values = numbers.ofPlaces(numbers.who.usual, node, scope);
            const { min, mean, max } = spreadOf(values, numbers.absentCounts);
            [columns.min[row], columns.mean[row], columns.max[row]] = [min, mean, max];
            bins.set(histogram(values, min, max, numbers.absentCounts), row * BINS);
        });
        return { header: { unit: numbers.cells.header.unit }, columns: { node: nodes, bins, ...columns } };
    }

    /** @param {URLSearchParams} query @param {Int32Array} nodes @returns {Frame} */
    #ranks(query, nodes) {
        const numbers = this.#numbers(query);
        if (nodes.some((node) => !numbers.cells.has(node))) throw missing();
        const { who } = numbers;
        const whole = new Who(this.frame('contexts?run=0'), null);
        const byRank = whole.usual === whole.ranks;
        const [places, all] = byRank ? [who.ranks, whole.ranks] : [who.threads, whole.threads];
        const scope = scopeIn(query);
        const value = numbers.ofNodes(places, nodes, scope);
        const period = byRank && who.areAllRanks ? periodOf(value) : null;
        const spread = spreadOf(value, byRank && !numbers.point);
        const inAll = (/** @type {number} */ place) => (place < 0 ? place : all.of[places.first[place]]);
        /** @type {Frame['columns']} */
        const columns = { value: expanded(value, places, all) };
        if (who.hasThreads && byRank) columns.threads = expanded(numbers.ofNodes(who.threads, nodes, scope), who.threads, whole.threads);
        const { unit } = numbers.cells.header;
        const found = { slowest: inAll(spread.slowest), outliers: outliersOf(value, period).map(inAll), period };
        return { header: { unit, within: false, ...spread, ...found }, columns };
    }

    /** Several nodes are all roots: what the program took. @param {URLSearchParams} query @returns {any} */
    #executions(query) {
        const numbers = this.#numbers(query);
        const [nodes, scope] = [(ask(query, 'nodes') ?? '').split(',').map(Number), scopeIn(query)];
        if (nodes.some((node) => !numbers.cells.has(node))) throw missing();
        const { repetitions, parts } = numbers.who;
        const over = ask(query, 'over') || 'mean';
        const byNode = nodes.map((node) => numbers.ofRepetitions(node, scope, over));
        const uneven = nodes.length > 1 && byNode.some((totals) => totals.some(Number.isNaN) && !totals.every(Number.isNaN));
        const totals = byNode.reduce((all, more) => all.map((each, at) => sum(each, more[at])));
        const listed = Array.from(uneven ? [] : totals, (total, at) => ({ repetition: parts.repetition[repetitions.first[at]], total })).filter(({ repetition }) => repetition >= 0);
        const own = nodes.map((node) => numbers.value(node, scope, over)).reduce(sum);
        const ran = Float64Array.from(listed.map(({ total }) => total).filter((total) => !Number.isNaN(total))).sort();
        const sorted = ran.length > 1 ? ran : Float64Array.of(own).filter((each) => !Number.isNaN(each));
        return {
            unit: numbers.cells.header.unit,
            repetitions: listed.map(({ repetition, total }) => ({ repetition, total: Number.isNaN(total) ? null : total })),
            runs: [{ run: 0, name: this.json('runs').runs[0].name, setting: '', total: Number.isNaN(own) ? null : own }],
            differ: '',
            best: percentile(sorted, 0, 0), mean: sorted.reduce((all, each) => all + each, 0) / sorted.length, median: percentile(sorted, 0, 0.5), worst: percentile(sorted, 0, 1),
        };
    }
}

/** @param {number} a @param {number} b */
const sum = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b);

/** Values of chosen places among those of all, NaN for the others. @param {Float64Array} values @param {import('./who.js').Group} places @param {import('./who.js').Group} all */
function expanded(values, places, all) {
    const inAll = new Float64Array(all.length).fill(NaN);
    values.forEach((value, place) => (inAll[all.of[places.first[place]]] = value));
    return inAll;
}

/** A value on an edge belongs to the bin below it. @param {Float64Array} values @param {number} min @param {number} max @param {boolean} absentCounts */
function histogram(values, min, max, absentCounts) {
    const counts = new Int32Array(BINS);
    const width = (max - min) / BINS;
    for (const value of values) {
        if (Number.isNaN(value) && !absentCounts) continue;
        const bin = width > 0 ? Math.ceil(((value || 0) - min) / width) - 1 : 0;
        counts[Math.max(0, Math.min(BINS - 1, bin))]++;
    }
    const fullest = Math.max(1, ...counts);
    return Uint8Array.from(counts, (count) => Math.ceil((count * FULL) / fullest));
}
