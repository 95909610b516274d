// What a cell of the timeline is: function and row at once; exact start and duration when the hand rests, because cells are
// as wide as pixels.

/** @typedef {import('./time-view.js').TimeView} TimeView */

const REST_MILLIS = 80;

export class TimeTooltip {
    /** @param {TimeView} view */
    constructor(view) {
        this.view = view;
        this.due = 0;
        this.shown = '';
    }

    hide() {
        clearTimeout(this.due);
        this.shown = '';
        this.view.app.tooltip.hide();
        this.view.surface.canvas.style.cursor = 'default';
    }

    /** @param {number} x @param {number} y on the canvas */
    show(x, y) {
        const { view } = this;
        const place = view.controls.placeAt(x, y);
        view.surface.canvas.style.cursor = place === 'ruler' ? 'col-resize' : place === 'minimap' ? 'grab' : place ? 'default' : 'default';
        const overlay = view.controls.overlays.tooltip(x, y) ?? view.controls.counters.tooltip(x, y);
        const cell = place === 'rows' && !overlay ? view.at(x, y) : null;
        clearTimeout(this.due);
        if (overlay) return this.#say(x, y, overlay.title, overlay.facts);
        if (!cell) {
            const help = place === 'ruler' && view.app.data.live ? 'Drag to restrict all numbers to an interval' : '';
            return help ? this.#say(x, y, help, []) : view.app.tooltip.hide();
        }
        const { format } = view.app;
        const title = cell.shown >= 0 ? view.nameOf(cell.shown) : cell.node === -1 ? 'no activity' : 'not traced';
        const facts = [{ label: 'row', value: cell.name }, { label: 'time', value: format.moment(cell.time, view.end, 6) }];
        this.#say(x, y, title, facts);
        if (cell.node >= -1 && view.app.data.live) this.due = window.setTimeout(() => void this.#exact(x, y, title, facts, cell), REST_MILLIS);
    }

    /** @param {number} x @param {number} y @param {string} title @param {import('../data/types.js').Fact[]} facts */
    #say(x, y, title, facts) {
        const box = this.view.surface.canvas.getBoundingClientRect();
        this.shown = `${x} ${y} ${title}`;
        this.view.app.tooltip.show(box.left + x, box.top + y, title, facts);
    }

    /** @param {number} x @param {number} y @param {string} title @param {import('../data/types.js').Fact[]} facts @param {{context: number, time: number, row: number}} cell */
    async #exact(x, y, title, facts, { context, time, row }) {
        const { app } = this.view;
        const asked = this.shown;
        const moment = await app.data.moment({ run: app.state.run, context, at: Math.floor(time), depth: app.state.timeDepth }).catch(() => ({}));
        if (asked !== this.shown || moment.begin === undefined) return;
        const write = (/** @type {number | null} */ nanos) => (nanos === null ? '…' : exactly(nanos));
        const { length } = this.view.rows[row]?.members ?? [];
        this.#say(x, y, moment.name, [
            ...facts,
            { label: 'from', value: write(moment.begin) },
            { label: 'to', value: write(moment.end) },
            ...(moment.begin !== null && moment.end !== null ? [{ label: 'duration', value: app.format.value(moment.end - moment.begin, 'ns') }] : []),
            ...(length > 1 ? [{ label: 'folded', value: `the first of ${length} rows` }] : []),
        ]);
    }
}

/** Every digit. @param {number} nanos */
export function exactly(nanos) {
    return `${(nanos / 1e9).toFixed(9)} s`;
}
