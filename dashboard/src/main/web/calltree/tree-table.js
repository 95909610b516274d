// The call tree as a table. Only rows in sight are in the page, so that 100,000 of them scroll as fast as ten.

import { notedRows } from '../tree/notes.js';
import { columnsOf, orderBy, sheetOf, sortColumn } from './columns.js';
import { make } from '../draw/dom.js';
import { keepRevealed, openBelow, setOpen, ShownRows } from '../tree/open-rows.js';
import { transformRow } from './row-menu.js';
import { RowPool, ROW_HEIGHT } from './table-rows.js';
import { tablePicture } from './table-picture.js';
import { Sparks } from './sparks.js';
import { treeKey } from './tree-keys.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Tree} Tree */

const HEAD_HEIGHT = 26;
/** A column of another metric, and the room that all others need beside some of these. */
const MORE_WIDTH = 124;
const LEAST_WIDTH = 690;
/** Rows that a printed page may hold. */
const MOST_PRINTED = 400;

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    return new TreeTable(host, app);
}

class TreeTable {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.head = make('div', { class: 'table-head', role: 'row' });
        this.rows = make('div', { class: 'table-rows', role: 'rowgroup' });
        this.space = make('div', { class: 'table-space', role: 'presentation' }, this.rows);
        this.grid = make('div', { class: 'table', role: 'treegrid', tabIndex: 0, 'aria-label': 'Call tree' }, make('div', { role: 'rowgroup', class: 'table-head-group' }, this.head), this.space);
        host.append(this.grid);
        this.sparks = new Sparks(app, () => this.draw());
        this.pool = new RowPool(this.rows, app, this.sparks);
        /** @type {import('./columns.js').ColumnOf[]} */
        this.columns = [];
        this.shown = new ShownRows();
        this.printing = false;
        /** of the tree that is drawn */
        this.generation = 0;
        this.grid.addEventListener('scroll', () => this.draw(), { passive: true });
        this.grid.addEventListener('keydown', (event) => this.key(event));
        this.rows.addEventListener('click', (event) => this.click(event));
        this.rows.addEventListener('dblclick', (event) => this.zoom(event));
        this.rows.addEventListener('contextmenu', (event) => this.menu(event));
        this.rows.addEventListener('mousemove', (event) => this.hover(event));
        this.rows.addEventListener('mouseleave', () => app.tooltip.hide());
        addEventListener('beforeprint', () => this.print(true));
        addEventListener('afterprint', () => this.print(false));
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { tree } = this.app.model;
        if (!tree) return;
        const { sort } = this.app.state;
        this.columns = columnsOf(this.app, tree);
        const by = sortColumn(this.columns, sort);
        const before = this.placeOfSelected();
        this.shown.update(this.app, tree, by.key, () => orderBy(tree, by, sort.descending));
        this.drawHead();
        this.space.style.height = `${this.visible.length * ROW_HEIGHT}px`;
        this.grid.setAttribute('aria-rowcount', String(this.visible.length + 1));
        this.grid.setAttribute('aria-colcount', String(this.columns.length));
        const refreshed = this.generation !== this.app.model.generation;
        this.generation = this.app.model.generation;
        if (refreshed && !changed.has('node')) this.keepPlace(before);
        else if (changed.has('node') || changed.has('tree')) this.reveal();
        this.draw();
        keepRevealed(this.app, this.open);
    }

    get visible() {
        return this.shown.visible;
    }

    get open() {
        return this.shown.open;
    }

    resize() {
        this.draw();
    }

    drawHead() {
        const { sort } = this.app.state;
        const by = sortColumn(this.columns, sort).key;
        const key = JSON.stringify([this.columns.map(({ label, title }) => [label, title]), sort, by]);
        if (this.head.dataset.key === key) return;
        this.head.dataset.key = key;
        const more = this.columns.filter(({ unit }) => unit !== undefined).length;
        this.grid.dataset.columns = this.columns.slice(0, this.columns.length - more).map(({ kind }) => kind).join(' ');
        this.grid.style.setProperty('--beside', more > 0 ? `repeat(${more}, ${MORE_WIDTH}px)` : '');
        this.grid.style.setProperty('--narrowest', more > 0 ? `${LEAST_WIDTH + more * MORE_WIDTH}px` : '0');
        this.head.replaceChildren(
            ...this.columns.map((column) => {
                const sorted = column.key === by;
                const mark = sorted ? (sort.descending ? ' ▾' : ' ▴') : '';
                const press = () => this.sortBy(column.key, column.kind === 'name');
                return make(
                    'div',
                    { role: 'columnheader', class: `cell ${column.kind}`, 'aria-sort': sorted ? (sort.descending ? 'descending' : 'ascending') : 'none', title: column.title },
                    make('button', { type: 'button', class: 'sort', onclick: press }, `${column.label}${mark}`),
                );
            }),
        );
    }

    /** @param {string} column @param {boolean} ascendingFirst */
    sortBy(column, ascendingFirst) {
        const { sort } = this.app.state;
        const again = sortColumn(this.columns, sort).key === column;
        const descending = again ? !sort.descending : !ascendingFirst;
        this.app.select({ sort: { column, descending } });
    }

    /** Where the selected row is, in pixels below the upper edge; NaN if it is not in sight. */
    placeOfSelected() {
        const element = this.rows.querySelector('.row.selected');
        const at = element instanceof HTMLElement ? Number(element.getAttribute('aria-rowindex')) - 2 : NaN;
        const place = at * ROW_HEIGHT - this.grid.scrollTop;
        return place >= 0 && place < this.grid.clientHeight - HEAD_HEIGHT ? place : NaN;
    }

    /** New values may move rows: the selected row stays where the reader saw it. @param {number} place */
    keepPlace(place) {
        const at = this.visible.indexOf(this.app.model.selectedRow);
        if (at >= 0 && !Number.isNaN(place)) this.grid.scrollTop = at * ROW_HEIGHT - place;
    }

    /** Scrolls the selected row into sight, by a row if it is next to the edge and to the middle if it is far away. */
    reveal() {
        const at = this.visible.indexOf(this.app.model.selectedRow);
        if (at < 0) return;
        const top = at * ROW_HEIGHT;
        const room = this.grid.clientHeight - HEAD_HEIGHT;
        const [above, below] = [this.grid.scrollTop - top, top + ROW_HEIGHT - this.grid.scrollTop - room];
        if (above > room || below > room / 2) this.grid.scrollTop = top - (room - ROW_HEIGHT) / 2;
        else if (above > 0) this.grid.scrollTop = top;
        else if (below > 0) this.grid.scrollTop = top + ROW_HEIGHT - room;
    }

    draw() {
        const { tree } = this.app.model;
        if (!tree) return;
        const first = this.printing ? 0 : Math.max(0, Math.floor(this.grid.scrollTop / ROW_HEIGHT) - 2);
        const count = this.printing ? MOST_PRINTED : Math.ceil(this.grid.clientHeight / ROW_HEIGHT) + 4;
        const last = Math.min(this.visible.length, first + count);
        this.rows.style.transform = this.printing ? 'none' : `translateY(${first * ROW_HEIGHT}px)`;
        this.pool.draw(this.visible.subarray(first, last), first, this.columns, this.open);
        const active = this.pool.idOf(this.app.model.selectedRow);
        if (active) this.grid.setAttribute('aria-activedescendant', active);
        else this.grid.removeAttribute('aria-activedescendant');
    }

    /** @param {boolean} printing */
    print(printing) {
        this.printing = printing;
        this.draw();
    }

    /** @param {Event} event */
    rowAt(event) {
        const element = event.target instanceof Element ? event.target.closest('.row') : null;
        return element instanceof HTMLElement ? Number(element.dataset.row) : -1;
    }

    /** @param {MouseEvent} event */
    click(event) {
        const row = this.rowAt(event);
        if (row < 0) return;
        if (event.target instanceof Element && event.target.closest('.twist')) {
            if (event.altKey || event.shiftKey) openBelow(this.app, this.open, row);
            else setOpen(this.app, this.open, row, !this.open[row]);
            return;
        }
        this.app.select({ node: this.app.pathOf(row) });
    }

    /** @param {MouseEvent} event */
    zoom(event) {
        const row = this.rowAt(event);
        if (row >= 0 && !(event.target instanceof Element && event.target.closest('.twist'))) transformRow(this.app, row, 'focus', false);
    }

    /** @param {MouseEvent} event */
    menu(event) {
        const row = this.rowAt(event);
        if (row < 0) return;
        event.preventDefault();
        this.app.select({ node: this.app.pathOf(row) });
        this.app.menu(row, event.clientX, event.clientY);
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const row = this.rowAt(event);
        if (row < 0) return this.app.tooltip.hide();
        const facts = this.columns.filter(({ kind }) => kind !== 'name' && kind !== 'spark').map((column) => ({ label: column.label, value: column.text(row) }));
        const { file, line } = /** @type {Tree} */ (this.app.model.tree).facts(row);
        if (file) facts.push({ label: 'Source', value: line > 0 ? `${file}:${line}` : file });
        const spark = this.columns.some(({ kind }) => kind === 'spark') ? this.sparks.at(row) : null;
        if (spark) {
            const { format, model } = this.app;
            facts.push({ label: 'Spread', value: `${format.value(spark.min, model.unit)} to ${format.value(spark.max, model.unit)}` });
        }
        const note = notedRows(/** @type {Tree} */ (this.app.model.tree), this.app.state.notes).get(row);
        if (note) facts.push({ label: 'Note', value: note });
        this.app.tooltip.show(event.clientX, event.clientY, this.columns[0].text(row), facts);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.target !== this.grid) return;
        const page = Math.max(1, Math.floor(this.grid.clientHeight / ROW_HEIGHT) - 2);
        treeKey(this.app, event, { visible: this.visible, open: this.open, page, menu: (row) => this.menuAt(row) });
    }

    /** @param {number} row */
    menuAt(row) {
        const at = this.visible.indexOf(row);
        const { left, top } = this.grid.getBoundingClientRect();
        this.app.menu(row, left + 120, top + HEAD_HEIGHT + (at + 1) * ROW_HEIGHT - this.grid.scrollTop);
    }

    get csvOf() {
        return 'Open rows';
    }

    csv() {
        return sheetOf(this.app, this.visible);
    }

    svg() {
        return tablePicture(this.app, this.columns, this.visible, this.sparks);
    }
}
