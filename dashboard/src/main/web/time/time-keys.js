// Keys on a timeline.

/** @typedef {import('./time-view.js').TimeView} TimeView */

const ZOOM = 0.5;
const STEP = 0.2;

/** @param {TimeView} view @param {string} key @param {KeyboardEvent} event @returns {boolean} */
export function keyPressed(view, key, event) {
    switch (key) {
        case 'ArrowLeft':
            return moved(view, -1, 0, event.shiftKey);
        case 'ArrowRight':
            return moved(view, 1, 0, event.shiftKey);
        case 'ArrowUp':
            return moved(view, 0, -1, event.shiftKey);
        case 'ArrowDown':
            return moved(view, 0, 1, event.shiftKey);
        case '+':
        case '=':
            view.zoom(ZOOM, view.cursor?.time);
            return true;
        case '-':
            view.zoom(1 / ZOOM, view.cursor?.time);
            return true;
        case '0':
            view.show([0, view.end], [0, view.rows.length]);
            return true;
        case 'Home':
        case 'End':
            view.pan(key === 'Home' ? -Infinity : Infinity);
            return true;
        case '[':
        case ']':
            view.controls.stepDepth(key === ']' ? 1 : -1);
            return true;
        case 'b':
            view.controls.filterToView();
            return true;
        case 'Enter':
            return selected(view);
        default:
            return false;
    }
}

/** Arrow keys move a cursor over rows and time; with Shift the view. @param {TimeView} view @param {number} right @param {number} down @param {boolean} pan */
function moved(view, right, down, pan) {
    const [from, to] = view.span;
    if (pan) view.pan(right * STEP, down * Math.max(1, Math.round((view.visible[1] - view.visible[0]) * STEP)));
    const start = view.cursor ?? { row: view.visible[0], time: (from + to) / 2 };
    const step = (to - from) / 40;
    const row = Math.max(0, Math.min(view.rows.length - 1, start.row + (pan ? 0 : down * view.stride())));
    const time = Math.max(0, Math.min(view.end - 1, start.time + (pan ? 0 : right * step)));
    view.cursor = { row, time };
    reveal(view);
    const cell = view.cell(row, time);
    const what = cell.shown >= 0 ? view.nameOf(cell.shown) : cell.node === -1 ? 'no activity' : 'not traced';
    view.app.announce(`${cell.name} at ${view.app.format.moment(time, view.end, 4)}: ${what}`);
    view.surface.dirty();
    return true;
}

/** Moves the view so that the cursor is in it. @param {TimeView} view */
function reveal(view) {
    if (!view.cursor) return;
    const { row, time } = view.cursor;
    const [from, to] = view.span;
    const [first, last] = view.visible;
    const share = time < from ? (time - from) / (to - from) : time > to ? (time - to) / (to - from) : 0;
    const rows = row < first ? row - first : row >= last ? row - last + 1 : 0;
    if (share !== 0 || rows !== 0) view.pan(share, rows);
}

/** @param {TimeView} view */
function selected(view) {
    if (!view.cursor) return false;
    view.select(view.cell(view.cursor.row, view.cursor.time).shown);
    return true;
}
