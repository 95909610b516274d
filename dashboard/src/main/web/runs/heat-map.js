// Ranks by iterations as a heat map: which rank was slow in which iteration? Neighbours that share a cell show the largest
// of their values.

import { SMALL } from '../draw/canvas.js';
import { rampKey } from '../draw/figure.js';
import { paletteOf } from '../draw/palette.js';
import { hotPath } from '../tree/tree.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

const LEFT = 44;
const BOTTOM = 18;

/** The first of `count` that belongs to a bin. @param {number} bin @param {number} bins @param {number} count */
export const firstOf = (bin, bins, count) => Math.ceil((bin * count) / bins);

/** One, or a range: 4 or 4–7. @param {number} first @param {number} last */
const text = (first, last) => (first === last ? String(first) : `${first}–${last}`);

export class HeatMap {
    /** @param {App} app @param {() => void} changed */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        /** @type {import('../data/types.js').Frame | null} */
        this.answer = null;
        this.asked = '';
        /** @type {HTMLCanvasElement | null} */
        this.image = null;
        this.imageOf = '';
    }

    /** Asks for the values of the selected node. */
    follow() {
        const { state, model, data } = this.app;
        const { tree, selectedRow: row } = model;
        if (!tree || !model.metric) return;
        const { nodes, scope } = tree.request(row, state.scope);
        const node = row < 0 ? (tree.nodes(hotPath(tree)[0] ?? 0)[0] ?? -1) : nodes.length === 1 ? nodes[0] : -1;
        const query = { run: state.run, metric: model.metric.name, scope, node };
        const key = JSON.stringify(query);
        if (key === this.asked || node < 0) return;
        this.asked = key;
        this.answer = null;
        if (state.define.some(({ name }) => name === query.metric)) return; // iterations are of recorded metrics
        data.heat(query).then((answer) => {
            if (key !== this.asked) return;
            this.answer = answer.header.rows ? answer : null;
            this.changed();
        }, () => {
            this.answer = null; // the line says what is missing
        });
    }

    /** @param {Area} area @returns {Area} */
    plot(area) {
        return { x: area.x + LEFT, y: area.y + 4, width: Math.max(10, area.width - LEFT - 6), height: Math.max(10, area.height - BOTTOM - 8) };
    }

    get range() {
        const values = /** @type {Float64Array} */ (this.answer?.columns.value ?? new Float64Array(0));
        const measured = values.filter((each) => !Number.isNaN(each)).sort();
        return { low: measured[0] ?? 0, high: measured.at(-1) ?? 0 };
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Area} area */
    draw(pen, area) {
        const palette = paletteOf(this.app);
        if (!this.answer) return;
        const { rows, width: columns, places, first, iterations } = this.answer.header;
        const plot = this.plot(area);
        pen.imageSmoothingEnabled = false;
        pen.drawImage(this.#picture(palette), plot.x, plot.y, plot.width, plot.height);
        pen.font = SMALL;
        pen.fillStyle = palette.text;
        pen.textBaseline = 'middle';
        pen.textAlign = 'right';
        const every = Math.max(1, Math.ceil((14 * rows) / plot.height));
        for (let row = 0; row < rows; row += every) pen.fillText(this.rankText(firstOf(row, rows, places)), plot.x - 5, plot.y + ((row + 0.5) * plot.height) / rows);
        pen.textAlign = 'center';
        const across = Math.max(1, Math.ceil((52 * columns) / plot.width));
        for (let column = 0; column < columns; column += across) pen.fillText(String(first + firstOf(column, columns, iterations)), plot.x + ((column + 0.5) * plot.width) / columns, plot.y + plot.height + 9);
        const chosen = this.app.state.iterations;
        if (!chosen) return;
        const [left, right] = [chosen[0] - first, chosen[1] + 1 - first].map((at) => plot.x + (Math.max(0, Math.min(iterations, at)) / iterations) * plot.width);
        pen.strokeStyle = palette.selected;
        pen.lineWidth = 2;
        pen.strokeRect(left, plot.y - 1, Math.max(2, right - left), plot.height + 2);
        pen.lineWidth = 1;
    }

    /** @param {import('../draw/palette.js').Palette} palette */
    #picture(palette) {
        const key = `${this.asked} ${palette.dark}`;
        if (this.image && this.imageOf === key && this.answer) return this.image;
        const canvas = document.createElement('canvas');
        const { rows, width: columns } = this.answer?.header ?? { rows: 1, width: 1 };
        canvas.width = columns;
        canvas.height = rows;
        const pen = canvas.getContext('2d');
        const values = this.answer?.columns.value ?? [];
        const { low, high } = this.range;
        if (pen) {
            const data = pen.createImageData(columns, rows);
            values.forEach((value, at) => {
                if (Number.isNaN(value)) return;
                const step = high > low ? Math.round(((value - low) / (high - low)) * 255) : 0;
                data.data.set(palette.scale.subarray(step * 4, step * 4 + 4), at * 4);
            });
            pen.putImageData(data, 0, 0);
        }
        this.image = canvas;
        this.imageOf = key;
        return canvas;
    }

    /** @param {number} place */
    rankText(place) {
        const number = this.app.model.contexts?.columns.number;
        return String(number && number.length === this.answer?.header.places ? number[place] : place);
    }

    /** @param {Area} area @param {number} x @param {number} y @returns {{row: number, column: number} | null} */
    at(area, x, y) {
        const plot = this.plot(area);
        const { rows, width: columns } = this.answer?.header ?? { rows: 0, width: 0 };
        const [row, column] = [Math.floor(((y - plot.y) / plot.height) * rows), Math.floor(((x - plot.x) / plot.width) * columns)];
        return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
    }

    /** @param {{row: number, column: number}} cell */
    spanOf({ row, column }) {
        const { rows, width: columns, places, first, iterations } = this.answer?.header ?? {};
        return {
            ranks: [firstOf(row, rows, places), firstOf(row + 1, rows, places) - 1],
            iterations: [first + firstOf(column, columns, iterations), first + firstOf(column + 1, columns, iterations) - 1],
            value: this.answer?.columns.value[row * columns + column] ?? NaN,
        };
    }

    /** @param {{row: number, column: number}} cell @returns {[string, import('../data/types.js').Fact[]]} */
    tooltip(cell) {
        const { ranks, iterations, value } = this.spanOf(cell);
        const { format } = this.app;
        const several = ranks[0] < ranks[1] || iterations[0] < iterations[1];
        const title = `rank ${ranks[0] === ranks[1] ? this.rankText(ranks[0]) : `${this.rankText(ranks[0])}–${this.rankText(ranks[1])}`}, iteration ${text(iterations[0], iterations[1])}`;
        return [title, [{ label: several ? 'maximum' : 'value', value: format.value(value, this.answer?.header.unit) }]];
    }

    /** Selects the rank and the iteration. @param {{row: number, column: number}} cell */
    select(cell) {
        const { ranks, iterations } = this.spanOf(cell);
        const { contexts } = this.app.model;
        const place = contexts?.columns.place ?? [];
        const known = contexts?.columns.number.length === this.answer?.header.places;
        const chosen = Array.from(place.keys()).filter((at) => place[at] >= ranks[0] && place[at] <= ranks[1]);
        this.app.select({ iterations, ...(known && chosen.length > 0 ? { contexts: this.app.format.rangesOf(chosen) } : {}) });
    }

    /** @returns {HTMLElement[]} */
    legend() {
        const { low, high } = this.range;
        const write = (/** @type {number} */ value) => this.app.format.value(value, this.answer?.header.unit);
        return this.answer ? [rampKey(paletteOf(this.app).scale, [write(low), write(high)])] : [];
    }

    /** What shares a cell. @returns {string} */
    note() {
        const { rows, width: columns, places, iterations } = this.answer?.header ?? {};
        const shared = [rows < places ? 'ranks' : '', columns < iterations ? 'iterations' : ''].filter(Boolean).join(' and ');
        return shared ? `neighbouring ${shared} share a cell, which has their maximum` : '';
    }
}
