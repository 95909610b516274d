// Counters of a trace as small charts below the rows: the range of values in each pixel.

import { SMALL, fitMiddle } from '../draw/canvas.js';
import { rounded } from './time-axis.js';
import { timeAt, xOf } from './time-draw.js';

/** @typedef {import('./time-view.js').TimeView} TimeView */
/** @typedef {{name: string, unit: string, context: string}} CounterInfo */

const REST_MILLIS = 150;
const BINS = 400;
const MOST = 4;

export class Counters {
    /** @param {TimeView} view */
    constructor(view) {
        this.view = view;
        /** @type {import('../data/types.js').Frame | null} */
        this.answer = null;
        this.key = '';
        this.due = 0;
    }

    /** How many charts there are. */
    get count() {
        return this.view.app.data.live ? Math.min(MOST, this.view.trace?.header.counters ?? 0) : 0;
    }

    follow() {
        const { view } = this;
        if (this.count === 0) return;
        const query = { run: view.app.state.run, between: rounded(view.span, view.end).join('-'), bins: BINS };
        const key = JSON.stringify(query);
        if (key === this.key) return;
        this.key = key;
        clearTimeout(this.due);
        this.due = window.setTimeout(async () => {
            const answer = await view.app.data.counters(query).catch(() => null);
            if (key !== this.key) return;
            this.answer = answer;
            view.surface.dirty();
        }, REST_MILLIS);
    }

    /** @param {number} at @returns {{info: CounterInfo, low: Float64Array, high: Float64Array, top: number} | null} */
    series(at) {
        const info = this.answer?.header.counters[at];
        if (!info || !this.answer) return null;
        const [low, high] = [this.answer.columns[`low${at}`], this.answer.columns[`high${at}`]].map((each) => /** @type {Float64Array} */ (each));
        return { info, low, high, top: high.reduce((most, each) => (each > most ? each : most), 0) };
    }

    /** @param {import('../draw/canvas.js').Pen} pen @param {import('./time-draw.js').Layout} layout @param {import('../draw/palette.js').Palette} palette */
    draw(pen, { counters, labels }, palette) {
        if (!counters || !this.answer) return;
        const tall = counters.height / this.count;
        const { span } = this.view;
        const { from, to } = this.answer.header;
        for (let at = 0; at < this.count; at++) {
            const series = this.series(at);
            if (!series) continue;
            const base = counters.y + (at + 1) * tall - 3;
            const scale = (tall - 8) / (series.top || 1);
            pen.fillStyle = palette.bar;
            for (let bin = 0; bin < series.high.length; bin++) {
                const left = Math.max(counters.x, xOf(counters, span, from + ((to - from) * bin) / series.high.length));
                const right = Math.min(counters.x + counters.width, xOf(counters, span, from + ((to - from) * (bin + 1)) / series.high.length));
                if (right <= left || Number.isNaN(series.high[bin])) continue;
                const height = Math.max(0, series.high[bin] * scale);
                pen.fillRect(left, base - height, right - left + 0.3, height);
            }
            pen.fillStyle = palette.grid;
            pen.fillRect(counters.x, base, counters.width, 1);
            pen.fillStyle = palette.text;
            pen.font = SMALL;
            pen.textAlign = 'right';
            pen.textBaseline = 'middle';
            pen.fillText(fitMiddle(series.info.name, labels - 8, SMALL), labels - 6, base - tall / 2 + 3);
        }
    }

    /** @param {number} x @param {number} y @returns {{title: string, facts: import('../data/types.js').Fact[]} | null} */
    tooltip(x, y) {
        const { counters } = this.view.layout();
        if (!counters || !this.answer || y < counters.y || y >= counters.y + counters.height || x < counters.x) return null;
        const series = this.series(Math.floor(((y - counters.y) / counters.height) * this.count));
        if (!series) return null;
        const { from, to } = this.answer.header;
        const bin = Math.floor(((timeAt(counters, this.view.span, x) - from) / (to - from)) * series.high.length);
        const { format } = this.view.app;
        const [low, high] = [series.low[bin], series.high[bin]].map((each) => format.value(each ?? NaN, series.info.unit));
        const more = this.answer.header.counters.length + this.answer.header.more - this.count;
        return {
            title: series.info.context ? `${series.info.name} of ${series.info.context}` : series.info.name,
            facts: [{ label: 'value', value: low === high ? high : `${low} to ${high}` }, { label: 'maximum in view', value: format.value(series.top, series.info.unit) },
                ...(more > 0 ? [{ label: 'not shown', value: format.counted(more, 'counter') }] : [])],
        };
    }
}
