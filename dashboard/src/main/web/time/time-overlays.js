// Messages, waits and the critical path of the visible interval: asked for when the hand rests, drawn over the rows, and
// explained in words.

import { drawMessages, drawPath, drawWaits, waitBox } from './overlay-draw.js';
import { rounded } from './time-axis.js';
import { exactly } from './time-tooltip.js';

/** @typedef {import('./time-view.js').TimeView} TimeView */

const REST_MILLIS = 150;
const NAMES = ['messages', 'waits', 'path'];
const QUESTIONS = /** @type {Record<string, string>} */ ({ waits: 'waits', path: 'critical-path' });

export class Overlays {
    /** @param {TimeView} view */
    constructor(view) {
        this.view = view;
        /** @type {import('../data/types.js').Frame | null} */
        this.answer = null;
        this.key = '';
        this.due = 0;
        this.problem = '';
        this.chosen = -1;
        /** @type {Map<string, string[]>} sentences of questions, by question and run */
        this.said = new Map();
    }

    get shown() {
        return NAMES.filter((each) => this.view.app.state.timeShow.includes(each) && (each !== 'messages' || this.hasMessages));
    }

    /** A trace may have collective operations, thread teams or kernels only. */
    get hasMessages() {
        return this.possible && Boolean(this.view.trace?.header.messages);
    }

    get possible() {
        return Boolean(this.view.trace?.header.interactions) && this.view.app.data.live;
    }

    /** Asks for the overlays of the visible interval and rows. */
    follow() {
        const { view } = this;
        const { app } = view;
        const show = this.shown.join(',');
        if (!this.possible || show === '') {
            this.answer = null;
            this.key = '';
            return;
        }
        const rows = view.shownRows();
        const contexts = rows.length === view.rows.length && app.state.timeFold === 'none' ? null : app.format.ranges(app.format.rangesOf(rows.map((at) => view.rows[at].context)));
        const query = { run: app.state.run, between: rounded(view.span, view.end).join('-'), show, contexts };
        const key = JSON.stringify(query);
        if (key === this.key) return;
        this.key = key;
        clearTimeout(this.due);
        this.due = window.setTimeout(() => void this.#ask(query, key), REST_MILLIS);
        for (const name of this.shown) if (QUESTIONS[name]) void this.#askQuestion(QUESTIONS[name]);
    }

    /** @param {Parameters<import('../data/types.js').Data['overlays']>[0]} query @param {string} key */
    async #ask(query, key) {
        try {
            const answer = await this.view.app.data.overlays(query);
            if (key !== this.key) return;
            this.answer = answer;
            this.problem = '';
        } catch (failure) {
            if (key !== this.key) return;
            this.answer = null;
            this.problem = failure instanceof Error ? failure.message : String(failure);
        }
        this.chosen = -1;
        this.view.describe();
        this.view.surface.dirty();
    }

    /** The sentences with which a question answers, once per run. @param {string} question */
    async #askQuestion(question) {
        const { app } = this.view;
        const key = `${question} ${app.state.run}`;
        if (this.said.has(key)) return;
        this.said.set(key, []);
        const answer = await app.data.ask(`question=${question}&run=${app.state.run}`).catch(() => null);
        if (!answer) return;
        this.said.set(key, answer.statements.filter(({ kind }) => kind === 'finding' || kind === 'verdict').map(({ text }) => text));
        this.view.describe();
    }

    /** The middle of the row of a context. @param {import('./time-draw.js').Layout} layout @returns {import('./overlay-draw.js').MiddleOf} */
    middles({ rows }) {
        const { view } = this;
        const [first, last] = view.visible;
        const tall = rows.height / (last - first);
        const stride = view.stride();
        const byContext = new Map(view.shownRows().map((at) => [view.rows[at].context, rows.y + (at - first + stride / 2) * tall]));
        return (context) => byContext.get(context) ?? null;
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {import('./time-draw.js').Layout} layout @param {import('../draw/palette.js').Palette} palette */
    draw(pen, layout, palette) {
        if (!this.answer) return;
        const { span, visible } = this.view;
        const columns = /** @type {Record<string, ArrayLike<number>>} */ (this.answer.columns);
        const middle = this.middles(layout);
        const tall = layout.rows.height / (visible[1] - visible[0]);
        drawWaits(pen, layout.rows, span, columns, middle, tall, this.chosen, palette);
        drawPath(pen, layout.rows, span, columns, middle, palette);
        drawMessages(pen, layout.rows, span, columns, middle, palette);
    }

    /** @param {import('../draw/palette.js').Palette} palette @returns {{colour: string, text: string, kind?: 'box' | 'line' | 'ring'}[]} */
    legend(palette) {
        const { shown } = this;
        if (!this.possible) return [];
        return [
            ...(shown.includes('messages') && this.answer?.columns.sender?.length ? [{ colour: palette.text, text: 'message', kind: /** @type {const} */ ('line') }] : []),
            ...(shown.includes('waits') ? [{ colour: palette.outlier, text: 'waits for another row', kind: /** @type {const} */ ('ring') }] : []),
            ...(shown.includes('path') ? [{ colour: palette.hot, text: 'critical path', kind: /** @type {const} */ ('line') }] : []),
        ];
    }

    /** @returns {string[]} */
    notes() {
        const { format, state } = this.view.app;
        if (!this.possible) return [];
        if (this.problem) return [this.problem];
        const header = this.answer?.header;
        if (!header) return [];
        const notes = [];
        if (header.messages > 0 && !this.answer?.columns.sender?.length) notes.push(`${format.counted(header.messages, 'message')} in view; zoom in to see them as lines`);
        if (header.elsewhere > 0) notes.push(`${format.counted(header.elsewhere, 'message')} from or to rows that are not shown`);
        if (header.waits > 0) notes.push(`${format.counted(header.waits, 'wait')} in view, ${format.value(header.waited, 'ns')}${header.waits > (this.answer?.columns.waiting?.length ?? 0) ? ', the longest are drawn' : ''}`);
        if (header.segments > (this.answer?.columns.pathContext?.length ?? 0)) notes.push(`the longest of ${format.counted(header.segments, 'segment')} of the critical path are drawn`);
        if (header.corrected && this.shown.some((each) => each !== 'messages')) notes.push('waits and critical path have corrected clocks, rows have recorded ones');
        for (const name of this.shown) notes.push(...(this.said.get(`${QUESTIONS[name]} ${state.run}`) ?? []));
        if (this.chosen >= 0) notes.unshift(this.explained(this.chosen));
        return notes;
    }

    /** The wait under a point, -1 if there is none. @param {number} x @param {number} y */
    waitAt(x, y) {
        if (!this.answer?.columns.waiting) return -1;
        const layout = this.view.layout();
        const middle = this.middles(layout);
        const tall = layout.rows.height / (this.view.visible[1] - this.view.visible[0]);
        const columns = /** @type {Record<string, ArrayLike<number>>} */ (this.answer.columns);
        for (let at = 0; at < columns.waiting.length; at++) {
            const box = waitBox(layout.rows, this.view.span, columns, at, middle, tall);
            if (box && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) return at;
        }
        return -1;
    }

    /** @param {number} context */
    nameOf(context) {
        const { trace } = this.view;
        const at = trace ? Array.prototype.indexOf.call(trace.columns.context, context) : -1;
        return at < 0 ? `context ${context}` : trace?.header.names[at];
    }

    /** @param {number} at */
    explained(at) {
        const { format } = this.view.app;
        const columns = /** @type {Record<string, ArrayLike<number>>} */ (this.answer?.columns ?? {});
        const where = this.view.nameOf(this.view.rowByNode[columns.node[at]] ?? -1);
        return `${this.nameOf(columns.waiting[at])} waits ${format.value(columns.end[at] - columns.begin[at], 'ns')} for ${this.nameOf(columns.cause[at])}${where ? ` in ${where}` : ''}: ${this.answer?.header.kinds[columns.kind[at]]}`;
    }

    /** @param {number} x @param {number} y @returns {{title: string, facts: import('../data/types.js').Fact[]} | null} */
    tooltip(x, y) {
        const at = this.waitAt(x, y);
        if (at < 0) return null;
        const columns = /** @type {Record<string, ArrayLike<number>>} */ (this.answer?.columns ?? {});
        return { title: this.explained(at), facts: [{ label: 'from', value: exactly(columns.begin[at]) }, { label: 'to', value: exactly(columns.end[at]) }] };
    }

    /** @param {number} x @param {number} y @returns {boolean} whether a wait was there */
    click(x, y) {
        const at = this.waitAt(x, y);
        const before = this.chosen;
        this.chosen = at === before ? -1 : at;
        if (at < 0 && before < 0) return false;
        this.view.describe();
        this.view.surface.dirty();
        if (this.chosen < 0) return at >= 0;
        this.view.app.announce(this.explained(at));
        this.view.select(this.view.rowByNode[this.answer?.columns.node[at] ?? -1] ?? -1);
        return true;
    }
}
