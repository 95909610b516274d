// A function between its callers (above) and what it calls (below), over all call paths at once.

import { BOLD, FONT, fit } from '../draw/canvas.js';
import { frameCategories } from '../draw/frame-categories.js';
import { Figure, element } from '../draw/figure.js';
import { Boxes, ROW } from './flame-boxes.js';
import { layout } from './flame-layout.js';
import { DIFF_STEPS, diffStep } from './flame-emphasis.js';
import { diffKeys, paletteOf } from '../draw/palette.js';
import { calleesOf, callersOf } from '../tree/merged-tree.js';
import { functionParts } from '../tree/parts.js';
import { drawnAsSvg } from '../draw/svg-pen.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../tree/merged-tree.js').Merged} Merged */
/** @typedef {{ boxes: Boxes, merged: Merged | null }} Half */

const CHOICES = 30;

class Sandwich {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.figure = new Figure(host, 'sandwich', 'Callers and callees', (pen, width, height) => this.draw(pen, width, height));
        /** @type {Half} */
        this.callers = { boxes: new Boxes(true), merged: null };
        /** @type {Half} */
        this.callees = { boxes: new Boxes(false), merged: null };
        /** @type {import('../data/types.js').Tree | null} */
        this.tree = null;
        this.frame = -1;
        this.total = 0;
        this.figure.twin = () => this.table((value) => app.format.value(value, app.model.unit), 25);
        this.listen(this.figure.surface.canvas);
    }

    get halves() {
        return [this.callers, this.callees];
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { tree, selectedRow, error, loading } = this.app.model;
        if (!tree) {
            const text = loading.size > 0 ? 'Loading the call tree …' : 'No call tree.';
            return this.figure.say(error?.error ?? text, error?.hint, error ? 'error' : 'loading');
        }
        if (selectedRow < 0) return this.offer();
        const frame = tree.frame[selectedRow];
        if (tree !== this.tree || frame !== this.frame || changed.has('operations')) this.place(tree, frame);
        this.figure.say(null);
        this.figure.follow(this.app);
        this.colour();
    }

    /** Nothing is selected: the functions that a reader most likely wants. */
    offer() {
        const { tree } = this.app.model;
        if (!tree) return;
        this.frame = -1;
        this.figure.keys([]);
        this.figure.say('Which function?', 'Its callers will stand above it and what it calls below, over all call paths.');
        const list = element('ol', 'sandwich-choices');
        for (const part of functionParts(tree, -1, null).slice(0, CHOICES)) {
            const choice = /** @type {HTMLButtonElement} */ (element('button', 'figure-button', part.name));
            choice.type = 'button';
            choice.title = `${this.app.format.value(part.value, this.app.model.unit)} in itself`;
            choice.addEventListener('click', () => this.app.select({ node: this.app.pathOf(part.row) }));
            const entry = element('li');
            entry.append(choice, element('span', '', this.app.format.value(part.value, this.app.model.unit)));
            list.append(entry);
        }
        this.figure.message.append(list);
    }

    /** @param {import('../data/types.js').Tree} tree @param {number} frame */
    place(tree, frame) {
        this.kinds = frameCategories(tree, paletteOf(this.app).categories.length, this.app.model.operations);
        this.tree = tree;
        this.frame = frame;
        const against = this.app.model.diff?.inclusive;
        this.callers.merged = callersOf(tree, frame, against);
        this.callees.merged = calleesOf(tree, frame, against);
        this.total = this.callees.merged.value[0];
        for (const { boxes, merged } of this.halves) {
            if (!merged) continue;
            boxes.tree = merged;
            boxes.layout = layout(merged, merged.value, true);
            boxes.name = (row) => tree.names[merged.frame[row]];
            boxes.hovered = -1;
            boxes.selected = -1;
            // The function itself stands once, between the halves.
            boxes.skip = 1;
            boxes.scroll = 0;
        }
    }

    colour() {
        const { app, tree, kinds } = this;
        if (!tree || !kinds) return;
        const palette = paletteOf(app);
        const { diff } = app.model;
        const found = app.state.search && app.model.found ? new Set(Array.from(app.model.found.matches, (row) => tree.frame[row])) : null;
        for (const { boxes, merged } of this.halves) {
            if (!merged) continue;
            boxes.looks = diff ? [...palette.diff, ...palette.mutedDiff, palette.match] : [...palette.categories, ...palette.mutedCategories, palette.match];
            const steps = diff ? DIFF_STEPS : palette.categories.length;
            boxes.look = Uint8Array.from(merged.frame, (frame, row) => {
                const own = diff ? diffStep(merged.value[row], merged.before[row]) : kinds.of[frame];
                if (!found) return own;
                return found.has(frame) ? steps * 2 : own + steps;
            });
        }
        this.figure.keys(diff ? diffKeys(app) : kinds.keys.map(({ name, hue }) => ({ colour: palette.categories[hue].fill, text: name })));
        const name = tree.names[this.frame];
        this.figure.surface.label(`Callers and callees of ${name}. Arrow keys move, Enter selects the marked function.`);
        this.figure.refreshTable();
        this.figure.surface.dirty();
    }

    /** @param {number} width @param {number} height @returns {[import('./flame-boxes.js').Area, import('./flame-boxes.js').Area, number]} */
    areas(width, height) {
        const middle = ROW + 8;
        const [up, down] = this.halves.map(({ boxes }) => Math.max(1, (boxes.layout?.depths ?? 1) - 1) * ROW);
        const room = height - middle;
        // Each half gets what it needs where both fit, else at least a third.
        const top = Math.round(Math.min(up, Math.max(room / 3, room - down)));
        return [{ x: 0, y: 0, width, height: top }, { x: 0, y: top + middle, width, height: Math.max(0, room - top) }, top + 4];
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        if (!this.tree || this.frame < 0) return;
        const [above, below, middle] = this.areas(width, height);
        this.drawHalf(pen, this.callers, above, palette, 'Nothing calls it: it is a root.');
        this.drawHalf(pen, this.callees, below, palette, 'It calls nothing.');
        pen.fillStyle = palette.background;
        pen.fillRect(0, middle - 4, width, ROW + 8);
        this.drawMiddle(pen, width, middle, palette);
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {Half} half @param {import('./flame-boxes.js').Area} area @param {import('../draw/palette.js').Palette} palette @param {string} none */
    drawHalf(pen, { boxes, merged }, area, palette, none) {
        if (!merged || merged.length < 2) {
            pen.font = FONT;
            pen.textAlign = 'left';
            pen.textBaseline = 'middle';
            pen.fillStyle = palette.faint;
            if (area.height >= ROW) pen.fillText(none, 5, boxes.upward ? area.y + area.height - ROW / 2 : area.y + ROW / 2);
            return;
        }
        boxes.draw(pen, area, palette);
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} y @param {import('../draw/palette.js').Palette} palette */
    drawMiddle(pen, width, y, palette) {
        const { app, tree } = this;
        if (!tree) return;
        const before = this.callees.merged?.before[0] ?? NaN;
        const change = app.model.diff ? `, ${app.format.change(this.total - before, app.model.unit)} from ${app.model.diff.name}` : '';
        const text = `${tree.names[this.frame]}   ${app.format.withShare(app.format.value(this.total, app.model.unit), this.total / app.model.total)}${change}`;
        pen.fillStyle = palette.selected;
        pen.fillRect(0, y, width, ROW);
        pen.fillStyle = palette.background;
        pen.font = BOLD;
        pen.textAlign = 'left';
        pen.textBaseline = 'middle';
        pen.fillText(fit(text, width - 10, BOLD), 5, y + ROW / 2);
    }

    /** @param {HTMLCanvasElement} canvas */
    listen(canvas) {
        canvas.addEventListener('pointermove', (event) => this.hover(event));
        canvas.addEventListener('pointerleave', () => this.mark(null, -1));
        canvas.addEventListener('click', (event) => {
            const { half, row } = this.under(event);
            if (half) this.choose(half, row);
        });
        canvas.addEventListener('contextmenu', (event) => {
            const { half, row } = this.under(event);
            if (!half?.merged) return;
            event.preventDefault();
            this.app.menu(half.merged.row[row], event.clientX, event.clientY);
        });
        canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    /** @param {MouseEvent} event @returns {{ half: Half | null, row: number }} */
    under(event) {
        const [x, y] = this.figure.surface.at(event);
        const { width, height } = this.figure.surface;
        const [above, below] = this.areas(width, height);
        for (const [half, area] of /** @type {[Half, import('./flame-boxes.js').Area][]} */ ([[this.callers, above], [this.callees, below]])) {
            const row = half.boxes.rowAt(x, y, area);
            if (row > 0) return { half, row };
        }
        return { half: null, row: -1 };
    }

    /** @param {Half | null} half @param {number} row */
    mark(half, row) {
        if (!half) this.app.tooltip.hide();
        for (const each of this.halves) each.boxes.hovered = each === half ? row : -1;
        this.figure.surface.canvas.style.cursor = half ? 'pointer' : 'default';
        this.figure.surface.dirty();
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const { half, row } = this.under(event);
        this.mark(half, row);
        if (!half?.merged) return;
        const { format, model } = this.app;
        const value = half.merged.value[row];
        const name = this.tree?.names[this.frame] ?? '';
        this.app.tooltip.show(event.clientX, event.clientY, half.boxes.name(row), [
            { label: half === this.callers ? `${name} when called through it` : `when called from ${name}`, value: format.value(value, model.unit) },
            { label: `of ${name}`, value: format.percent(value / this.total) },
            { label: 'of total', value: format.percent(value / model.total) },
            ...this.comparison(half.merged, row),
        ]);
    }

    /** Of all call paths that are joined here, so there is no test of them. @param {Merged} merged @param {number} row */
    comparison(merged, row) {
        const { format, model } = this.app;
        if (!model.diff) return [];
        const [value, before] = [merged.value[row], merged.before[row]];
        const change = [{ label: model.diff.name, value: format.value(before, model.unit) }, { label: 'difference', value: format.change(value - before, model.unit) }];
        return before > 0 ? [...change, { label: 'ratio', value: format.ratio(value / before) }] : [...change, { label: 'only in', value: model.runInfo?.name ?? '' }];
    }

    /** @param {Half} half @param {number} row */
    choose(half, row) {
        if (half.merged && row > 0) this.app.select({ node: this.app.pathOf(half.merged.row[row]) });
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        const [, y] = this.figure.surface.at(event);
        const { width, height } = this.figure.surface;
        const [above, below, middle] = this.areas(width, height);
        const [half, area] = y < middle ? [this.callers, above] : [this.callees, below];
        const before = half.boxes.scroll;
        half.boxes.scroll = before + (half.boxes.upward ? -event.deltaY : event.deltaY);
        half.boxes.boundScroll(area.height);
        if (half.boxes.scroll === before) return;
        event.preventDefault();
        this.figure.surface.dirty();
    }

    /** Up and down walk from the function to its heaviest callers and callees, left and right between siblings. @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.tree) return;
        const now = this.halves.find(({ boxes }) => boxes.hovered > 0) ?? null;
        if (event.key === 'Enter' && now) this.choose(now, now.boxes.hovered);
        else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.step(now, event.key === 'ArrowUp');
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') this.beside(now, event.key === 'ArrowLeft' ? -1 : 1);
        else if (event.key === 'Escape' && now) this.mark(null, -1);
        else return;
        event.preventDefault();
        event.stopPropagation();
        this.announceMark();
    }

    announceMark() {
        const half = this.halves.find(({ boxes }) => boxes.hovered > 0);
        if (!half?.merged) return;
        const row = half.boxes.hovered;
        this.app.announce(`${half.boxes.name(row)}: ${this.app.format.value(half.merged.value[row], this.app.model.unit)}`);
    }

    /** @param {Half | null} now @param {boolean} up */
    step(now, up) {
        const half = now ?? (up ? this.callers : this.callees);
        const { merged, boxes } = half;
        if (!merged) return;
        const outward = up === boxes.upward;
        const row = Math.max(0, boxes.hovered);
        if (!outward) return this.mark(merged.parent[row] > 0 ? half : null, merged.parent[row]);
        let best = row;
        for (let child = row + 1; child < merged.end[row]; child = merged.end[child]) {
            if (best === row || merged.value[child] > merged.value[best]) best = child;
        }
        if (best > 0) this.mark(half, best);
    }

    /** @param {Half | null} now @param {number} step */
    beside(now, step) {
        const boxes = now?.boxes;
        if (!now?.merged || !boxes?.layout) return;
        const { rows, starts } = boxes.layout;
        const depth = now.merged.depth[boxes.hovered];
        const at = rows.indexOf(boxes.hovered, starts[depth]) + step;
        if (at >= starts[depth] && at < starts[depth + 1]) this.mark(now, rows[at]);
    }

    /** @param {(value: number) => string} write @param {number} most of each half */
    table(write, most) {
        const name = this.tree && this.frame >= 0 ? this.tree.names[this.frame] : '';
        const other = this.app.model.diff?.name;
        const rows = this.halves.flatMap(({ boxes, merged }) => {
            if (!merged) return [];
            const order = Array.from({ length: merged.length - 1 }, (_, at) => at + 1);
            if (most < Infinity) order.sort((a, b) => merged.value[b] - merged.value[a]);
            return order.slice(0, most).map((row) => [boxes.upward ? 'caller' : 'callee', boxes.name(row), String(merged.depth[row]), write(merged.value[row]), ...(other ? [write(merged.before[row]), write(merged.value[row] - merged.before[row])] : [])]);
        });
        return { caption: `Callers and callees of ${name}`, head: ['side', 'function', 'distance', 'value', ...(other ? [other, 'difference'] : [])], rows };
    }

    csv() {
        const { head, rows } = this.table(String, Infinity);
        return { name: 'sandwich', rows: [head, ...rows] };
    }

    svg() {
        const { width, height } = this.figure.surface;
        return drawnAsSvg((pen, w, h) => this.draw(pen, w, h), width, height, 'Callers and callees');
    }

    resize() {
        this.figure.surface.resize();
    }
}

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @returns {import('../data/types.js').View}
 */
export function create(host, app) {
    return new Sandwich(host, app);
}
