// The tree table as an SVG picture for papers and slides.

import { svg } from '../draw/dom.js';
import { SPARK_HEIGHT, sparkPath } from './sparks.js';
import { INDENT } from './table-rows.js';

const LINE = 18;
const TOP = 30;
const NAME_WIDTH = 420;
const CELL_WIDTH = 110;
/** More lines than this are no picture any more; the CSV has them all. */
const MOST_LINES = 1000;

/**
 * @param {import('../data/types.js').App} app
 * @param {import('./columns.js').ColumnOf[]} columns
 * @param {Int32Array} rows
 * @param {import('./sparks.js').Sparks} sparks
 */
export function tablePicture(app, columns, rows, sparks) {
    const tree = /** @type {import('../data/types.js').Tree} */ (app.model.tree);
    const lines = rows.subarray(0, MOST_LINES);
    const width = NAME_WIDTH + (columns.length - 1) * CELL_WIDTH + 20;
    const height = TOP + lines.length * LINE + 12;
    const ink = app.theme.colour('ink');
    const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'system-ui, sans-serif', 'font-size': 12, fill: ink });
    picture.append(svg('rect', { width, height, fill: app.theme.colour('paper') }));
    columns.forEach((column, i) => picture.append(text(column.label, i === 0 ? 10 : right(i), 18, { 'font-weight': 600, 'text-anchor': i === 0 ? 'start' : 'end' })));
    lines.forEach((row, at) => {
        const y = TOP + at * LINE + 12;
        const hot = app.model.hot.has(row);
        picture.append(text(clipped(columns[0].text(row), tree.depth[row]), 10 + tree.depth[row] * INDENT, y, { 'font-weight': hot ? 600 : 400, fill: hot ? app.theme.colour('hot') : ink }));
        columns.forEach((column, i) => {
            if (i > 0) cell(picture, app, column, row, right(i), y, sparks);
        });
    });
    return new XMLSerializer().serializeToString(picture);
}

/** @param {number} column */
const right = (column) => NAME_WIDTH + column * CELL_WIDTH;

/** @param {string} content @param {number} x @param {number} y @param {Record<string, string | number>} [attributes] */
const text = (content, x, y, attributes = {}) => svg('text', { x, y, ...attributes }, content);

/** @param {string} name @param {number} depth */
function clipped(name, depth) {
    const room = Math.max(8, Math.floor((NAME_WIDTH - depth * INDENT) / 6.6));
    return name.length > room ? `${name.slice(0, room - 1)}…` : name;
}

/** @param {SVGElement} picture @param {import('../data/types.js').App} app @param {import('./columns.js').ColumnOf} column @param {number} row @param {number} x @param {number} y @param {import('./sparks.js').Sparks} sparks */
function cell(picture, app, column, row, x, y, sparks) {
    if (column.kind === 'spark') {
        const spark = sparks.at(row);
        if (spark) picture.append(svg('path', { d: sparkPath(spark.bins), transform: `translate(${x - 84} ${y - SPARK_HEIGHT + 3})`, fill: app.theme.colour('accent') }));
        return;
    }
    if (column.kind === 'bar') {
        const share = Math.max(0, Math.min(1, column.value(row) || 0));
        picture.append(svg('rect', { x: x - CELL_WIDTH + 14, y: y - 10, width: share * (CELL_WIDTH - 66), height: 12, fill: app.theme.sequential(share) }));
    }
    picture.append(text(column.text(row), x, y, { 'text-anchor': 'end' }));
}
