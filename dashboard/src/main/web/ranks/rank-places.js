// Where the parts of the picture of ranks lie, and what is under the pointer.

import { barsOf, binAt } from '../draw/histogram.js';
import { gridOf, plotOf } from './rank-chart.js';
import { tickTexts } from '../draw/ticks.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

const BAR_PIXELS = 4;
const SIDE_BY_SIDE = 620;
const LOW = 200;
/** What bars, axis and caption need of the height, and what two pictures below each other do. */
const LEAST = 76;
const LEAST_OF_TWO = 150;
const LEAST_OF_THREADS = 64;

export class RankPlaces {
    /** @param {import('./rank-view.js').RankView} view */
    constructor(view) {
        this.view = view;
    }

    /** @returns {'bars' | 'grid' | 'curve'} */
    kind() {
        const room = plotOf(this.areas().main).width;
        if ((this.view.groups?.length ?? 0) * BAR_PIXELS <= room) return 'bars';
        return this.view.byValue ? 'curve' : 'grid';
    }

    /** The height below which pictures would overlap. */
    least() {
        const plots = this.view.figure.surface.width >= SIDE_BY_SIDE / 2 ? LEAST : LEAST_OF_TWO;
        return plots + (this.view.threads ? LEAST_OF_THREADS : 0);
    }

    /** @returns {{ main: Area, hist: Area, threads: Area | null }} */
    areas(width = this.view.figure.surface.width, height = this.view.figure.surface.height) {
        const tall = this.view.threads ? Math.max(LEAST_OF_THREADS, Math.min(96, height * 0.26)) : 0;
        const threads = tall ? { x: 0, y: height - tall, width, height: tall } : null;
        const rest = height - tall;
        // A low panel has no room for two pictures below each other.
        if (width >= SIDE_BY_SIDE || (rest < LOW && width >= SIDE_BY_SIDE / 2)) {
            const split = Math.round(width * 0.66);
            return { main: { x: 0, y: 0, width: split, height: rest }, hist: { x: split + 14, y: 0, width: width - split - 22, height: rest }, threads };
        }
        const low = Math.max(48, Math.round(rest * 0.32));
        return { main: { x: 0, y: 0, width, height: rest - low }, hist: { x: 56, y: rest - low + 2, width: width - 64, height: low - 2 }, threads };
    }

    grid(main = this.areas().main, perRow = this.view.app.state.perRow) {
        return gridOf(main, this.view.groups?.length ?? 0, perRow, this.view.period?.every ?? null);
    }

    /** @param {MouseEvent} event @param {boolean} dragging */
    placeAt(event, dragging) {
        const [x, y] = this.view.figure.surface.at(event);
        const { main } = this.areas();
        if (this.kind() === 'grid') return dragging ? this.grid().nearest(x, y) : this.grid().at(x, y);
        const inner = plotOf(main);
        const count = this.view.groups?.length ?? 0;
        const place = Math.floor(((x - inner.x) / inner.width) * count);
        if (dragging) return Math.max(0, Math.min(count - 1, place));
        return place >= 0 && place < count && y >= main.y && y <= main.y + main.height ? place : -1;
    }

    /** @param {number} place @param {0 | 1} side */
    edge(place, side) {
        if (!this.view.groups) return null;
        if (this.kind() === 'grid') {
            const cell = this.grid().cell(place);
            return { x: cell.x + side * cell.width, y: cell.y, height: Math.max(12, cell.height) };
        }
        const inner = plotOf(this.areas().main);
        return { x: inner.x + ((place + side) / this.view.groups.length) * inner.width, y: inner.y, height: inner.height };
    }

    /** @param {MouseEvent} event @param {boolean} dragging */
    binUnder(event, dragging) {
        if (!this.view.bins || (this.view.groups?.length ?? 0) < 2) return -1;
        const [x, y] = this.view.figure.surface.at(event);
        const { hist } = this.areas();
        if (!dragging) return binAt(this.view.bins, hist, x, y);
        const bin = Math.floor(((x - hist.x) / hist.width) * this.view.bins.counts.length);
        return Math.max(0, Math.min(this.view.bins.counts.length - 1, bin));
    }

    /** @param {number} bin @param {0 | 1} side */
    binEdge(bin, side) {
        if (!this.view.bins || (this.view.groups?.length ?? 0) < 2) return null;
        const bars = barsOf(this.areas().hist);
        return { x: bars.x + ((bin + side) / this.view.bins.counts.length) * bars.width, y: bars.y, height: bars.height };
    }

    /** @param {number} bin */
    binText(bin) {
        const { low, high, counts, open } = /** @type {import('../draw/histogram.js').Histogram} */ (this.view.bins);
        const edges = [bin, bin + 1].map((edge) => low + (edge / counts.length) * (high - low));
        const [from, to] = tickTexts(edges, (edge) => this.view.app.format.value(edge, this.view.app.model.unit));
        return open && bin === counts.length - 1 ? `${from} or more` : `${from} to ${to}`;
    }
}
