// The call tree as boxes and links, coloured by share of the total. Only what is in sight is in the page.

import { notedRows } from '../tree/notes.js';
import { columnsOf, orderBy, sheetOf, sortColumn } from './columns.js';
import { BOLD, FONT, SMALL, fit, measure } from '../draw/canvas.js';
import { make, svg } from '../draw/dom.js';
import { BOX, boxOf, firstAt, leavingBelow, leftOf, nodeLayout } from './node-layout.js';
import { keepRevealed, setOpen, ShownRows } from '../tree/open-rows.js';
import { transformRow } from './row-menu.js';
import { hasRowsBelow } from './table-rows.js';
import { treeKey } from './tree-keys.js';
import { presence } from '../page/compared-facts.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Tree} Tree */

const MOST_DRAWN = 4000;
const THICKEST = 6;
/** Smaller than this, names cannot be read: the rest is scrolled to. */
const SMALLEST = 0.65;
const SMALLEST_FITTED = 0.15;
const LARGEST = 3;
const ZOOM_STEP = 1.25;
/** Pixels per character: measuring every name of a large tree takes too long. */
const LETTER = 7;
const BOLD_LETTER = 7.7;
const HANDLE = 9;

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    return new NodeLink(host, app);
}

class NodeLink {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.picture = svg('svg', { role: 'none' });
        this.scroller = make('div', { class: 'nodelink', role: 'tree', tabIndex: 0, 'aria-label': 'Call tree' }, this.picture);
        this.fit = make('button', { type: 'button', class: 'button small nodelink-fit', title: 'All of it in the window', onclick: () => this.toggleFit() }, 'Fit');
        host.append(this.scroller, this.fit);
        this.fitted = false;
        /** @type {number | null} a scale that the reader chose */
        this.zoomed = null;
        this.generation = 0;
        this.scale = 1;
        this.room = 0;
        this.shown = new ShownRows();
        /** @type {import('./node-layout.js').Layout | null} */
        this.layout = null;
        this.most = 0;
        this.scroller.addEventListener('scroll', () => this.draw(), { passive: true });
        this.scroller.addEventListener('keydown', (event) => this.key(event));
        this.scroller.addEventListener('click', (event) => this.click(event));
        this.scroller.addEventListener('dblclick', (event) => {
            const row = this.rowAt(event);
            if (row >= 0 && !isHandle(event)) transformRow(app, row, 'focus', false);
        });
        this.scroller.addEventListener('contextmenu', (event) => {
            const row = this.rowAt(event);
            if (row < 0) return;
            event.preventDefault();
            app.menu(row, event.clientX, event.clientY);
        });
        this.scroller.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        this.scroller.addEventListener('pointerdown', (event) => this.pan(event));
        this.scroller.addEventListener('mousemove', (event) => this.hover(event));
        this.scroller.addEventListener('mouseleave', () => app.tooltip.hide());
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { tree, diff } = this.app.model;
        if (!tree) return;
        const { sort } = this.app.state;
        const columns = columnsOf(this.app, tree);
        const by = sortColumn(columns, sort);
        const before = this.shown.visible;
        this.shown.update(this.app, tree, by.key, () => orderBy(tree, by, sort.descending));
        if (this.shown.visible !== before || !this.layout) this.place(tree);
        this.most = 0;
        if (diff) for (const row of this.shown.visible) this.most = Math.max(this.most, Math.abs(this.change(row)));
        const refreshed = this.generation !== this.app.model.generation;
        this.generation = this.app.model.generation;
        if (changed.has('node') || changed.has('view') || (changed.has('tree') && !refreshed)) this.reveal();
        this.draw();
        keepRevealed(this.app, this.open);
    }

    get open() {
        return this.shown.open;
    }

    resize() {
        const { tree } = this.app.model;
        if (tree && this.scroller.clientWidth !== this.room) this.place(tree);
        else this.zoom();
        this.draw();
    }

    /** @param {Tree} tree */
    place(tree) {
        this.room = this.scroller.clientWidth;
        this.layout = nodeLayout(tree, this.shown.visible, (row) => this.wanted(tree, row), this.room || Infinity);
        this.zoom();
    }

    /** The width of a box that has its whole name. @param {Tree} tree @param {number} row */
    wanted(tree, row) {
        const letter = this.app.model.hot.has(row) ? BOLD_LETTER : LETTER;
        const mark = notedRows(tree, this.app.state.notes).has(row) ? 18 : 0;
        return 34 + mark + tree.names[tree.frame[row]].length * letter + measure(this.app.model.diff ? '+000 ms' : '100.0 %', SMALL);
    }

    /** Ctrl and the wheel zoom at the pointer. @param {WheelEvent} event */
    wheel(event) {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const { left, top } = this.scroller.getBoundingClientRect();
        this.zoomBy(Math.exp(-event.deltaY * 0.0015), event.clientX - left, event.clientY - top);
    }

    /** The point stays where it is. @param {number} factor @param {number} [x] in the window @param {number} [y] */
    zoomBy(factor, x = this.scroller.clientWidth / 2, y = this.scroller.clientHeight / 2) {
        const before = this.scale;
        this.zoomed = Math.max(SMALLEST_FITTED, Math.min(LARGEST, before * factor));
        this.fitted = false;
        this.zoom();
        this.scroller.scrollLeft = ((this.scroller.scrollLeft + x) * this.scale) / before - x;
        this.scroller.scrollTop = ((this.scroller.scrollTop + y) * this.scale) / before - y;
        this.draw();
    }

    /** Dragging the background moves the tree. @param {PointerEvent} event */
    pan(event) {
        if (event.button !== 0 || this.rowAt(event) >= 0 || event.pointerType === 'touch') return;
        let { clientX: x, clientY: y } = event;
        /** @param {PointerEvent} moved */
        const move = (moved) => {
            this.scroller.scrollBy(x - moved.clientX, y - moved.clientY);
            [x, y] = [moved.clientX, moved.clientY];
        };
        const stop = () => removeEventListener('pointermove', move);
        addEventListener('pointermove', move);
        addEventListener('pointerup', stop, { once: true });
    }

    toggleFit() {
        this.zoomed = null;
        this.fitted = !this.fitted;
        this.zoom();
        this.reveal();
        this.draw();
    }

    /** A deep tree becomes smaller, so that its hot path is in the window; "Fit" shows all of it. */
    zoom() {
        const { layout, scroller } = this;
        if (!layout || scroller.clientWidth === 0) return;
        const across = scroller.clientWidth / layout.width;
        const down = scroller.clientHeight / layout.height;
        this.scale = this.zoomed ?? Math.min(1, this.fitted ? Math.max(SMALLEST_FITTED, Math.min(across, down)) : Math.max(SMALLEST, across));
        this.fit.setAttribute('aria-pressed', String(this.fitted));
        this.picture.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
        this.picture.setAttribute('width', String(layout.width * this.scale));
        this.picture.setAttribute('height', String(layout.height * this.scale));
    }

    /** @param {number} row */
    change(row) {
        const { tree, diff } = this.app.model;
        return ((tree?.inclusive[row] ?? 0) || 0) - ((diff?.inclusive[row] ?? 0) || 0);
    }

    /** @param {number} row */
    share(row) {
        const { tree, total } = this.app.model;
        const values = this.app.state.scope === 'inclusive' ? tree?.inclusive : tree?.exclusive;
        return (values?.[row] ?? 0) / total || 0;
    }

    reveal() {
        const { tree, selectedRow } = this.app.model;
        const place = this.layout?.at.get(selectedRow);
        if (place === undefined || !tree || !this.layout) return;
        const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.scroller;
        const { scale } = this;
        const [y, down] = [this.layout.y[place] * scale, BOX.down * scale];
        const [x, width] = [leftOf(this.layout, tree, selectedRow) * scale, boxOf(this.layout, selectedRow) * scale];
        if (y - down < scrollTop || y + down > scrollTop + clientHeight) this.scroller.scrollTop = y - clientHeight / 2;
        if (x < scrollLeft || x + width + 20 > scrollLeft + clientWidth) this.scroller.scrollLeft = x - clientWidth / 2 + width / 2;
    }

    draw() {
        const { layout } = this;
        if (!layout) return;
        const { scrollTop, clientHeight } = this.scroller;
        const { scale } = this;
        const parts = this.parts(layout, scrollTop / scale - BOX.down, (scrollTop + clientHeight) / scale + BOX.down);
        this.picture.replaceChildren(...parts);
        const place = layout.at.get(this.app.model.selectedRow);
        const shown = place !== undefined && this.picture.querySelector(`#node-${this.app.model.selectedRow}`);
        if (shown) this.scroller.setAttribute('aria-activedescendant', `node-${this.app.model.selectedRow}`);
        else this.scroller.removeAttribute('aria-activedescendant');
    }

    /**
     * Links first, so that boxes cover their ends. Rows come in the order of their lines, so what is in sight is a range of them.
     * @param {import('./node-layout.js').Layout} layout
     * @param {number} top
     * @param {number} bottom
     */
    parts(layout, top, bottom) {
        const tree = /** @type {Tree} */ (this.app.model.tree);
        const first = firstAt(layout.y, top);
        const last = Math.min(firstAt(layout.y, bottom), first + MOST_DRAWN);
        /** @type {SVGElement[]} */
        const links = [];
        /** @type {SVGElement[]} */
        const boxes = [];
        for (let place = first; place < last; place++) {
            const row = layout.rows[place];
            if (tree.parent[row] >= 0) links.push(this.linkTo(layout, tree, place));
            boxes.push(this.box(layout, tree, row, layout.y[place]));
        }
        for (const place of leavingBelow(tree, layout.rows, last)) links.push(this.linkTo(layout, tree, place));
        return [svg('g', { role: 'none' }, ...links), svg('g', { role: 'none' }, ...boxes)];
    }

    /** @param {import('./node-layout.js').Layout} layout @param {Tree} tree @param {number} place */
    linkTo(layout, tree, place) {
        const row = layout.rows[place];
        const caller = layout.at.get(tree.parent[row]);
        return this.link(layout, tree, row, layout.y[caller ?? place], layout.y[place]);
    }

    /** @param {import('./node-layout.js').Layout} layout @param {Tree} tree @param {number} row @param {number} from @param {number} to */
    link(layout, tree, row, from, to) {
        const x = leftOf(layout, tree, tree.parent[row]) + boxOf(layout, tree.parent[row]);
        const end = leftOf(layout, tree, row);
        const bend = end - BOX.link; // boxes of one depth have several widths, their links bend at one place
        const middle = end - BOX.link / 2;
        const hot = this.app.model.hot.has(row);
        const down = leftOf(layout, tree, tree.parent[row]) + 10;
        return svg('path', {
            d: layout.down ? `M${down} ${from + BOX.height / 2}V${to}H${end}` : `M${x} ${from}H${bend}C${middle} ${from} ${middle} ${to} ${end} ${to}`,
            fill: 'none',
            stroke: this.app.theme.colour(hot ? 'hot-soft' : 'line-strong'),
            'stroke-width': Math.max(1, this.share(row) * THICKEST).toFixed(2),
        });
    }

    /** @param {import('./node-layout.js').Layout} layout @param {Tree} tree @param {number} row @param {number} y */
    box(layout, tree, row, y) {
        const { model, theme, format } = this.app;
        const x = leftOf(layout, tree, row);
        const width = boxOf(layout, row);
        const share = this.share(row);
        const change = this.most > 0 ? this.change(row) / this.most : 0;
        const [fill, ink] = model.diff ? [theme.diff(change), theme.diffInk(change)] : [theme.sequential(share), theme.sequentialInk(share)];
        const name = tree.names[tree.frame[row]];
        const only = presence(model, row);
        const value = model.diff ? `${only && `${only} `}${format.change(this.change(row), model.unit)}` : Number.isNaN(model.total) ? format.value(model.tree?.inclusive[row] ?? NaN, model.unit) : format.percent(share);
        const inner = hasRowsBelow(this.app, tree, row);
        // the name has what the number leaves; the tooltip has it whole
        const right = inner ? 11 : 6;
        const noted = notedRows(tree, this.app.state.notes).has(row);
        const clipped = fit(name, width - 7 - 8 - right - measure(value, SMALL) - (noted ? 16 : 0), model.hot.has(row) ? BOLD : FONT);
        const selected = row === model.selectedRow;
        const group = svg('g', {
            class: 'node',
            id: `node-${row}`,
            'data-row': row,
            role: 'treeitem',
            'aria-level': tree.depth[row] + 1,
            'aria-selected': String(selected),
            'aria-expanded': inner ? String(this.open[row] === 1) : undefined,
            'aria-label': `${name}, ${value}`,
            opacity: model.found && !model.found.mask[row] ? 0.45 : undefined,
        });
        group.append(
            svg('rect', { x, y: y - BOX.height / 2, width, height: BOX.height, rx: 3, fill, ...this.outline(row, selected) }),
            svg('text', { x: x + 7, y: y + 4, fill: ink, 'font-size': 12, 'font-weight': model.hot.has(row) ? 600 : 400 }, noted ? `✎ ${clipped}` : clipped),
            svg('text', { x: x + width - right, y: y + 4, fill: ink, 'font-size': 11, 'text-anchor': 'end' }, value),
        );
        if (inner) group.append(...this.handle(x + width + 1, y, this.open[row] === 1));
        return group;
    }

    /** @param {number} row @param {boolean} selected */
    outline(row, selected) {
        const { model, theme } = this.app;
        if (selected) return { stroke: theme.colour('accent'), 'stroke-width': 3 };
        if (model.found?.mask[row]) return { stroke: theme.colour('found-line'), 'stroke-width': 2 };
        if (model.hot.has(row)) return { stroke: theme.colour('hot-soft'), 'stroke-width': 2 };
        return { stroke: theme.colour('line-strong'), 'stroke-width': 1 };
    }

    /** A round handle with plus or minus. @param {number} x @param {number} y @param {boolean} open */
    handle(x, y, open) {
        const { theme } = this.app;
        const line = `M${x - 4} ${y}h8${open ? '' : `M${x} ${y - 4}v8`}`;
        return [
            svg('circle', { class: 'handle', cx: x, cy: y, r: HANDLE - 2, fill: theme.colour('paper'), stroke: theme.colour('line-strong') }),
            svg('path', { d: line, stroke: theme.colour('ink'), 'stroke-width': 1.3, fill: 'none', 'pointer-events': 'none' }),
        ];
    }

    /** @param {Event} event */
    rowAt(event) {
        const element = event.target instanceof Element ? event.target.closest('.node') : null;
        return element ? Number(element.getAttribute('data-row')) : -1;
    }

    /** @param {MouseEvent} event */
    click(event) {
        const row = this.rowAt(event);
        if (row < 0) return;
        if (isHandle(event)) setOpen(this.app, this.open, row, !this.open[row]);
        else this.app.select({ node: this.app.pathOf(row) });
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const { tree } = this.app.model;
        const row = this.rowAt(event);
        if (row < 0 || !tree) return this.app.tooltip.hide();
        const facts = columnsOf(this.app, tree).filter(({ kind }) => kind !== 'name' && kind !== 'spark').map((column) => ({ label: column.label, value: column.text(row) }));
        const note = notedRows(tree, this.app.state.notes).get(row);
        if (note) facts.push({ label: 'Note', value: note });
        this.app.tooltip.show(event.clientX, event.clientY, tree.names[tree.frame[row]], facts);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (!this.layout) return;
        const factor = { '+': ZOOM_STEP, '-': 1 / ZOOM_STEP }[event.key];
        if (event.key === '0' || factor) event.preventDefault();
        if (event.key === '0') return this.toggleFit();
        if (factor) return this.zoomBy(factor);
        treeKey(this.app, event, { visible: this.layout.rows, open: this.open, page: 10, menu: (row) => this.menuAt(row) });
    }

    /** @param {number} row */
    menuAt(row) {
        const box = this.picture.querySelector(`#node-${row}`)?.getBoundingClientRect();
        if (box) this.app.menu(row, box.left, box.bottom + 2);
    }

    get csvOf() {
        return 'Open rows';
    }

    csv() {
        return sheetOf(this.app, this.layout?.rows ?? []);
    }

    svg() {
        const { layout } = this;
        if (!layout) return '<svg xmlns="http://www.w3.org/2000/svg"/>';
        const { width, height } = layout;
        const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'system-ui, sans-serif' });
        picture.append(svg('rect', { width, height, fill: this.app.theme.colour('paper') }), ...this.parts(layout, -Infinity, Infinity));
        return new XMLSerializer().serializeToString(picture);
    }
}

/** @param {Event} event */
const isHandle = (event) => event.target instanceof Element && event.target.classList.contains('handle');
