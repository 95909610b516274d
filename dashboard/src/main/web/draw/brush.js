// A brush selects a run of places (ranks in the order shown, bins, iterations) by dragging, or by keyboard through two
// handles that are sliders to a screen reader. Views draw the selection themselves: only they know what stands at a place.

/** Both ends included. @typedef {[number, number]} Span */

const NEAR = 6;
const QUIET_MILLIS = 350;

/** @param {number} one @param {number} other @param {number} count @returns {Span} */
export function spanOf(one, other, count) {
    const [low, high] = one < other ? [one, other] : [other, one];
    return [Math.max(0, Math.min(count - 1, low)), Math.max(0, Math.min(count - 1, high))];
}

/**
 * Where a key moves one end of a brush to; null where the key does nothing, 'clear' where it ends the brush.
 * @param {string} key
 * @param {boolean} shift
 * @param {number} at
 * @param {number} count
 * @returns {number | 'clear' | null}
 */
export function keyMove(key, shift, at, count) {
    const far = Math.max(10, Math.round(count / 20));
    const steps = /** @type {Record<string, number>} */ ({
        ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -far, PageUp: far, Home: -Infinity, End: Infinity,
    });
    if (key === 'Delete' || key === 'Backspace') return 'clear';
    const step = steps[key];
    if (step === undefined) return null;
    return Math.max(0, Math.min(count - 1, at + step * (shift ? 10 : 1)));
}

/**
 * @typedef {Object} BrushOptions
 * @property {string} label what is selected: "ranks", "iterations"
 * @property {(event: MouseEvent, dragging: boolean) => number} at the place under the pointer, -1 outside of the brush's part
 *   of the picture; while dragging the nearest place, so that a drag goes on beyond the edge
 * @property {(place: number, side: 0 | 1) => { x: number, y: number, height: number } | null} edge where a handle stands
 * @property {(place: number) => string} text a place in words
 * @property {(span: Span | null, boxed: boolean) => void} drag the selection while it changes; `boxed` where it was drawn from one
 *   place to another, and not moved at an end
 * @property {(span: Span | null, boxed: boolean) => void} done the selection when the hand rests
 * @property {(place: number, event: MouseEvent) => void} [click] a press that did not move
 */

/** @param {number} side @param {string} label */
const handleLabel = (side, label) => `${side === 0 ? 'First' : 'Last'} of the selected ${label}`;

export class Brush {
    /** @param {import('./canvas.js').Surface} surface @param {BrushOptions} options */
    constructor(surface, options) {
        this.surface = surface;
        this.options = options;
        this.count = 0;
        /** @type {Span | null} */
        this.span = null;
        this.dragging = false;
        this.boxed = false;
        this.handles = [this.handle(0), this.handle(1)];
        this.due = 0;
        surface.canvas.addEventListener('pointerdown', (event) => this.press(event));
    }

    /** @param {0 | 1} side */
    handle(side) {
        const made = document.createElement('div');
        made.className = 'brush-handle';
        made.tabIndex = 0;
        made.setAttribute('role', 'slider');
        made.setAttribute('aria-label', handleLabel(side, this.options.label));
        made.addEventListener('keydown', (event) => this.key(event, side));
        made.addEventListener('pointerdown', (event) => this.pull(event, side));
        this.surface.host.append(made);
        return made;
    }

    /** Names what is selected, if it is known only with the data. @param {string} label */
    name(label) {
        this.handles.forEach((handle, side) => handle.setAttribute('aria-label', handleLabel(side, label)));
    }

    /** The selection as the state has it; a drag under way goes first. @param {number} count @param {Span | null} span */
    set(count, span) {
        this.count = count;
        if (!this.dragging) this.span = span;
        this.place();
    }

    place() {
        const [from, to] = this.span ?? [0, this.count - 1];
        this.handles.forEach((handle, index) => {
            const side = /** @type {0 | 1} */ (index);
            const at = side === 0 ? from : to;
            const edge = this.count > 1 ? this.options.edge(at, side) : null;
            handle.hidden = !edge;
            handle.classList.toggle('active', this.span !== null);
            if (!edge) return;
            handle.style.left = `${edge.x}px`;
            handle.style.top = `${edge.y}px`;
            handle.style.height = `${edge.height}px`;
            handle.setAttribute('aria-valuemin', '0');
            handle.setAttribute('aria-valuemax', String(this.count - 1));
            handle.setAttribute('aria-valuenow', String(at));
            handle.setAttribute('aria-valuetext', this.options.text(at));
        });
    }

    /** @param {Span | null} span */
    show(span) {
        this.span = span;
        this.place();
        this.options.drag(span, this.boxed);
    }

    /** @param {PointerEvent} event */
    press(event) {
        if (event.button !== 0 || this.count === 0) return;
        const start = this.options.at(event, false);
        if (start < 0) return;
        this.boxed = true;
        this.follow(event, (now) => spanOf(start, now, this.count), () => this.options.click?.(start, event));
    }

    /** @param {PointerEvent} event @param {0 | 1} side */
    pull(event, side) {
        if (event.button !== 0) return;
        event.preventDefault();
        this.handles[side].focus();
        this.boxed = false;
        const other = this.span ? this.span[1 - side] : side === 0 ? this.count - 1 : 0;
        this.follow(event, (now) => spanOf(other, now, this.count), () => {});
    }

    /**
     * @param {PointerEvent} event
     * @param {(place: number) => Span} span
     * @param {() => void} click
     */
    follow(event, span, click) {
        const from = { x: event.clientX, y: event.clientY };
        const target = /** @type {HTMLElement} */ (event.currentTarget);
        target.setPointerCapture(event.pointerId);
        let moved = false;
        /** @param {PointerEvent} now */
        const move = (now) => {
            if (!moved && Math.hypot(now.clientX - from.x, now.clientY - from.y) < NEAR / 2) return;
            moved = true;
            this.dragging = true;
            const place = this.options.at(now, true);
            if (place >= 0) this.show(span(place));
        };
        const end = () => {
            target.removeEventListener('pointermove', move);
            target.removeEventListener('pointerup', up);
            target.removeEventListener('pointercancel', end);
            this.dragging = false;
        };
        const up = () => {
            end();
            if (moved) this.options.done(this.span, this.boxed);
            else click();
        };
        target.addEventListener('pointermove', move);
        target.addEventListener('pointerup', up);
        target.addEventListener('pointercancel', end);
    }

    /** @param {KeyboardEvent} event @param {0 | 1} side */
    key(event, side) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const now = this.span ?? [0, this.count - 1];
        const to = keyMove(event.key, event.shiftKey, now[side], this.count);
        if (to === null) return;
        event.preventDefault();
        event.stopPropagation();
        this.boxed = false;
        this.show(to === 'clear' ? null : side === 0 ? spanOf(Math.min(to, now[1]), now[1], this.count) : spanOf(now[0], Math.max(to, now[0]), this.count));
        clearTimeout(this.due);
        this.dragging = true;
        // Each press of a key would otherwise be a step of the history of its own.
        this.due = window.setTimeout(() => {
            this.dragging = false;
            this.options.done(this.span, false);
        }, QUIET_MILLIS);
    }
}
