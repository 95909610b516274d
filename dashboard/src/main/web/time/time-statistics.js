// Statistics of the visible interval: functions by time, with their colours, and the utilisation of rows over time. They
// are asked for when the hand rests; intervals with very many samples on request only.

import { make } from '../draw/dom.js';
import { rounded } from './time-axis.js';

/** @typedef {import('../data/types.js').App} App */

const REST_MILLIS = 200;
const BINS = 160;

export class Statistics {
    /** @param {App} app @param {() => void} changed */
    constructor(app, changed) {
        this.app = app;
        this.changed = changed;
        this.list = make('div', { class: 'time-statistics', role: 'group', tabIndex: 0, 'aria-label': 'Functions in the visible interval' });
        /** @type {import('../data/types.js').Frame | null} */
        this.answer = null;
        this.key = '';
        this.insisted = '';
        this.due = 0;
        this.loading = false;
    }

    /** @param {import('./time-axis.js').Span} span @param {number} end @param {string | null} contexts */
    follow(span, end, contexts) {
        const { state, data } = this.app;
        const between = rounded(span, end).join('-');
        const key = JSON.stringify([state.run, between, state.timeDepth, contexts]);
        if (key === this.key) return;
        this.key = key;
        clearTimeout(this.due);
        this.loading = true;
        this.list.setAttribute('aria-busy', 'true');
        this.due = window.setTimeout(() => void this.#ask({ run: state.run, between, bins: BINS, depth: state.timeDepth, contexts, all: this.insisted === key }, key), data.live ? REST_MILLIS : 0);
    }

    /** @param {Parameters<App['data']['interval']>[0]} query @param {string} key */
    async #ask(query, key) {
        try {
            const answer = await this.app.data.interval(query);
            if (key !== this.key) return;
            this.answer = answer;
        } catch {
            if (key !== this.key) return;
            this.answer = null; // a mailed file has them for the whole run only
        }
        this.loading = false;
        this.list.removeAttribute('aria-busy');
        this.changed();
    }

    /** @param {{ofName: (name: string) => string}} colours @param {(name: string) => void} select */
    fill(colours, select) {
        const { format } = this.app;
        const header = this.answer?.header;
        if (!header) return this.list.replaceChildren(make('p', { class: 'quiet' }, this.loading ? 'Loading …' : 'Not in this file for this interval.'));
        if (!header.functions && !this.app.data.live) return this.list.replaceChildren(make('p', { class: 'quiet' }, 'The functions of this trace are not in this file.'));
        if (!header.functions) {
            const all = () => {
                this.insisted = this.key;
                this.key = '';
                this.changed();
            };
            return this.list.replaceChildren(
                make('p', { class: 'quiet' }, `${format.value(header.samples, '')} samples in view.`),
                make('button', { type: 'button', class: 'button small', onclick: all }, 'Add them up'),
            );
        }
        const [from, to] = format.moments(header.from, header.to);
        const rows = header.functions.slice(0, 14).map((/** @type {{name: string, nanos: number}} */ { name, nanos }) => {
            const swatch = make('span', { class: 'legend-swatch legend-box' });
            swatch.style.setProperty('--swatch', colours.ofName(name));
            return make('li', {}, make('button', { type: 'button', class: 'time-function', title: `${name}: ${format.value(nanos, 'ns')}`, onclick: () => select(name) },
                swatch, make('span', { class: 'time-function-name' }, name), make('span', { class: 'time-function-share' }, format.percent(nanos / header.traced))));
        });
        const hidden = header.functions.length + header.more - rows.length;
        this.list.replaceChildren(
            make('p', { class: 'quiet', title: 'Exclusive time of all rows, as a share of the traced time' }, `${from} – ${to}`),
            make('ul', {}, ...rows),
            hidden > 0 ? make('p', { class: 'quiet' }, `${format.counted(hidden, 'function')} more in the table`) : '',
            header.idle > 0 ? make('p', { class: 'quiet' }, `no activity ${format.percent(header.idle / header.traced)}`) : '',
            header.streams ? make('p', { class: 'quiet' }, 'The band above the rows is of threads, without GPU streams.') : '',
        );
    }

    /** @returns {{from: number, to: number, shares: Float64Array[], names: string[]} | null} */
    get utilisation() {
        const header = this.answer?.header;
        if (!header?.activities || !this.answer) return null;
        const { columns } = this.answer;
        return { from: header.from, to: header.to, names: header.activities, shares: header.activities.map((/** @type {string} */ _, /** @type {number} */ at) => columns[`share${at}`]) };
    }

    /** Every listed function with its time. @returns {string[][]} */
    rows() {
        const header = this.answer?.header;
        const { format } = this.app;
        return (header?.functions ?? []).map((/** @type {{name: string, nanos: number}} */ { name, nanos }) => [name, format.value(nanos, 'ns'), format.percent(nanos / header?.traced)]);
    }
}
