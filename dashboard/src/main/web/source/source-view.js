// A source file with the cost of each line. Only the lines in sight are elements, so that long files scroll smoothly.

import { visible } from '../draw/visible.js';
import { make, svg } from '../draw/dom.js';
import { ranges } from '../draw/format.js';
import { definitionsFor } from '../data/run-infos.js';
import { problem } from '../data/wire.js';
import { baseOf, pathOf } from '../tree/tree.js';
import { hottestLine, placeOf, remarksOf, sourceIn } from './lines.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./lines.js').Source} Source */

const LINE_HEIGHT = 18;
const HEAD_HEIGHT = 24;
const MARGIN = 8;
const MOST_PICTURED = 400;

class SourceView {
    /** @param {HTMLElement} host @param {App} app */
    constructor(host, app) {
        this.app = app;
        this.file = make('span', { class: 'source-file' });
        this.notes = make('span', { class: 'source-notes' });
        const columns = ['Line', 'Exclusive', 'Inclusive', 'Share', 'Source'].map((text, at) => make('span', { role: 'columnheader', class: at < 3 ? 'source-value' : at === 3 ? 'source-share' : '' }, text));
        this.rows = make('div', { role: 'rowgroup', class: 'source-space' });
        this.scroll = make('div', { class: 'source-scroll', role: 'grid', tabIndex: 0, 'aria-label': 'Source' }, make('div', { role: 'rowgroup', class: 'source-columns-group' }, make('div', { role: 'row', class: 'source-columns' }, ...columns)), this.rows);
        this.message = make('div', { class: 'source-message', hidden: true });
        host.append(make('div', { class: 'source-view' }, make('div', { class: 'source-head' }, this.file, this.notes), this.scroll), this.message);
        /** @type {Source | null} */
        this.source = null;
        this.key = '';
        /** the line of the selected call path, 0 for none */
        this.line = 0;
        this.active = 0;
        this.scroll.addEventListener('scroll', () => this.draw(), { passive: true });
        this.scroll.addEventListener('keydown', (event) => this.press(event));
        this.rows.addEventListener('click', (event) => this.choose(this.lineAt(event)));
        this.rows.addEventListener('mousemove', (event) => this.hover(event));
        this.rows.addEventListener('mouseleave', () => app.tooltip.hide());
    }

    update() {
        const { model, state } = this.app;
        const { tree } = model;
        if (!tree || !model.metric) return;
        const why = this.whyNot();
        if (why) return this.leave(...why);
        const place = placeOf(tree, model.selectedRow, model.hot);
        if (!place) return this.leave('No source file is known here.', 'Select a call path that has a file; tools record files if the program has debug information.');
        const iterations = model.within && state.iterations ? state.iterations.join('-') : null;
        const query = { run: state.run, metric: model.metric.name, over: state.over, file: place.file, contexts: ranges(state.contexts), iterations, define: definitionsFor(state, model.metric.name) };
        const key = JSON.stringify([model.generation, query]);
        const moved = place.line !== this.line;
        this.line = place.line;
        if (key !== this.key) return void this.load(key, query);
        if (moved) this.reveal();
        this.draw();
    }

    /** @returns {[string, string] | null} why there is nothing to show, and what to do */
    whyNot() {
        const { data, state } = this.app;
        if (!data.live) return ['A report has no source files.', 'Run “treeline serve PATH --source DIR” on the profile.'];
        return state.against === null ? null : ['Source files are shown for one run.', 'Remove the run that it is compared with.'];
    }

    /** Shows a message in place of a file. @param {string} title @param {string} hint */
    leave(title, hint) {
        this.key = '';
        this.source = null;
        this.say(title, hint);
    }

    /** @param {string} key @param {Parameters<import('../data/types.js').Data['source']>[0]} query */
    async load(key, query) {
        const sameFile = this.key !== '' && JSON.parse(this.key)[1].file === query.file;
        this.key = key;
        if (!this.source) this.say('Loading the source file …', '');
        try {
            const source = sourceIn(await this.app.data.source(query));
            if (key !== this.key) return;
            this.show(source, sameFile);
        } catch (failure) {
            if (key !== this.key) return;
            const { error, hint } = problem(failure);
            this.source = null;
            this.say(error, hint ?? '');
        }
    }

    /** @param {Source} source @param {boolean} sameFile  new values of the same file keep the place of the reader */
    show(source, sameFile) {
        this.source = source;
        this.message.hidden = true;
        this.file.textContent = visible(source.file);
        this.file.title = visible(source.file);
        this.notes.textContent = this.notes.title = remarksOf(source);
        this.rows.style.height = `${source.text.length * LINE_HEIGHT}px`;
        this.scroll.setAttribute('aria-rowcount', String(source.text.length + 1));
        if (!sameFile) this.reveal();
        this.draw();
    }

    /** @param {string} title @param {string} hint */
    say(title, hint) {
        this.message.hidden = false;
        this.message.replaceChildren(make('p', { class: 'message-title' }, title), make('p', { class: 'message-hint' }, hint));
    }

    /** Scrolls to the line of the selected call path, or to the most expensive one. */
    reveal() {
        if (!this.source) return;
        this.active = this.line > 0 && this.line <= this.source.text.length ? this.line : hottestLine(this.source);
        const room = this.scroll.clientHeight - HEAD_HEIGHT;
        const top = (this.active - 1) * LINE_HEIGHT;
        const { scrollTop } = this.scroll;
        if (this.active > 0 && (top < scrollTop || top + LINE_HEIGHT > scrollTop + room)) this.scroll.scrollTop = Math.max(0, top - room / 2);
    }

    draw() {
        const { source } = this;
        if (!source) return;
        const first = Math.max(0, Math.floor(this.scroll.scrollTop / LINE_HEIGHT) - MARGIN);
        const count = Math.ceil(this.scroll.clientHeight / LINE_HEIGHT) + 2 * MARGIN;
        const last = Math.min(source.text.length, first + count);
        const lines = [];
        for (let at = first; at < last; at++) lines.push(this.lineElement(source, at));
        this.rows.replaceChildren(...lines);
        if (this.active > first && this.active <= last) this.scroll.setAttribute('aria-activedescendant', `source-line-${this.active}`);
        else this.scroll.removeAttribute('aria-activedescendant');
    }

    /** @param {Source} source @param {number} at */
    lineElement(source, at) {
        const { format, theme } = this.app;
        const line = at + 1;
        const write = (/** @type {number} */ value) => (Number.isNaN(value) ? '' : format.value(value, source.unit));
        const share = source.inclusive[at] / source.total || 0;
        const bar = make('span', {});
        bar.style.width = `${Math.min(1, Math.max(0, share)) * 100}%`;
        bar.style.background = theme.sequential(share);
        const classes = ['source-line', source.node[at] >= 0 ? 'costly' : '', line === this.line ? 'selected' : '', line === this.active ? 'active' : ''];
        const element = make(
            'div',
            { role: 'row', class: classes.filter(Boolean).join(' '), id: `source-line-${line}`, 'aria-rowindex': line + 1, 'aria-selected': String(line === this.line), 'data-line': line },
            make('span', { role: 'rowheader', class: 'source-number' }, String(line)),
            make('span', { role: 'gridcell', class: 'source-value' }, write(source.exclusive[at])),
            make('span', { role: 'gridcell', class: 'source-value' }, write(source.inclusive[at])),
            make('span', { role: 'gridcell', class: 'source-share' }, bar),
            make('span', { role: 'gridcell' }, source.text[at].replaceAll('\t', '    ')),
        );
        element.style.top = `${at * LINE_HEIGHT}px`;
        return element;
    }

    /** @param {Event} event */
    lineAt(event) {
        const element = event.target instanceof Element ? event.target.closest('.source-line') : null;
        return element instanceof HTMLElement ? Number(element.dataset.line) : 0;
    }

    /** Selects the most expensive call path of a line. @param {number} line */
    async choose(line) {
        const node = this.source?.node[line - 1] ?? -1;
        this.active = line;
        this.draw();
        if (node < 0) return;
        const { state } = this.app;
        const base = baseOf(await this.app.data.tree(state.run));
        const row = base.node.indexOf(node);
        if (row >= 0 && this.app.state === state) this.app.select({ node: pathOf(base, row), transforms: [] });
    }

    /** @param {MouseEvent} event */
    hover(event) {
        const line = this.lineAt(event);
        const { source, app } = this;
        if (!source || line === 0 || Number.isNaN(source.inclusive[line - 1])) return app.tooltip.hide();
        const [inclusive, exclusive] = [source.inclusive[line - 1], source.exclusive[line - 1]];
        app.tooltip.show(event.clientX, event.clientY, `${source.file}:${line}`, [
            { label: 'Exclusive', value: app.format.value(exclusive, source.unit) },
            { label: 'Inclusive', value: app.format.value(inclusive, source.unit) },
            { label: 'Share', value: app.format.percent(inclusive / source.total) },
        ]);
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const { source } = this;
        if (!source || event.ctrlKey || event.metaKey || event.altKey) return;
        const page = Math.max(1, Math.floor(this.scroll.clientHeight / LINE_HEIGHT) - 2);
        const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity });
        if (event.key in steps) this.active = Math.max(1, Math.min(source.text.length, (this.active || 1) + steps[event.key]));
        else if (event.key === 'Enter') void this.choose(this.active);
        else return;
        event.preventDefault();
        const [top, room] = [(this.active - 1) * LINE_HEIGHT, this.scroll.clientHeight - HEAD_HEIGHT];
        if (top < this.scroll.scrollTop) this.scroll.scrollTop = top;
        else if (top + LINE_HEIGHT > this.scroll.scrollTop + room) this.scroll.scrollTop = top + LINE_HEIGHT - room;
        this.draw();
    }

    csv() {
        const { source } = this;
        if (!source) return { name: 'source', rows: [['line', 'exclusive', 'inclusive', 'source']] };
        const number = (/** @type {number} */ value) => (Number.isNaN(value) ? '' : String(value));
        const rows = source.text.map((text, at) => [String(at + 1), number(source.exclusive[at]), number(source.inclusive[at]), text]);
        return { name: 'source', rows: [['line', `exclusive (${source.unit})`, `inclusive (${source.unit})`, source.file], ...rows] };
    }

    /** The lines from the first one in sight on. */
    svg() {
        const { source, app } = this;
        const first = Math.max(0, Math.floor(this.scroll.scrollTop / LINE_HEIGHT));
        const shown = source ? source.text.slice(first, first + MOST_PICTURED) : [];
        const ink = app.theme.colour('ink');
        const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ content, anchor = 'end') =>
            svg('text', { x, y, 'font-family': 'monospace', 'font-size': 12, fill: ink, 'text-anchor': anchor, 'xml:space': 'preserve' }, content);
        const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width: 900, height: 12 + shown.length * LINE_HEIGHT });
        shown.forEach((line, i) => {
            if (!source) return;
            const [at, y] = [first + i, 16 + i * LINE_HEIGHT];
            picture.append(text(48, y, String(at + 1)), text(230, y, line.replaceAll('\t', '    ').slice(0, 110), 'start'));
            if (!Number.isNaN(source.inclusive[at])) picture.append(text(134, y, app.format.value(source.exclusive[at], source.unit)), text(220, y, app.format.value(source.inclusive[at], source.unit)));
        });
        return new XMLSerializer().serializeToString(picture);
    }

    resize() {
        this.draw();
    }
}

/** @param {HTMLElement} host @param {App} app @returns {import('../data/types.js').View} */
export function create(host, app) {
    return new SourceView(host, app);
}
