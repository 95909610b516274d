// The call tree as an icicle (root on top) or a flame graph (root at the bottom): width is value, depth is the stack.

import { visible } from '../draw/visible.js';
import { frameCategories } from '../draw/frame-categories.js';
import { Figure } from '../draw/figure.js';
import { Boxes } from './flame-boxes.js';
import { bounded, layout, neighbour, windowOf } from './flame-layout.js';
import { DIFF_STEPS, diffStep, looksOf, related } from './flame-emphasis.js';
import { flameTable } from './flame-table.js';
import { animate } from '../draw/canvas.js';
import { diffKeys, paletteOf } from '../draw/palette.js';
import { drawnAsSvg } from '../draw/svg-pen.js';
import { hasSeveralRanks, placeUnit } from '../page/chips.js';
import { comparedFacts, presence } from '../page/compared-facts.js';
import { rowOf } from '../tree/tree.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Tree} Tree */

const ZOOM_KEYS = /** @type {Record<string, number>} */ ({ '+': 1 / 1.5, '=': 1 / 1.5, '-': 1.5 });

class Flame {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.boxes = new Boxes(false);
        this.figure = new Figure(host, 'flame', 'Icicle of the call tree', (pen, width, height) => this.draw(pen, width, height));
        this.order = this.figure.segments('Order of siblings', [
            ['stored', 'As stored', 'Siblings in the order of the profile'],
            ['heavy', 'Heaviest first', 'Siblings by value, the heaviest at the left'],
        ], (value) => this.setOrder(value));
        this.widthOf = this.figure.segments('Width of a box', [
            ['run', 'Width: this run', 'Box width is the value of this run'],
            ['against', 'Width: compared run', 'Box width is the value of the compared run: shows call paths missing from this run'],
        ], (value) => this.setWidth(value));
        this.zoomed = this.figure.button('', 'Reset zoom (0)', () => this.zoomTo(-1));
        this.figure.controls.insertBefore(this.zoomed, this.figure.toggle);
        /** @type {number[]} rows zoomed to, for the way back */
        this.trail = [];
        /** @type {Tree | null} */
        this.tree = null;
        /** @type {import('../data/types.js').Kept | null} what a threshold left when the boxes were placed */
        this.kept = null;
        this.stop = () => {};
        this.gliding = false;
        this.figure.twin = () => flameTable(this.app, this.boxes);
        this.listen(this.figure.surface.canvas);
    }

    get area() {
        const { width, height } = this.figure.surface;
        return { x: 0, y: 0, width, height };
    }

    /** @param {string} value */
    setOrder(value) {
        this.app.select({ siblings: value === 'heavy' ? 'heavy' : 'stored' }, { replace: true });
    }

    get heaviest() {
        return this.app.state.siblings === 'heavy';
    }

    get byRun() {
        return this.app.state.widths === 'run';
    }

    /** @param {string} value */
    setWidth(value) {
        this.app.select({ widths: value === 'run' ? 'run' : 'against' }, { replace: true });
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { model, state } = this.app;
        if (!model.tree || model.tree.length === 0) return this.sayWhy();
        this.figure.say(null);
        this.boxes.upward = state.view === 'flame';
        this.figure.follow(this.app);
        if (model.tree !== this.tree || model.kept?.hidden !== this.kept?.hidden || ['diff', 'against', 'least', 'siblings', 'widths', 'operations'].some((key) => changed.has(key))) this.place();
        else this.colour();
        this.followZoom();
        if (changed.has('node') || changed.has('view')) this.reveal();
    }

    sayWhy() {
        const { model } = this.app;
        this.tree = null;
        this.boxes.layout = null;
        if (model.error) return this.figure.say(model.error.error, model.error.hint, 'error');
        if (model.loading.size > 0) return this.figure.say('Loading the call tree …', '', 'loading');
        return this.figure.say('No call path matches.', 'Remove a filter from the selection bar.');
    }

    /** Boxes anew: another tree, another order. */
    place() {
        const { model } = this.app;
        const tree = model.tree;
        if (!tree) return;
        const other = !this.tree || !sameShape(tree, this.tree);
        this.tree = tree;
        const all = this.byRun || !model.diff ? tree.inclusive : model.diff.inclusive;
        const { kept } = model;
        this.kept = kept;
        const value = kept ? all.map((each, row) => (kept.mask[row] ? each : 0)) : all;
        this.boxes.tree = tree;
        this.boxes.layout = layout(tree, value, this.heaviest);
        this.boxes.name = (row) => `${tree.names[tree.frame[row]]}${presence(this.app.model, row) && ` (${presence(this.app.model, row)})`}`;
        if (other) this.forgetZoom();
        else this.boxes.show(windowOf(this.boxes.layout, this.trail.at(-1) ?? -1));
        this.kinds = frameCategories(tree, paletteOf(this.app).categories.length, model.operations);
        this.colour();
        this.reveal();
    }

    /** To where the address says; a call path that is not in this tree is none. */
    followZoom() {
        const { zoom } = this.app.state;
        const row = zoom && this.tree ? rowOf(this.tree, zoom) : -1;
        if (row !== (this.trail.at(-1) ?? -1)) this.zoomTo(row);
    }

    forgetZoom() {
        this.stop();
        this.trail = [];
        this.boxes.show({ left: 0, right: 1 });
        this.boxes.hovered = -1;
    }

    colour() {
        const { model, state } = this.app;
        const { tree, boxes, kinds } = this;
        if (!tree || !kinds) return;
        const palette = paletteOf(this.app);
        const diff = model.diff;
        const strong = diff ? palette.diff : palette.categories;
        const muted = diff ? palette.mutedDiff : palette.mutedCategories;
        boxes.looks = [...strong, ...muted, palette.match];
        const base = new Uint8Array(tree.length);
        for (let row = 0; row < tree.length; row++) {
            base[row] = diff ? diffStep(tree.inclusive[row], diff.inclusive[row]) : kinds.of[tree.frame[row]];
        }
        const found = state.search && model.found ? model.found.mask : null;
        boxes.look = looksOf(base, diff ? DIFF_STEPS : strong.length, related(tree, model.selectedRow), found);
        boxes.selected = model.selectedRow;
        boxes.hot = model.hot;
        this.describe(Boolean(diff));
    }

    /** @param {boolean} diff */
    describe(diff) {
        const { state, model, format } = this.app;
        const palette = paletteOf(this.app);
        this.order.set(this.heaviest ? 'heavy' : 'stored');
        this.widthOf.group.hidden = !diff;
        this.widthOf.set(this.byRun ? 'run' : 'against');
        const zoom = this.trail.at(-1);
        this.zoomed.hidden = zoom === undefined;
        this.zoomed.textContent = zoom === undefined ? '' : visible(`Zoom: ${this.boxes.name(zoom)} ✕`);
        const hot = model.hot.size > 0 ? [{ colour: palette.hot, text: 'hot path', kind: /** @type {'line'} */ ('line') }] : [];
        const kinds = (this.kinds?.keys ?? []).map(({ name, hue }) => ({ colour: palette.categories[hue].fill, text: name }));
        const colours = diff ? diffKeys(this.app) : kinds;
        const found = state.search && model.found ? [{ colour: palette.match.fill, text: `matches “${state.search}”` }] : [];
        this.figure.keys([...colours, ...hot, ...found]);
        const selected = model.selectedRow >= 0 ? `, ${this.boxes.name(model.selectedRow)} selected` : '';
        const kind = this.boxes.upward ? 'Flame graph' : 'Icicle';
        this.figure.surface.label(`${kind} of ${format.counted(this.tree?.length ?? 0, 'call path')}, `
            + `${Number.isNaN(model.total) ? model.metric?.name : `${format.value(model.total, model.unit)} in all`}${selected}. Arrow keys move, Enter zooms, Escape goes back.`);
        this.figure.refreshTable();
        this.figure.surface.dirty();
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        this.boxes.draw(pen, { x: 0, y: 0, width, height }, palette);
    }

    /** The window glides: a jump would lose the reader's place. @param {{ left: number, right: number }} to */
    glide(to) {
        this.stop();
        this.gliding = false;
        const from = this.boxes.window;
        if (from.left === to.left && from.right === to.right) return this.figure.surface.dirty();
        this.gliding = true;
        this.stop = animate((t) => {
            this.gliding = t < 1;
            this.boxes.show({ left: from.left + (to.left - from.left) * t, right: from.right + (to.right - from.right) * t });
            this.figure.surface.dirty();
        });
    }

    /** A glide under way goes on: a double click selects and zooms, and the zoom is what was meant. */
    reveal() {
        const row = this.app.model.selectedRow;
        if (row < 0) return;
        const to = this.boxes.revealing(row, this.area);
        if (!this.gliding) this.glide(to);
    }

    /** @param {number} row -1 for everything */
    zoomTo(row) {
        const boxes = this.boxes.layout;
        if (!boxes) return;
        if (row < 0) this.trail = [];
        else if (this.trail.at(-1) !== row) this.trail.push(row);
        this.glide(windowOf(boxes, row));
        this.app.select({ zoom: this.app.pathOf(row) }, { replace: true });
        this.app.announce(row < 0 ? 'Whole tree' : `Zoomed to ${this.boxes.name(row)}`);
        this.describe(Boolean(this.app.model.diff));
    }

    zoomBack() {
        if (this.trail.length === 0 && this.boxes.window.left === 0 && this.boxes.window.right === 1) return false;
        this.trail.pop();
        const row = this.trail.pop() ?? -1;
        this.zoomTo(row);
        return true;
    }

    /** @param {HTMLCanvasElement} canvas */
    listen(canvas) {
        canvas.addEventListener('pointermove', (event) => this.hover(event));
        canvas.addEventListener('pointerleave', () => this.leave());
        canvas.addEventListener('pointerdown', (event) => this.grab(event));
        canvas.addEventListener('dblclick', (event) => this.zoomTo(this.under(event)));
        canvas.addEventListener('contextmenu', (event) => {
            const row = this.under(event);
            if (row < 0) return;
            event.preventDefault();
            this.app.menu(row, event.clientX, event.clientY);
        });
        canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    /** @param {MouseEvent} event */
    under(event) {
        const [x, y] = this.figure.surface.at(event);
        return this.boxes.rowAt(x, y, this.area);
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const row = this.under(event);
        if (row !== this.boxes.hovered) {
            this.boxes.hovered = row;
            this.figure.surface.canvas.style.cursor = row < 0 ? 'default' : 'pointer';
            this.figure.surface.dirty();
        }
        if (row < 0) return this.app.tooltip.hide();
        this.app.tooltip.show(event.clientX, event.clientY, this.boxes.name(row), this.facts(row));
    }

    leave() {
        this.app.tooltip.hide();
        if (this.boxes.hovered < 0) return;
        this.boxes.hovered = -1;
        this.figure.surface.dirty();
    }

    /** @param {number} row */
    facts(row) {
        const { model, format, state } = this.app;
        const tree = /** @type {Tree} */ (this.tree);
        /** @param {number} value */
        const both = (value) => format.withShare(format.value(value, model.unit), value / model.total);
        const facts = [
            { label: 'inclusive', value: both(tree.inclusive[row]) },
            { label: 'exclusive', value: both(tree.exclusive[row]) },
        ];
        if (tree.imbalance[row] > 0) facts.push({ label: 'imbalance', value: format.ratio(tree.imbalance[row]) });
        facts.push(...comparedFacts(this.app, row, 'inclusive'));
        if (tree.hidden[row] > 0) facts.push({ label: 'not shown below', value: format.counted(tree.hidden[row], 'lighter node') });
        if (hasSeveralRanks(this.app)) facts.push({ label: `over ${format.plural(placeUnit(this.app))}`, value: state.over });
        return facts;
    }

    /** A press that does not move selects; one that moves drags the picture. @param {PointerEvent} event */
    grab(event) {
        if (event.button !== 0) return;
        const canvas = this.figure.surface.canvas;
        const start = { x: event.clientX, y: event.clientY, window: this.boxes.window, scroll: this.boxes.scroll };
        let moved = false;
        canvas.setPointerCapture(event.pointerId);
        /** @param {PointerEvent} now */
        const move = (now) => {
            const [dx, dy] = [now.clientX - start.x, now.clientY - start.y];
            if (!moved && Math.hypot(dx, dy) < 4) return;
            moved = true;
            this.stop();
            const shift = (-dx / this.area.width) * (start.window.right - start.window.left);
            this.boxes.show({ left: start.window.left + shift, right: start.window.right + shift });
            this.boxes.scroll = start.scroll + (this.boxes.upward ? dy : -dy);
            this.figure.surface.dirty();
        };
        const done = () => {
            canvas.removeEventListener('pointermove', move);
            if (!moved) this.choose(this.under(event));
        };
        canvas.addEventListener('pointermove', move);
        canvas.addEventListener('pointerup', done, { once: true });
    }

    /** @param {number} row */
    choose(row) {
        if (row >= 0) this.app.select({ node: this.app.pathOf(row) });
    }

    /** Ctrl and wheel zoom around the pointer, Shift and wheel pan, the wheel alone scrolls. @param {WheelEvent} event */
    wheel(event) {
        const { boxes } = this;
        const { left, right } = boxes.window;
        if (event.ctrlKey || event.metaKey) {
            const [x] = this.figure.surface.at(event);
            this.zoomAround(left + (x / this.area.width) * (right - left), Math.exp(event.deltaY * 0.004));
        } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
            const shift = ((event.deltaX || event.deltaY) / this.area.width) * (right - left);
            boxes.show({ left: left + shift, right: right + shift });
        } else {
            const before = boxes.scroll;
            boxes.scroll += boxes.upward ? -event.deltaY : event.deltaY;
            boxes.boundScroll(this.area.height);
            // At an end the page scrolls on, as it does for every other part of it.
            if (boxes.scroll === before) return;
        }
        event.preventDefault();
        this.stop();
        this.figure.surface.dirty();
    }

    /** @param {number} at @param {number} factor */
    zoomAround(at, factor) {
        const { left, right } = this.boxes.window;
        this.boxes.show(bounded({ left: at - (at - left) * factor, right: at + (right - at) * factor }));
        this.figure.surface.dirty();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.handled(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {string} key */
    handled(key) {
        const { layout: boxes } = this.boxes;
        if (!boxes || !this.tree) return false;
        const selected = this.app.model.selectedRow;
        const { left, right } = this.boxes.window;
        if (key === 'Escape') return this.zoomBack();
        if (key === 'Enter') return this.zoomTo(selected), true;
        if (key === '0' || key === 'Home') return this.zoomTo(-1), true;
        if (ZOOM_KEYS[key]) return this.zoomAround((left + right) / 2, ZOOM_KEYS[key]), true;
        const [up, down] = this.boxes.upward ? ['in', 'out'] : ['out', 'in'];
        const way = { ArrowUp: up, ArrowDown: down, ArrowLeft: 'left', ArrowRight: 'right' }[key];
        if (!way) return false;
        this.choose(selected < 0 ? boxes.rows[0] ?? -1 : neighbour(this.tree, boxes, selected, /** @type {any} */ (way)));
        return true;
    }

    csv() {
        const { caption, head, rows } = flameTable(this.app, this.boxes, Infinity);
        return { name: caption, rows: [head, ...rows] };
    }

    svg() {
        const { width, height } = this.figure.surface;
        return drawnAsSvg((pen, w, h) => this.draw(pen, w, h), width, height, this.boxes.upward ? 'Flame graph' : 'Icicle');
    }

    resize() {
        this.figure.surface.resize();
    }
}

/** Whether rows mean the same: other ranks or another metric change values only, and a zoom stays. @param {Tree} one @param {Tree} other */
function sameShape(one, other) {
    if (one.parent === other.parent && one.frame === other.frame) return true;
    return one.length === other.length && one.frame.every((frame, row) => frame === other.frame[row] && one.parent[row] === other.parent[row]);
}

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @returns {import('../data/types.js').View}
 */
export function create(host, app) {
    return new Flame(host, app);
}
