// The frame around a drawing: controls above, the canvas, a legend and a sentence below, and a table with the same
// numbers for those who do not see the canvas or want to read exact values.

import { Surface } from './canvas.js';
import { scaleColour } from './palette.js';
import { visibleInLines } from './visible.js';

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = visibleInLines(text);
    return made;
}

/** Longer texts of a legend may be cut. */
const LONG = 40;

/** An entry of a legend: a colour and what it means. @param {{ colour: string, text: string, kind?: 'box' | 'line' | 'ring' }} entry */
export function swatchKey({ colour, text, kind }) {
    const entry = element('span', 'legend-entry');
    const swatch = element('span', `legend-swatch legend-${kind ?? 'box'}`);
    swatch.style.setProperty('--swatch', colour);
    entry.append(swatch, element('span', 'legend-text', text));
    if (text.length > LONG) entry.title = visibleInLines(text);
    return entry;
}

/** An entry of a legend: a scale of colours between its ends. @param {Uint8ClampedArray} scale @param {string[]} ends */
export function rampKey(scale, [low, high]) {
    const ramp = element('span', 'legend-swatch legend-ramp');
    const stops = [0, 64, 128, 192, 255].map((at) => scaleColour(scale, at)).join(', ');
    ramp.style.background = `linear-gradient(to right, ${stops})`;
    const entry = element('span', 'legend-entry', `${low} `);
    entry.append(ramp, ` ${visibleInLines(high)}`);
    return entry;
}

/**
 * A drawing and what surrounds it. Every part is there from the start, so that nothing jumps when data arrives.
 */
export class Figure {
    /**
     * @param {HTMLElement} host
     * @param {string} kind class name of the view, for the style sheet and for tests
     * @param {string} label
     * @param {(pen: import('./canvas.js').Pen, width: number, height: number) => void} draw
     */
    constructor(host, kind, label, draw) {
        this.kind = kind;
        this.root = element('div', `figure ${kind}`);
        this.controls = element('div', 'figure-controls');
        this.plot = element('div', 'figure-plot');
        this.message = element('div', 'figure-message');
        this.message.setAttribute('role', 'status');
        this.notes = element('div', 'figure-notes');
        this.legend = element('div', 'figure-legend');
        this.table = element('div', 'figure-table sr-only');
        this.root.append(this.controls, this.plot, this.message, this.notes, this.legend, this.table);
        host.replaceChildren(this.root);
        this.surface = new Surface(this.plot, label, draw);
        this.toggle = this.button('', 'Numbers as a table', () => this.choose(!this.tableShown));
        this.toggle.classList.add('figure-toggle');
        this.toggle.setAttribute('aria-label', `${label}: numbers as a table`);
        this.toggle.setAttribute('aria-pressed', 'false');
        this.tableShown = false;
        /** where the choice of a table is kept; without it the figure keeps it itself */
        this.choose = (/** @type {boolean} */ shown) => this.showTable(shown);
        /** @type {() => { caption: string, head: string[], rows: string[][] }} */
        this.twin = () => ({ caption: label, head: [], rows: [] });
        this.twinDue = 0;
        this.say(null);
    }

    /** The panel scrolls if the drawing would be lower. @param {number} pixels */
    atLeast(pixels) {
        this.root.style.setProperty('--plot-least', `${pixels}px`);
    }

    /**
     * A sentence instead of the drawing: nothing to show, still loading, or what went wrong and what to do; null shows
     * the drawing.
     * @param {string | null} text
     * @param {string} [hint]
     * @param {'empty' | 'loading' | 'error'} [kind]
     */
    say(text, hint, kind = 'empty') {
        this.root.dataset.state = text === null ? 'ready' : kind;
        this.message.hidden = text === null;
        this.plot.hidden = text !== null;
        this.notes.hidden = text !== null;
        this.legend.hidden = text !== null;
        this.message.replaceChildren();
        if (text === null) return;
        // The numbers of a picture that is gone would still be read aloud.
        clearTimeout(this.twinDue);
        this.table.removeAttribute('aria-busy');
        this.table.replaceChildren();
        this.message.append(element('p', 'figure-message-text', text));
        if (hint) this.message.append(element('p', 'figure-message-hint', hint));
    }

    /**
     * @param {string} text
     * @param {string} title
     * @param {() => void} act
     */
    button(text, title, act) {
        const made = /** @type {HTMLButtonElement} */ (element('button', 'figure-button', text));
        made.type = 'button';
        made.title = visibleInLines(title);
        made.addEventListener('click', act);
        this.controls.append(made);
        return made;
    }

    /**
     * A choice of few: radio buttons drawn as one bar. Arrow keys move it, as in every radio group.
     * @param {string} label
     * @param {[string, string, string?][]} choices value, text and tooltip
     * @param {(value: string) => void} choose
     */
    segments(label, choices, choose) {
        const group = element('div', 'choice');
        group.setAttribute('role', 'radiogroup');
        group.setAttribute('aria-label', label);
        const buttons = choices.map(([value, text, title]) => {
            const made = /** @type {HTMLButtonElement} */ (element('button', 'choice-button', text));
            made.type = 'button';
            made.setAttribute('role', 'radio');
            made.dataset.value = value;
            if (title) made.title = title;
            made.addEventListener('click', () => choose(value));
            return made;
        });
        group.addEventListener('keydown', (event) => {
            const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            event.stopPropagation();
            const now = buttons.findIndex((button) => button.getAttribute('aria-checked') === 'true');
            const next = buttons[(now + step + buttons.length) % buttons.length];
            next.focus();
            choose(String(next.dataset.value));
        });
        group.append(...buttons);
        this.controls.insertBefore(group, this.toggle ?? null);
        return {
            group,
            /** @param {string} value @param {string} text @param {string} title */
            name(value, text, title) {
                const button = buttons.find((each) => each.dataset.value === value);
                if (!button || (button.textContent === text && button.title === title)) return;
                button.textContent = text;
                button.title = title;
            },
            /** @param {string} value */
            set(value) {
                for (const button of buttons) {
                    const on = button.dataset.value === value;
                    button.setAttribute('aria-checked', String(on));
                    button.tabIndex = on ? 0 : -1;
                }
            },
        };
    }

    /**
     * @param {string} label
     * @param {(value: string) => void} choose
     */
    select(label, choose) {
        const wrap = element('label', 'figure-select');
        const text = document.createTextNode(`${label} `);
        const list = document.createElement('select');
        list.addEventListener('change', () => choose(list.value));
        wrap.append(text, list);
        this.controls.insertBefore(wrap, this.toggle ?? null);
        return {
            wrap,
            list,
            /** @param {string} name */
            name(name) {
                if (text.data !== `${name} `) text.data = `${name} `;
            },
            /** @param {[string, string][]} choices @param {string} value */
            set(choices, value) {
                const key = JSON.stringify(choices);
                if (list.dataset.choices !== key) {
                    list.dataset.choices = key;
                    list.replaceChildren(...choices.map(([each, text]) => new Option(visibleInLines(text), each)));
                }
                list.value = value;
            },
        };
    }

    /**
     * @param {{ colour: string, text: string, kind?: 'box' | 'line' | 'ring' }[]} entries
     */
    keys(entries) {
        this.legend.replaceChildren(...entries.map(swatchKey));
    }

    /** The table follows the drawing when the hand rests: building rows in each frame of a brush would cost it. */
    refreshTable() {
        clearTimeout(this.twinDue);
        this.table.setAttribute('aria-busy', 'true');
        this.twinDue = window.setTimeout(() => this.fillTable(), 200);
    }

    fillTable() {
        const { caption, head, rows } = this.twin();
        const table = element('table');
        const top = element('tr');
        for (const each of head) {
            const cell = element('th', '', each);
            cell.setAttribute('scope', 'col');
            top.append(cell);
        }
        const body = element('tbody');
        for (const row of rows) {
            const line = element('tr');
            for (const each of row) line.append(element('td', '', each));
            body.append(line);
        }
        const thead = element('thead');
        thead.append(top);
        table.append(element('caption', '', caption), thead, body);
        this.table.replaceChildren(table);
        this.table.removeAttribute('aria-busy');
    }

    /** Table or picture as the state says. @param {{state: {tables: string[]}, select: (changes: {tables: string[]}, options: {replace: boolean}) => void}} app */
    follow(app) {
        this.choose = (/** @type {boolean} */ shown) => app.select({ tables: [...app.state.tables.filter((each) => each !== this.kind), ...(shown ? [this.kind] : [])].sort() }, { replace: true });
        const shown = app.state.tables.includes(this.kind);
        if (shown !== this.tableShown) this.showTable(shown);
    }

    /** @param {boolean} shown */
    showTable(shown) {
        this.tableShown = shown;
        this.fillTable();
        this.table.classList.toggle('sr-only', !shown);
        this.table.tabIndex = shown ? 0 : -1;
        this.toggle.setAttribute('aria-pressed', String(shown));
        this.root.classList.toggle('with-table', shown);
        this.surface.resize();
    }
}
