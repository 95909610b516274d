// Small histograms over ranks for the rows in sight: asked for in one question per screenful, kept until the numbers change.

import { ranges } from '../draw/format.js';
import { definitionsFor } from '../data/run-infos.js';
import { problem } from '../data/wire.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {{bins: Uint8Array, min: number, mean: number, max: number}} Spark */

const BINS = 16;
const MOST_AT_ONCE = 500;
const WAIT_MILLIS = 40;

export class Sparks {
    /** @param {App} app @param {() => void} arrived */
    constructor(app, arrived) {
        this.app = app;
        this.arrived = arrived;
        /** @type {Map<number, Spark | null>} null: asked for */
        this.known = new Map();
        this.key = '';
        this.timer = 0;
        /** why there are none */
        this.missing = '';
        /** @type {Set<number>} */
        this.wanted = new Set();
    }

    /** The node that stands alone at a row; joined rows have no histogram of their own. @param {number} row */
    node(row) {
        const nodes = this.app.model.tree?.nodes(row);
        return nodes?.length === 1 && !this.app.model.tree?.inverted ? nodes[0] : -1;
    }

    /** @param {number} row @returns {Spark | null} */
    at(row) {
        const { state, model } = this.app;
        const key = JSON.stringify([model.generation, state.run, model.metric?.name, state.scope, state.contexts, model.within && state.iterations, model.between, state.define]);
        if (key !== this.key) {
            this.key = key;
            this.known.clear();
            this.missing = '';
            this.wanted.clear();
        }
        const node = this.node(row);
        if (node < 0) return null;
        const spark = this.known.get(node);
        if (spark === undefined) this.#want(node);
        return spark ?? null;
    }

    /** @param {number} node */
    #want(node) {
        this.wanted.add(node);
        if (this.timer) return;
        this.timer = setTimeout(() => {
            this.timer = 0;
            this.#ask();
        }, WAIT_MILLIS);
    }

    async #ask() {
        const { app, key } = this;
        const nodes = [...this.wanted].slice(0, MOST_AT_ONCE).sort((a, b) => a - b);
        this.wanted.clear();
        const metric = app.model.metric?.name;
        if (nodes.length === 0 || !metric) return;
        for (const node of nodes) this.known.set(node, null);
        const { run, scope, contexts, iterations } = app.state;
        const within = app.model.within && iterations ? iterations.join('-') : null;
        try {
            const { columns } = await app.data.sparks({ run, metric, scope, nodes, contexts: ranges(contexts), iterations: within, between: app.model.between, define: definitionsFor(app.state, metric) });
            if (key !== this.key) return;
            nodes.forEach((node, at) => {
                const bins = /** @type {Uint8Array} */ (columns.bins).subarray(at * BINS, (at + 1) * BINS);
                this.known.set(node, { bins, min: columns.min[at], mean: columns.mean[at], max: columns.max[at] });
            });
            this.arrived();
        } catch (failure) {
            this.missing = problem(failure).error; // rows still have their numbers; the next change of state asks again
        }
    }
}

export const SPARK_WIDTH = 80;
export const SPARK_HEIGHT = 16;
/** A single rank among thousands must not vanish in the base line. */
const LEAST_BAR = 3;

/** Bars of a histogram as the path of an SVG element. @param {Uint8Array} bins */
export function sparkPath(bins) {
    const step = SPARK_WIDTH / BINS;
    let path = '';
    bins.forEach((bin, at) => {
        if (bin === 0) return;
        const height = Math.max(LEAST_BAR, Math.round((bin / 255) * SPARK_HEIGHT));
        path += `M${at * step} ${SPARK_HEIGHT}v${-height}h${step - 1}v${height}z`;
    });
    return path;
}
