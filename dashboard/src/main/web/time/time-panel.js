// The panel of time: the timeline of a trace, or its communication matrix.

import { element } from '../draw/figure.js';
import { MatrixView } from './matrix-view.js';
import { TimeView } from './time-view.js';

/** @typedef {import('../data/types.js').App} App */

class TimePanel {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.hosts = { rows: element('div', 'time-part'), matrix: element('div', 'time-part') };
        host.replaceChildren(this.hosts.rows, this.hosts.matrix);
        /** @param {import('../draw/figure.js').Figure} figure */
        const chooser = (figure) => figure.segments('Show', [['rows', 'Timeline'], ['matrix', 'Communication', 'Who sends to whom']], (value) => app.select({ timeAs: value === 'matrix' ? 'matrix' : 'rows' }, { replace: true }));
        this.rows = new TimeView(this.hosts.rows, app, chooser);
        this.matrix = new MatrixView(this.hosts.matrix, app, chooser);
    }

    get shown() {
        const { model, state, data } = this.app;
        return state.timeAs === 'matrix' && model.trace?.header.messages && data.live ? 'matrix' : 'rows';
    }

    /** @param {Set<string>} changed */
    update(changed) {
        const { model, state } = this.app;
        if (!model.trace || model.traceOf !== state.run) return;
        this.hosts.rows.hidden = this.shown !== 'rows';
        this.hosts.matrix.hidden = this.shown !== 'matrix';
        if (this.shown === 'rows') this.rows.update(changed);
        else this.matrix.update();
    }

    get csvOf() {
        return this.shown === 'rows' ? this.rows.csvOf : undefined;
    }

    csv() {
        return this[this.shown].csv();
    }

    svg() {
        return this[this.shown].svg();
    }

    resize() {
        this[this.shown].resize();
    }
}

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    return new TimePanel(host, app);
}
