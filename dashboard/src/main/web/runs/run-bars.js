// One bar per execution: the repetitions of a run, or the runs themselves, with the chosen statistic as a line across.

import { SMALL, fit, fitMiddle, measure } from '../draw/canvas.js';
import { quantile, ticks } from '../draw/ticks.js';

/** @typedef {import('../calltree/flame-boxes.js').Area} Area */

/**
 * @typedef {{ key: number, name: string, total: number, current: boolean, compared: boolean }} Execution
 */

/** @typedef {'best' | 'mean' | 'median' | 'worst'} Statistic */

/** @type {[Statistic, string][]} */
export const STATISTICS = [['best', 'best'], ['mean', 'average'], ['median', 'median'], ['worst', 'worst']];

/**
 * Whether an execution has something to compare: one in which the call path took nothing did not run it, and would be the
 * best of all.
 * @param {{ total: number | null }} execution
 */
export const happened = ({ total }) => total !== null && !Number.isNaN(total) && total !== 0;

/** @param {number[]} totals @param {string} statistic */
export function statisticOf(totals, statistic) {
    const sorted = totals.filter((each) => !Number.isNaN(each)).sort((a, b) => a - b);
    if (sorted.length === 0) return NaN;
    if (statistic === 'best') return sorted[0];
    if (statistic === 'worst') return sorted[sorted.length - 1];
    if (statistic === 'mean') return sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
    return quantile(sorted, 0.5);
}

/** The execution that comes nearest to a value: the one to look at for "the median run". @param {Execution[]} executions @param {number} value */
export function nearest(executions, value) {
    /** @type {Execution | null} */
    let best = null;
    for (const each of executions) {
        if (Number.isNaN(each.total)) continue;
        if (!best || Math.abs(each.total - value) < Math.abs(best.total - value)) best = each;
    }
    return best;
}

const LEFT = 56;

/** @param {Area} area @returns {Area} */
function runPlot(area) {
    return { x: area.x + LEFT, y: area.y + 14, width: Math.max(10, area.width - LEFT - 10), height: Math.max(10, area.height - 32) };
}

/** @param {Area} area @param {number} count @param {number} x @param {number} y */
export function executionAt(area, count, x, y) {
    const plot = runPlot(area);
    if (y < area.y || y > area.y + area.height || x < plot.x) return -1;
    const at = Math.floor((x - plot.x) / widthOf(plot, count));
    return at < count ? at : -1;
}

/** Two bars need not be as wide as a hand. @param {Area} plot @param {number} count */
const widthOf = (plot, count) => Math.min(72, plot.width / count);

/**
 * @param {import('../draw/canvas.js').Pen} pen @param {Area} area @param {Execution[]} executions
 * @param {{ palette: import('../draw/palette.js').Palette, level: number, statistic: string, hovered: number, cursor: number, write: (value: number) => string }} look
 */
export function drawExecutions(pen, area, executions, { palette, level, statistic, hovered, cursor, write }) {
    const plot = runPlot(area);
    const most = executions.reduce((top, each) => (each.total > top ? each.total : top), 0);
    const tall = (/** @type {number} */ value) => (most > 0 ? (Math.max(0, value) / most) * plot.height : 0);
    drawAxis(pen, plot, most, tall, palette, write);
    const wide = widthOf(plot, executions.length);
    const some = executions.some((each) => each.current);
    executions.forEach((each, at) => {
        const x = plot.x + at * wide;
        const gap = wide > 6 ? Math.min(8, wide * 0.2) : wide > 3 ? 1 : 0;
        pen.fillStyle = each.current || !some ? palette.bar : palette.mutedBar;
        if (!Number.isNaN(each.total)) pen.fillRect(x + gap / 2, plot.y + plot.height - tall(each.total), Math.max(0.6, wide - gap), Math.max(1, tall(each.total)));
        if (each.compared || at === hovered || at === cursor) {
            pen.strokeStyle = at === cursor ? palette.selected : palette.text;
            pen.lineWidth = each.compared ? 2 : 1;
            pen.strokeRect(x + gap / 2 - 0.5, plot.y + plot.height - tall(each.total || 0) - 0.5, Math.max(1, wide - gap + 1), tall(each.total || 0) + 1);
        }
    });
    drawNames(pen, plot, executions, wide, palette);
    drawLevel(pen, plot, tall(level), `┄ ${statistic} ${write(level)}`, palette);
}

/** @param {import('../draw/canvas.js').Pen} pen @param {Area} plot @param {number} most @param {(value: number) => number} tall @param {import('../draw/palette.js').Palette} palette @param {(value: number) => string} write */
function drawAxis(pen, plot, most, tall, palette, write) {
    pen.font = SMALL;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const tick of ticks(0, most, Math.max(1, Math.floor(plot.height / 34)))) {
        const y = plot.y + plot.height - tall(tick);
        pen.fillStyle = palette.grid;
        pen.fillRect(plot.x, Math.round(y), plot.width, 1);
        pen.fillStyle = palette.faint;
        pen.fillText(fit(write(tick), LEFT - 8, SMALL), plot.x - 6, y);
    }
}

/** @param {import('../draw/canvas.js').Pen} pen @param {Area} plot @param {Execution[]} executions @param {number} wide @param {import('../draw/palette.js').Palette} palette */
function drawNames(pen, plot, executions, wide, palette) {
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    const numbered = executions.every((each) => /^\d+$/.test(each.name));
    const room = executions.reduce((most, each) => Math.max(most, measure(each.name, SMALL)), 0) + 8;
    // Numbers may be left out, one knows what stands between 2 and 4; names are shortened instead.
    const step = numbered ? Math.max(1, Math.ceil(room / wide)) : 1;
    const told = numbered || room - 8 <= wide - 4 ? executions.map(({ name }) => name) : apart(executions.map(({ name }) => name));
    for (let at = 0; at < executions.length; at += step) {
        const { current } = executions[at];
        const text = numbered ? told[at] : fitMiddle(told[at], wide - 4, SMALL);
        pen.fillStyle = current ? palette.text : palette.faint;
        pen.fillText(text, plot.x + (at + 0.5) * wide - measure(text, SMALL) / 2, plot.y + plot.height + 4);
    }
}

/**
 * Names that do not fit, without the beginning and the end that all have in common: what tells them apart. Numbers stay whole.
 * @param {string[]} names
 */
export function apart(names) {
    const [first] = names;
    const shortest = Math.min(...names.map((name) => name.length));
    const common = (/** @type {(name: string, at: number) => string} */ letter) => {
        let length = 0;
        while (length < shortest && names.every((name) => letter(name, length) === letter(first, length))) length++;
        return length;
    };
    let head = common((name, at) => name[at]);
    let tail = common((name, at) => name[name.length - 1 - at]);
    while (head > 0 && /\d/.test(first[head - 1])) head--;
    while (tail > 0 && /\d/.test(first[first.length - tail])) tail--;
    if (names.length < 2 || head + tail >= shortest) return names;
    const cut = (/** @type {number} */ length) => (length > 1 ? '…' : '');
    return names.map((name) => `${cut(head) || name.slice(0, head)}${name.slice(head, name.length - tail)}${cut(tail) || name.slice(name.length - tail)}`);
}

/** @param {import('../draw/canvas.js').Pen} pen @param {Area} plot @param {number} tall @param {string} text @param {import('../draw/palette.js').Palette} palette */
function drawLevel(pen, plot, tall, text, palette) {
    if (!(tall > 0)) return;
    const y = Math.round(plot.y + plot.height - tall) + 0.5;
    pen.strokeStyle = palette.text;
    pen.lineWidth = 1;
    pen.setLineDash([4, 3]);
    pen.beginPath();
    pen.moveTo(plot.x, y);
    pen.lineTo(plot.x + plot.width, y);
    pen.stroke();
    pen.setLineDash([]);
    // above the bars: on them it would hide some
    pen.fillStyle = palette.text;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    pen.fillText(text, plot.x + plot.width - measure(text, SMALL), plot.y - 14);
}
