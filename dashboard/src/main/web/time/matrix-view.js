// Who sends to whom? The communication matrix of a trace: senders are rows, receivers are columns, colours are bytes,
// messages or transfer time on a logarithmic scale.

import { SMALL, fitMiddle, measure } from '../draw/canvas.js';
import { Figure, element, rampKey } from '../draw/figure.js';
import { paletteOf, scaleColour } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';

/** @typedef {import('../data/types.js').App} App */

const BINS = 128;
const TOP = 34;
const GAP = 6;
const UNITS = { bytes: 'B', messages: '', transfer: 'ns' };
const NAMES = { bytes: 'bytes', messages: 'messages', transfer: 'transfer time' };

/** 0..1 on a logarithmic scale between the least and the most. @param {number} value @param {number} least @param {number} most */
export function logShare(value, least, most) {
    return most > least ? Math.log(value / least) / Math.log(most / least) : 1;
}

export class MatrixView {
    /** @param {HTMLElement} host @param {App} app @param {(figure: Figure) => {group: HTMLElement, set: (value: string) => void}} chooser */
    constructor(host, app, chooser) {
        this.app = app;
        this.figure = new Figure(host, 'matrix', 'Communication matrix', (pen, width, height) => this.draw(pen, width, height));
        this.as = chooser(this.figure);
        this.of = this.figure.segments('Colour by', [['bytes', 'Bytes'], ['messages', 'Messages'], ['transfer', 'Time', 'From each send to the end of its receive, including waiting']], (value) => app.select({ matrixOf: /** @type {App['state']['matrixOf']} */ (value) }, { replace: true }));
        /** @type {import('../data/types.js').Frame | null} */
        this.answer = null;
        this.asked = '';
        /** @type {[number, number] | null} sender and receiver */
        this.cursor = null;
        this.figure.twin = () => this.twin();
        this.listen(this.figure.surface.canvas);
    }

    update() {
        const { state, model } = this.app;
        this.figure.follow(this.app);
        this.as.set('matrix');
        this.of.set(state.matrixOf);
        const key = JSON.stringify([state.run, model.between]);
        if (key !== this.asked) {
            this.asked = key;
            this.answer = null;
            this.figure.say('Loading messages …', '', 'loading');
            this.app.data.matrix({ run: state.run, between: model.between, bins: BINS }).then((answer) => {
                if (key === this.asked) this.take(answer);
            }, (failure) => {
                if (key === this.asked) this.figure.say(failure.message, failure.hint, 'error');
            });
        } else if (this.answer) this.take(this.answer);
    }

    /** @param {import('../data/types.js').Frame} answer */
    take(answer) {
        const { format, state } = this.app;
        this.answer = answer;
        const { total, elsewhere, names } = answer.header;
        if (total === 0) return this.figure.say('No messages between these ranks.', 'Collective operations are not messages.');
        this.figure.say(null);
        const { unit, least, most } = this.scale();
        const binned = names.some((/** @type {string} */ name) => name.includes('-'));
        const notes = [format.counted(total, 'message'), ...(elsewhere > 0 ? [`${format.counted(elsewhere, 'message')} to ranks that were not traced`] : []), ...(binned ? ['neighbouring ranks share a row'] : [])];
        this.figure.notes.replaceChildren(...notes.map((text) => element('span', 'note-matrix', text)));
        this.figure.legend.replaceChildren(rampKey(paletteOf(this.app).scale, [format.value(least, unit), `${format.value(most, unit)} (logarithmic)`]));
        this.figure.surface.label(`Communication matrix: ${NAMES[state.matrixOf]} from ${names.length} senders to receivers. Arrow keys move, Enter selects both.`);
        this.figure.refreshTable();
        this.figure.surface.dirty();
    }

    get values() {
        return /** @type {Float64Array} */ (this.answer?.columns[this.app.state.matrixOf] ?? new Float64Array(0));
    }

    scale() {
        const present = this.values.filter((each) => each > 0);
        return { unit: UNITS[this.app.state.matrixOf], least: present.reduce((a, b) => Math.min(a, b), Infinity), most: present.reduce((a, b) => Math.max(a, b), 0) };
    }

    get size() {
        return this.answer?.header.names.length ?? 0;
    }

    /** @param {number} width @param {number} height */
    area(width = this.figure.surface.width, height = this.figure.surface.height) {
        const widest = (this.answer?.header.names ?? []).reduce((/** @type {number} */ most, /** @type {string} */ name) => Math.max(most, measure(name, SMALL)), 20);
        const left = Math.min(90, widest + 54);
        const side = Math.max(40, Math.min(width - left - 8, height - TOP - 6));
        return { x: left, y: TOP, width: side, height: side };
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (!this.answer) return;
        const area = this.area(width, height);
        const cell = area.width / this.size;
        const { least, most } = this.scale();
        pen.fillStyle = palette.mutedPlain;
        pen.fillRect(area.x, area.y, area.width, area.height);
        this.values.forEach((value, at) => {
            if (!(value > 0)) return;
            pen.fillStyle = scaleColour(palette.scale, Math.round(255 * logShare(value, least, most)));
            pen.fillRect(area.x + (at % this.size) * cell, area.y + Math.floor(at / this.size) * cell, Math.max(1, cell - (cell > 6 ? 1 : 0)), Math.max(1, cell - (cell > 6 ? 1 : 0)));
        });
        this.drawNames(pen, area, cell, palette);
        if (this.cursor) {
            pen.strokeStyle = palette.text;
            pen.lineWidth = 2;
            pen.strokeRect(area.x + this.cursor[1] * cell - 1, area.y + this.cursor[0] * cell - 1, Math.max(4, cell), Math.max(4, cell));
            pen.lineWidth = 1;
        }
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {{x: number, y: number, width: number, height: number}} area @param {number} cell @param {import('../draw/palette.js').Palette} palette */
    drawNames(pen, area, cell, palette) {
        const { names } = this.answer?.header ?? { names: [] };
        pen.font = SMALL;
        pen.fillStyle = palette.faint;
        pen.textBaseline = 'middle';
        pen.textAlign = 'left';
        pen.fillText('receiver →', area.x, 8);
        pen.fillText('sender ↓', 2, area.y - 10);
        pen.fillStyle = palette.text;
        const every = Math.max(1, Math.ceil(14 / cell));
        const wide = names.reduce((/** @type {number} */ most, /** @type {string} */ name) => Math.max(most, measure(name, SMALL)), 0) + GAP;
        const across = Math.max(1, Math.ceil(wide / cell));
        for (let at = 0; at < names.length; at += every) {
            pen.textAlign = 'right';
            pen.fillText(fitMiddle(names[at], 80, SMALL) || names[at], area.x - GAP, area.y + (at + 0.5) * cell);
        }
        for (let at = 0; at < names.length; at += across) {
            pen.textAlign = 'center';
            pen.fillText(names[at], area.x + (at + 0.5) * cell, area.y - 8);
        }
    }

    /** @param {MouseEvent} event @returns {[number, number] | null} */
    cellAt(event) {
        const [x, y] = this.figure.surface.at(event);
        const area = this.area();
        const [row, column] = [Math.floor(((y - area.y) / area.height) * this.size), Math.floor(((x - area.x) / area.width) * this.size)];
        return row >= 0 && column >= 0 && row < this.size && column < this.size ? [row, column] : null;
    }

    /** @param {HTMLCanvasElement} canvas */
    listen(canvas) {
        canvas.addEventListener('pointermove', (event) => {
            const cell = this.cellAt(event);
            canvas.style.cursor = cell ? 'pointer' : 'default';
            if (!cell) return this.app.tooltip.hide();
            this.app.tooltip.show(event.clientX, event.clientY, this.title(cell), this.facts(cell));
        });
        canvas.addEventListener('pointerleave', () => this.app.tooltip.hide());
        canvas.addEventListener('click', (event) => {
            const cell = this.cellAt(event);
            if (cell) this.select(cell);
        });
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    /** @param {[number, number]} cell */
    title([row, column]) {
        const { names } = this.answer?.header ?? { names: [] };
        return `${names[row]} sends to ${names[column]}`;
    }

    /** @param {[number, number]} cell @returns {import('../data/types.js').Fact[]} */
    facts([row, column]) {
        const at = row * this.size + column;
        const { format } = this.app;
        return /** @type {const} */ (['bytes', 'messages', 'transfer']).map((of) => ({ label: NAMES[of], value: format.value(this.answer?.columns[of][at] ?? NaN, UNITS[of]) }));
    }

    /** Selects the two ranks. @param {[number, number]} cell */
    select([row, column]) {
        const binOf = this.answer?.columns.binOf ?? [];
        const chosen = Array.from(binOf.keys()).filter((at) => binOf[at] === row || binOf[at] === column);
        this.app.select({ contexts: this.app.format.rangesOf(chosen) });
        this.app.announce(`${this.title([row, column])}: both selected`);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
        if (!this.answer || event.ctrlKey || event.altKey || event.metaKey) return;
        const clamp = (/** @type {number} */ at) => Math.max(0, Math.min(this.size - 1, at));
        if (step) this.cursor = this.cursor ? [clamp(this.cursor[0] + step[0]), clamp(this.cursor[1] + step[1])] : [0, 0];
        else if (event.key === 'Enter' && this.cursor) this.select(this.cursor);
        else return;
        event.preventDefault();
        event.stopPropagation();
        if (step && this.cursor) this.app.announce(`${this.title(this.cursor)}: ${this.facts(this.cursor).map(({ label, value }) => `${label} ${value}`).join(', ')}`);
        this.figure.surface.dirty();
    }

    /** Cells with messages, largest first. */
    cells() {
        const { values } = this;
        return Array.from(values.keys()).filter((at) => values[at] > 0).sort((a, b) => values[b] - values[a]).map((at) => /** @type {[number, number]} */ ([Math.floor(at / this.size), at % this.size]));
    }

    twin() {
        const { names } = this.answer?.header ?? { names: [] };
        const rows = this.cells().slice(0, 20).map((cell) => [names[cell[0]], names[cell[1]], ...this.facts(cell).map(({ value }) => value)]);
        return { caption: 'The largest cells of the communication matrix', head: ['sender', 'receiver', 'bytes', 'messages', 'transfer time'], rows };
    }

    csv() {
        const { header, columns } = this.answer ?? { header: { names: [] }, columns: /** @type {Record<string, ArrayLike<number>>} */ ({}) };
        const rows = this.cells().map(([row, column]) => [header.names[row], header.names[column], ...['bytes', 'messages', 'transfer'].map((of) => String(columns[of][row * this.size + column]))]);
        return { name: 'messages', rows: [['sender', 'receiver', 'bytes', 'messages', 'transfer (ns)'], ...rows] };
    }

    svg() {
        return drawnAsSvg((pen, width, height) => this.draw(pen, width, height), this.figure.surface.width, this.figure.surface.height, 'Communication matrix');
    }

    resize() {
        this.figure.surface.resize();
    }
}
