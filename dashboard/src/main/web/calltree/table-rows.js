// Row elements of the tree table, used again and again while it scrolls.

import { notedRows } from '../tree/notes.js';
import { make, setText, svg } from '../draw/dom.js';
import { visibleInLines } from '../draw/visible.js';
import { placeUnit } from '../page/chips.js';
import { presence } from '../page/compared-facts.js';
import { matchesBelow } from '../tree/transform.js';
import { childrenOf } from '../tree/tree.js';
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from './sparks.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Tree} Tree */
/** @typedef {import('./columns.js').ColumnOf} ColumnOf */

export const ROW_HEIGHT = 22;
export const INDENT = 14;
const DEEPEST_INDENT = 40;

/** @typedef {{element: HTMLElement, cells: HTMLElement[], row: number}} Line */

let tables = 0;

export class RowPool {
    /** @param {HTMLElement} host @param {App} app @param {import('./sparks.js').Sparks} sparks */
    constructor(host, app, sparks) {
        this.host = host;
        this.app = app;
        this.sparks = sparks;
        /** @type {Line[]} */
        this.lines = [];
        this.layout = '';
        this.id = `tree${tables++}`;
    }

    /** @param {number} row */
    idOf(row) {
        const line = row < 0 ? undefined : this.lines.find((line) => line.row === row);
        return line ? line.element.id : null;
    }

    /** @param {Int32Array} rows @param {number} first @param {ColumnOf[]} columns @param {Uint8Array} open */
    draw(rows, first, columns, open) {
        const layout = columns.map(({ key }) => key).join();
        if (layout !== this.layout) {
            this.layout = layout;
            this.lines = [];
            this.host.replaceChildren();
        }
        while (this.lines.length < rows.length) this.#add(columns);
        while (this.lines.length > rows.length) this.lines.pop()?.element.remove();
        const most = columns.some(({ kind }) => kind === 'diffbar') ? this.#largestChange(columns) : 0;
        this.lines.forEach((line, at) => this.#fill(line, rows[at], first + at, columns, open, most));
    }

    /** Root rows change the most, as a rule; smaller bars compare with them. @param {ColumnOf[]} columns */
    #largestChange(columns) {
        const tree = /** @type {Tree} */ (this.app.model.tree);
        const column = /** @type {ColumnOf} */ (columns.find(({ kind }) => kind === 'diffbar'));
        let most = 0;
        for (let row = 0; row < tree.length; row++) most = Math.max(most, Math.abs(column.value(row)) || 0);
        return most;
    }

    /** @param {ColumnOf[]} columns */
    #add(columns) {
        const cells = columns.map((column) => this.#cell(column));
        const element = make('div', { class: 'row', role: 'row', id: `${this.id}-${this.lines.length}` }, ...cells);
        this.host.append(element);
        this.lines.push({ element, cells, row: -1 });
    }

    /** @param {ColumnOf} column */
    #cell({ kind }) {
        const cell = make('div', { class: `cell ${kind}`, role: kind === 'name' ? 'rowheader' : 'gridcell' });
        if (kind === 'name') {
            cell.append(make('span', { class: 'twist', 'aria-hidden': 'true' }));
            for (const part of ['frame-name', 'presence', 'note-mark', 'frame-place', 'left-out', 'found-inside']) cell.append(make('span', { class: part }));
        }
        if (kind === 'bar' || kind === 'diffbar') {
            cell.append(make('span', { class: 'bar-track', 'aria-hidden': 'true' }, make('span', { class: 'bar-fill' })), make('span', { class: 'bar-text' }));
        }
        if (kind === 'spark') cell.append(svg('svg', { width: SPARK_WIDTH, height: SPARK_HEIGHT, class: 'spark-picture', role: 'img' }, svg('path')));
        return cell;
    }

    /** @param {Line} line @param {number} row @param {number} at @param {ColumnOf[]} columns @param {Uint8Array} open @param {number} most */
    #fill(line, row, at, columns, open, most) {
        const { model } = this.app;
        const tree = /** @type {Tree} */ (model.tree);
        const { element } = line;
        const inner = hasRowsBelow(this.app, tree, row);
        line.row = row;
        element.dataset.row = String(row);
        element.className = classes(this.app, row, at);
        element.setAttribute('aria-level', String(tree.depth[row] + 1));
        element.setAttribute('aria-rowindex', String(at + 2));
        element.setAttribute('aria-selected', String(row === model.selectedRow));
        if (inner) element.setAttribute('aria-expanded', String(open[row] === 1));
        else element.removeAttribute('aria-expanded');
        columns.forEach((column, i) => {
            const cell = line.cells[i];
            if (column.kind === 'name') fillName(cell, tree, row, inner, open[row] === 1, this.app);
            else if (column.kind === 'bar') fillBar(cell, column, row, this.app);
            else if (column.kind === 'diffbar') fillDiff(cell, column, row, most, this.app);
            else if (column.kind === 'spark') fillSpark(cell, this.sparks, row, this.app);
            else setText(cell, column.text(row));
        });
    }
}

/** Whether a row can be opened: a threshold may leave nothing below it. @param {App} app @param {Tree} tree @param {number} row */
export function hasRowsBelow({ model }, tree, row) {
    return tree.end[row] - row - 1 > 0 && !(model.kept && childrenOf(tree, row).every((child) => !model.kept?.mask[child]));
}

/** @param {App} app @param {number} row @param {number} at */
function classes({ model }, row, at) {
    let names = at % 2 ? 'row odd' : 'row';
    if (row === model.selectedRow) names += ' selected';
    if (model.hot.has(row)) names += ' hot';
    if (model.found) names += model.found.mask[row] ? ' found' : ' other';
    return names;
}

/** @param {HTMLElement} cell @param {Tree} tree @param {number} row @param {boolean} inner @param {boolean} open @param {App} app */
function fillName(cell, tree, row, inner, open, app) {
    const [twist, name, only, mark, place, leftOut, inside] = /** @type {HTMLElement[]} */ ([...cell.children]);
    cell.style.paddingLeft = `${6 + Math.min(tree.depth[row], DEEPEST_INDENT) * INDENT}px`;
    twist.className = inner ? (open ? 'twist open' : 'twist closed') : 'twist none';
    const text = tree.names[tree.frame[row]];
    const { file, line } = tree.facts(row);
    const where = file ? app.format.place(file, line) : '';
    setText(name, text);
    setText(only, presence(app.model, row));
    setText(place, text.includes(where) ? '' : where);
    const note = notedRows(tree, app.state.notes).get(row) ?? '';
    setText(mark, note ? '✎' : '');
    mark.title = visibleInLines(note);
    if (note) mark.setAttribute('aria-label', visibleInLines(`Note: ${note}`));
    else mark.removeAttribute('aria-label');
    const { found } = app.model;
    const count = found && inner && !open ? matchesBelow(tree, found.matches, row) : 0;
    setText(inside, count > 0 ? app.format.counted(count, 'match', 'matches') : '');
    const smaller = tree.hidden[row] + (app.model.kept?.below[row] ?? 0);
    setText(leftOut, smaller > 0 ? `+ ${app.format.whole(smaller)} smaller` : '');
}

/** @param {HTMLElement} cell @param {ColumnOf} column @param {number} row @param {App} app */
function fillBar(cell, column, row, app) {
    const share = column.value(row);
    const fill = /** @type {HTMLElement} */ (cell.firstElementChild?.firstElementChild);
    fill.style.width = `${Math.max(0, Math.min(1, share || 0)) * 100}%`;
    fill.style.background = app.theme.sequential(share || 0);
    setText(/** @type {HTMLElement} */ (cell.lastElementChild), column.text(row));
}

/** @param {HTMLElement} cell @param {ColumnOf} column @param {number} row @param {number} most @param {App} app */
function fillDiff(cell, column, row, most, app) {
    const share = most > 0 ? column.value(row) / most || 0 : 0;
    const fill = /** @type {HTMLElement} */ (cell.firstElementChild?.firstElementChild);
    fill.style.width = `${Math.abs(share) * 50}%`;
    fill.style.marginLeft = share < 0 ? `${50 + share * 50}%` : '50%';
    fill.style.background = app.theme.diff(share < 0 ? -1 : 1);
    setText(/** @type {HTMLElement} */ (cell.lastElementChild), column.text(row));
}

/** @param {HTMLElement} cell @param {import('./sparks.js').Sparks} sparks @param {number} row @param {App} app */
function fillSpark(cell, sparks, row, app) {
    const picture = /** @type {SVGElement} */ (cell.firstElementChild);
    const spark = sparks.at(row);
    picture.firstElementChild?.setAttribute('d', spark ? sparkPath(spark.bins) : '');
    const { unit } = app.model;
    picture.setAttribute('aria-label', spark ? `${app.format.plural(placeUnit(app))} from ${app.format.value(spark.min, unit)} to ${app.format.value(spark.max, unit)}` : sparks.missing || 'no histogram');
}
