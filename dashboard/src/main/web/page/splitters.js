// Lines between panels that can be dragged, or moved by arrow keys. Sizes are a habit of the reader, not part of a link:
// the browser keeps them.

import { make } from '../draw/dom.js';

/** @typedef {{variable: string, label: string, vertical: boolean, least: number, most: number}} Split  sizes in percent of the layout */

/** @type {Record<string, Split>} */
const SPLITS = {
    side: { variable: '--side', label: 'Width of the side panels', vertical: true, least: 12, most: 50 },
    lower: { variable: '--lower', label: 'Height of the lower panels', vertical: false, least: 15, most: 75 },
};
const STEP = 2;

/** @param {HTMLElement} layout @param {() => void} moved */
export function splitters(layout, moved) {
    for (const [name, split] of Object.entries(SPLITS)) layout.append(splitter(layout, name, split, moved));
}

/** @param {HTMLElement} layout @param {string} name @param {Split} split @param {() => void} moved */
function splitter(layout, name, split, moved) {
    const line = make('div', { class: `splitter ${name}`, role: 'separator', tabIndex: 0, 'aria-label': split.label, 'aria-orientation': split.vertical ? 'vertical' : 'horizontal' });
    /** @param {number} percent */
    const set = (percent) => {
        const size = Math.max(split.least, Math.min(split.most, percent));
        layout.style.setProperty(split.variable, `${size}%`);
        line.setAttribute('aria-valuenow', String(Math.round(size)));
        keep(name, size);
        moved();
    };
    /** What the panel behind the line takes now. */
    const now = () => {
        const whole = layout.getBoundingClientRect();
        const at = line.getBoundingClientRect();
        return split.vertical ? ((whole.right - at.right) / whole.width) * 100 : ((whole.bottom - at.bottom) / whole.height) * 100;
    };
    line.setAttribute('aria-valuenow', String(Math.round(kept(name) ?? (split.vertical ? 20 : 34))));
    const before = kept(name);
    if (before !== null) set(before);
    line.addEventListener('pointerdown', (event) => {
        line.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    line.addEventListener('pointermove', (event) => {
        if (!line.hasPointerCapture(event.pointerId)) return;
        const whole = layout.getBoundingClientRect();
        set(split.vertical ? ((whole.right - event.clientX) / whole.width) * 100 : ((whole.bottom - event.clientY) / whole.height) * 100);
    });
    line.addEventListener('dblclick', () => {
        layout.style.removeProperty(split.variable);
        forget(name);
        moved();
    });
    line.addEventListener('keydown', (event) => {
        const step = split.vertical ? { ArrowLeft: STEP, ArrowRight: -STEP }[event.key] : { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
        if (!step) return;
        event.preventDefault();
        set(now() + step);
    });
    return line;
}

/** @param {string} name @returns {number | null} */
function kept(name) {
    try {
        const size = Number.parseFloat(localStorage.getItem(`treeline.${name}`) ?? '');
        return Number.isFinite(size) ? size : null;
    } catch {
        return null; // a page opened from a file may have no storage
    }
}

/** @param {string} name @param {number} size */
function keep(name, size) {
    try {
        localStorage.setItem(`treeline.${name}`, String(size));
    } catch {
        forgotten.add(name);
    }
}

/** @param {string} name */
function forget(name) {
    try {
        localStorage.removeItem(`treeline.${name}`);
    } catch {
        forgotten.add(name);
    }
}

/** Sizes that the browser would not keep: they last as long as the page. @type {Set<string>} */
const forgotten = new Set();
