// Where the value of the selected node goes: itself and its children, the functions below it, or the values of a tag.

import { barAt, drawBars, roomFor } from './bar-list.js';
import { frameCategories } from '../draw/frame-categories.js';
import { Figure } from '../draw/figure.js';
import { paletteOf } from '../draw/palette.js';
import { comparedFacts } from '../page/compared-facts.js';
import { childParts, folded, functionParts, tagParts } from '../tree/parts.js';
import { drawnAsSvg } from '../draw/svg-pen.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../tree/parts.js').Part} Part */

const STRIP = 26;

class Distribution {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.figure = new Figure(host, 'distribution', 'Breakdown', (pen, width, height) => this.draw(pen, width, height));
        this.by = this.figure.select('Split by', (value) => this.setMode(value));
        /** @type {import('../data/types.js').Tree | null} */
        this.tree = null;
        /** @type {Part[]} */
        this.parts = [];
        this.hovered = -1;
        this.cursor = -1;
        /** @type {Map<string, { values: string[], of: Int32Array }>} tags by name, per node of the profile */
        this.tags = new Map();
        this.figure.twin = () => this.twin();
        this.listen(this.figure.surface.canvas);
    }

    /** @param {string} value */
    setMode(value) {
        this.app.select({ split: value }, { replace: true });
    }

    get mode() {
        return this.app.state.split;
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { model, state } = this.app;
        if (!model.tree || model.tree.length === 0) {
            if (model.error) return this.figure.say(model.error.error, model.error.hint, 'error');
            const loading = model.loading.size > 0;
            return this.figure.say(loading ? 'Loading …' : 'No call path matches.', '', loading ? 'loading' : 'empty');
        }
        if (this.run !== state.run) this.readTags(state.run);
        if (model.tree !== this.tree || changed.has('operations')) {
            this.tree = model.tree;
            this.kinds = frameCategories(model.tree, paletteOf(this.app).categories.length, model.operations);
        }
        this.cursor = -1;
        this.refresh();
    }

    /** Tags come with the tree as it was answered; rows of the shown tree find theirs through their nodes. @param {import('../data/types.js').RunRef} run */
    readTags(run) {
        this.run = run;
        this.tags = new Map();
        this.app.data.tree(run).then((answer) => {
            if (this.run !== run) return;
            for (const [tag, { values, of }] of Object.entries(answer.header.labels ?? {})) {
                const nodes = /** @type {Int32Array} */ (answer.columns.node);
                const byNode = new Int32Array(nodes.reduce((most, each) => Math.max(most, each), 0) + 1).fill(-1);
                nodes.forEach((node, row) => (byNode[node] = of[row] ?? -1));
                this.tags.set(tag, { values, of: byNode });
            }
            if (this.tags.size > 0) this.refresh();
        }, () => {
            // Without tags the other splits still work, and the shell tells what failed.
            this.tags = new Map();
        });
    }

    refresh() {
        const { app, tree } = this;
        if (!tree) return;
        const row = this.row(tree);
        const sums = !Number.isNaN(app.model.total);
        const tag = sums ? this.tags.get(this.mode.replace(/^tag /, '')) : undefined;
        if (this.mode === 'functions' && sums) this.parts = functionParts(tree, row, app.model.diff);
        else if (tag) this.parts = tagParts(tree, row, (at) => tag.of[tree.nodes(at)[0]] ?? -1, tag.values);
        else this.parts = childParts(tree, row, app.model.diff);
        if (!sums) this.parts = this.parts.filter((part) => part.value > 0 || (part.before ?? 0) > 0); // 0 would be a measurement
        const choices = /** @type {[string, string][]} */ ([['children', 'callees'], ...(sums ? [['functions', 'functions below'],
            ...[...this.tags.keys()].map((each) => [`tag ${each}`, `tag: ${each}`])] : [])]);
        this.by.set(choices, choices.some(([value]) => value === this.mode) ? this.mode : 'children');
        if (this.parts.every((part) => part.value === 0 && !part.before)) {
            return this.figure.say('Nothing was measured here.', 'Select another call path or metric.');
        }
        this.figure.say(null);
        this.figure.follow(app);
        const name = row < 0 ? 'the whole program' : tree.names[tree.frame[row]];
        this.figure.surface.label(`How ${name} splits: ${this.parts.slice(0, 3).map((part) => `${part.name} ${this.written(part)}`).join(', ')}. `
            + 'Arrow keys move, Enter selects.');
        const palette = paletteOf(app);
        this.figure.keys(app.model.diff ? [{ colour: palette.text, text: app.model.diff.name, kind: 'line' }] : []);
        this.figure.refreshTable();
        this.figure.surface.dirty();
    }

    /** What is split: the selection, else the only root, which alone would say nothing. @param {import('../data/types.js').Tree} tree */
    row(tree) {
        const { selectedRow } = this.app.model;
        return selectedRow < 0 && tree.length > 0 && tree.end[0] === tree.length ? 0 : selectedRow;
    }

    get total() {
        return Number.isNaN(this.app.model.total) ? NaN : this.parts.reduce((sum, part) => sum + part.value, 0);
    }

    /** @param {Part} part */
    written(part) {
        const { format, model } = this.app;
        return format.withShare(format.value(part.value, model.unit), part.value / this.total);
    }

    /** @param {Part} part @returns {import('./bar-list.js').Bar} */
    bar(part) {
        const palette = paletteOf(this.app);
        const look = part.frame < 0 ? palette.categories[0] : palette.categories[this.kinds?.of[part.frame] ?? 0];
        return { name: part.name, value: part.value, before: part.before, colour: look.fill, text: this.written(part), plain: part.row < 0 };
    }

    /** @param {number} width @param {number} height */
    area(width, height) {
        return { x: 0, y: STRIP, width, height: height - STRIP };
    }

    /** The bars that fit. @param {number} [width] @param {number} [height] */
    shown(width = this.figure.surface.width, height = this.figure.surface.height) {
        const { shown, rest } = folded(this.parts, roomFor(this.area(width, height)));
        return rest ? [...shown, rest] : shown;
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {number} height */
    draw(pen, width, height) {
        const palette = paletteOf(this.app);
        pen.fillStyle = palette.background;
        pen.fillRect(0, 0, width, height);
        const parts = this.shown(width, height);
        this.drawStrip(pen, width, parts, palette);
        const most = parts.reduce((top, part) => Math.max(top, part.value, part.before ?? 0), 0);
        drawBars(pen, this.area(width, height), parts.map((part) => this.bar(part)), { palette, hovered: this.hovered, cursor: this.cursor, most });
    }

    /** All parts on one line: shares of the whole at a glance. @param {import('../draw/canvas.js').Pen} pen @param {number} width @param {Part[]} parts @param {import('../draw/palette.js').Palette} palette */
    drawStrip(pen, width, parts, palette) {
        const { total } = this;
        let x = 0;
        parts.forEach((part, at) => {
            const wide = total > 0 ? (part.value / total) * width : 0;
            pen.fillStyle = this.bar(part).colour;
            pen.globalAlpha = this.hovered < 0 || this.hovered === at ? 1 : 0.45;
            pen.fillRect(x, 2, Math.max(0.5, wide - (wide > 3 ? 1 : 0)), STRIP - 10);
            x += wide;
        });
        pen.globalAlpha = 1;
        pen.fillStyle = palette.grid;
        pen.fillRect(0, STRIP - 4, width, 1);
    }

    /** @param {HTMLCanvasElement} canvas */
    listen(canvas) {
        canvas.addEventListener('pointermove', (event) => this.hover(event));
        canvas.addEventListener('pointerleave', () => this.hoverAt(-1));
        canvas.addEventListener('click', (event) => this.choose(this.under(event)));
        canvas.addEventListener('contextmenu', (event) => {
            const row = this.shown()[this.under(event)]?.row ?? -1;
            if (row < 0) return;
            event.preventDefault();
            this.app.menu(row, event.clientX, event.clientY);
        });
        canvas.addEventListener('keydown', (event) => this.key(event));
    }

    /** @param {MouseEvent} event */
    under(event) {
        const [x, y] = this.figure.surface.at(event);
        const { width, height } = this.figure.surface;
        const parts = this.shown();
        if (y >= STRIP) return barAt(this.area(width, height), parts.length, x, y);
        let end = 0;
        return parts.findIndex((part) => x < (end += (part.value / this.total) * width));
    }

    /** @param {number} at */
    hoverAt(at) {
        if (at < 0) this.app.tooltip.hide();
        if (at === this.hovered) return;
        this.hovered = at;
        this.figure.surface.canvas.style.cursor = (this.shown()[at]?.row ?? -1) >= 0 ? 'pointer' : 'default';
        this.figure.surface.dirty();
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const at = this.under(event);
        this.hoverAt(at);
        const part = this.shown()[at];
        if (!part) return;
        const { format, model } = this.app;
        const facts = [{ label: 'value', value: format.value(part.value, model.unit) }, { label: 'share', value: format.percent(part.value / this.total) },
            { label: 'of total', value: format.percent(part.value / model.total) }];
        if (part.before !== undefined && model.diff) {
            facts.push({ label: model.diff.name, value: format.value(part.before, model.unit) });
            facts.push({ label: 'difference', value: format.change(part.value - (part.before || 0), model.unit) });
            if (this.mode === 'children' && part.row >= 0) facts.push(...comparedFacts(this.app, part.row, 'inclusive').slice(2));
        }
        this.app.tooltip.show(event.clientX, event.clientY, part.name, facts);
    }

    /** @param {number} at */
    choose(at) {
        const row = this.shown()[at]?.row ?? -1;
        if (row >= 0) this.app.select({ node: this.app.pathOf(row) });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const count = this.shown().length;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) this.cursor = Math.max(0, Math.min(count - 1, this.cursor + step));
        else if (event.key === 'Enter' && this.cursor >= 0) this.choose(this.cursor);
        else if (event.key === 'ArrowLeft') this.outward();
        else return;
        event.preventDefault();
        event.stopPropagation();
        const part = this.shown()[this.cursor];
        if (part) this.app.announce(`${part.name}: ${this.written(part)}`);
        this.figure.surface.dirty();
    }

    /** Back to the caller, the way opposite to selecting a callee. */
    outward() {
        const { tree, app } = this;
        const row = app.model.selectedRow;
        if (tree && row >= 0) app.select({ node: app.pathOf(tree.parent[row]) });
    }

    twin() {
        const { format, model } = this.app;
        const rows = this.parts.slice(0, 50).map((part) => [part.name, format.value(part.value, model.unit), format.percent(part.value / this.total)]);
        return { caption: 'Breakdown', head: ['part', 'value', 'share'], rows };
    }

    csv() {
        const { model } = this.app;
        const head = ['part', `value (${model.unit})`, 'share', ...(model.diff ? [`${model.diff.name} (${model.unit})`] : [])];
        const rows = this.parts.map((part) => [part.name, String(part.value), String(part.value / this.total), ...(model.diff ? [String(part.before ?? NaN)] : [])]);
        return { name: 'distribution', rows: [head, ...rows] };
    }

    svg() {
        const { width, height } = this.figure.surface;
        return drawnAsSvg((pen, w, h) => this.draw(pen, w, h), width, height, 'Breakdown');
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
    return new Distribution(host, app);
}
