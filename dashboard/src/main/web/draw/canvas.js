// What every canvas view shares: one animation frame for the whole page, a canvas that is sharp on any screen, and
// text that is measured before it is drawn, so that no label is ever cut through a letter.

import { visible } from './visible.js';

/**
 * The part of a 2D context that drawings use. `SvgPen` offers the same part, so one drawing serves screen and export.
 * @typedef {Pick<CanvasRenderingContext2D, 'fillStyle'|'strokeStyle'|'lineWidth'|'font'|'textAlign'|'textBaseline'
 *   |'globalAlpha'|'fillRect'|'strokeRect'|'fillText'|'beginPath'|'moveTo'|'lineTo'|'closePath'|'arc'|'fill'|'stroke'
 *   |'save'|'restore'|'setLineDash'|'imageSmoothingEnabled'> & { drawImage(image: HTMLCanvasElement, x: number, y: number,
 *   width: number, height: number): void }} Pen
 */

export const FONT = '12px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';
export const SMALL = '11px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';
export const BOLD = '600 12px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';

/** @type {Set<() => void>} */
const waiting = new Set();
let asked = false;

/**
 * Draws `draw` in the next animation frame, once, however often it is asked for until then.
 * Repainting every view in every frame costs twice the frame time: only what changed is drawn.
 * @param {() => void} draw
 */
export function repaint(draw) {
    waiting.add(draw);
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
        asked = false;
        const now = [...waiting];
        waiting.clear();
        for (const each of now) each();
    });
}

/**
 * A canvas that fills its box and is drawn in CSS pixels at the resolution of the screen.
 */
export class Surface {
    /**
     * @param {HTMLElement} host the box to fill
     * @param {string} label what a screen reader says for the picture
     * @param {(pen: CanvasRenderingContext2D, width: number, height: number) => void} draw
     */
    constructor(host, label, draw) {
        this.canvas = document.createElement('canvas');
        this.canvas.className = 'surface';
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute('role', 'img');
        this.label(label);
        host.append(this.canvas);
        this.host = host;
        this.width = 0;
        this.height = 0;
        const pen = this.canvas.getContext('2d', { alpha: false });
        if (!pen) throw new Error('this browser has no 2D canvas');
        const fillText = pen.fillText.bind(pen);
        pen.fillText = (text, x, y) => fillText(visible(text), x, y);
        this.pen = pen;
        this.paint = () => {
            if (this.width < 1 || this.height < 1) return;
            this.pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
            draw(this.pen, this.width, this.height);
        };
        this.ratio = 1;
        /** Called after the size changed, before the drawing. */
        this.resized = () => {};
        this.measureBox();
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(host);
    }

    /** @param {string} text */
    label(text) {
        if (this.canvas.getAttribute('aria-label') !== visible(text)) this.canvas.setAttribute('aria-label', visible(text));
    }

    resize() {
        if (!this.measureBox()) return;
        this.resized();
        // At once, not in the next frame: a resized canvas is empty and would flash.
        this.paint();
    }

    /** @returns {boolean} whether the size changed */
    measureBox() {
        const ratio = window.devicePixelRatio || 1;
        const { clientWidth: width, clientHeight: height } = this.host;
        if (width === this.width && height === this.height && ratio === this.ratio) return false;
        this.width = width;
        this.height = height;
        this.ratio = ratio;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        this.canvas.style.width = `${width}px`;
        this.canvas.style.height = `${height}px`;
        return true;
    }

    dirty() {
        repaint(this.paint);
    }

    /**
     * Where a pointer is on the canvas, in CSS pixels.
     * @param {MouseEvent} event
     * @returns {[number, number]}
     */
    at(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** @type {Map<string, Map<string, number>>} */
const widths = new Map();

/**
 * The drawn width of a text. Widths of words are kept: measuring is the most expensive part of a frame.
 * @param {string} text
 * @param {string} font
 */
export function measure(text, font = FONT) {
    let known = widths.get(font);
    if (!known) widths.set(font, (known = new Map()));
    let width = known.get(text);
    if (width === undefined) {
        ruler ??= document.createElement('canvas').getContext('2d');
        if (!ruler) return text.length * 7;
        ruler.font = font;
        width = ruler.measureText(visible(text)).width;
        if (known.size > 50_000) known.clear();
        known.set(text, width);
    }
    return width;
}

/** @type {Map<string, string>} */
const fitted = new Map();

/**
 * As much of `text` as fits into `room` pixels, ended by "…" where something is left out; '' where not even
 * two letters fit.
 * @param {string} text
 * @param {number} room
 * @param {string} font
 */
export function fit(text, room, font = FONT) {
    if (room < 14) return '';
    const whole = Math.floor(room);
    const key = `${whole}${font}${text}`;
    const known = fitted.get(key);
    if (known !== undefined) return known;
    if (fitted.size > 20_000) fitted.clear();
    const shown = fitMeasured(visible(text), whole, (part) => measure(part, font));
    fitted.set(key, shown);
    return shown;
}

/** As `fit`, but cut in the middle: names differ at their ends. @param {string} text @param {number} room @param {string} font */
export function fitMiddle(text, room, font = FONT) {
    return room < 14 ? '' : fitMeasured(visible(text), Math.floor(room), (part) => measure(part, font), true);
}

/**
 * The rule of `fit` without a browser. Cuts between letters as people see them, never inside a surrogate pair
 * or before a combining mark.
 * @param {string} text
 * @param {number} room
 * @param {(text: string) => number} width
 * @param {boolean} [middle]  whether both ends stay
 */
export function fitMeasured(text, room, width, middle = false) {
    if (width(text) <= room) return text;
    const letters = [...new Intl.Segmenter().segment(text)].map((part) => part.segment);
    /** @param {number} kept */
    const cut = (kept) => {
        const end = middle ? kept >> 1 : 0;
        return `${letters.slice(0, kept - end).join('')}…${end > 0 ? letters.slice(-end).join('') : ''}`;
    };
    let fits = 0;
    let tooMany = letters.length;
    while (tooMany - fits > 1) {
        const kept = (fits + tooMany) >> 1;
        if (width(cut(kept)) <= room) fits = kept;
        else tooMany = kept;
    }
    return fits < 2 ? '' : cut(fits);
}

/**
 * Runs `step` with 0..1 over some milliseconds; at once where the reader prefers less motion. Returns what stops it.
 * @param {(t: number) => void} step
 * @param {number} millis
 * @returns {() => void}
 */
export function animate(step, millis = 160) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        step(1);
        return () => {};
    }
    let stopped = false;
    const start = performance.now();
    /** @param {number} now */
    const frame = (now) => {
        if (stopped) return;
        const t = Math.min(1, Math.max(0, (now - start) / millis));
        step(1 - (1 - t) ** 3);
        if (t < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return () => {
        stopped = true;
    };
}
