// The numbers behind the boxes: the heaviest ones for screen readers, all of them for export.

import { pText, presence, relative } from '../page/compared-facts.js';

const SHOWN = 50;

/**
 * @param {import('../data/types.js').App} app
 * @param {import('./flame-boxes.js').Boxes} boxes
 * @param {number} [most] Infinity: every row, with plain numbers that programs read
 */
export function flameTable(app, boxes, most = SHOWN) {
    const { model, format } = app;
    const { tree, diff, unit } = model;
    const caption = boxes.upward ? 'flame graph' : 'icicle';
    const plain = most === Infinity;
    /** @param {number} value */
    const write = (value) => (plain ? String(value) : format.value(value, unit));
    const head = ['call path', `inclusive${plain ? ` (${unit})` : ''}`, `exclusive${plain ? ` (${unit})` : ''}`, 'share'];
    if (diff) head.push(diff.name, 'difference', 'only one has it');
    const tests = diff?.tests.inclusive;
    if (tests) head.push('95 % interval from', 'to', 'p');
    if (!tree) return { caption, head, rows: [] };
    const order = Array.from({ length: tree.length }, (_, row) => row);
    if (!plain) order.sort((a, b) => (tree.inclusive[b] || 0) - (tree.inclusive[a] || 0) || a - b);
    const rows = order.slice(0, most).map((row) => {
        const share = tree.inclusive[row] / model.total;
        const cells = [names(app, row).join(' > '), write(tree.inclusive[row]), write(tree.exclusive[row]),
            plain ? (Number.isNaN(share) ? '' : String(share)) : format.percent(share)];
        if (diff) cells.push(write(diff.inclusive[row]), write((tree.inclusive[row] || 0) - (diff.inclusive[row] || 0)), presence(model, row));
        if (tests) cells.push(...(plain ? [tests.low[row] - 1, tests.high[row] - 1, tests.p[row]].map(String) : [relative(format, tests.low[row]), relative(format, tests.high[row]), pText(format, tests.p[row])]));
        return cells;
    });
    return { caption: plain ? caption : `${caption}: the ${rows.length} heaviest of ${tree.length} call paths`, head, rows };
}

/** @param {import('../data/types.js').App} app @param {number} row */
function names(app, row) {
    const tree = app.model.tree;
    const found = [];
    for (let at = row; tree && at >= 0; at = tree.parent[at]) found.unshift(tree.names[tree.frame[at]]);
    return found;
}
