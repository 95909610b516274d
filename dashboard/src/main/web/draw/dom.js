// Small builders of page elements. Texts of profiles enter the page here as text nodes only, never as markup, and with their
// control characters made visible.

import { visibleInLines } from './visible.js';

/** @typedef {Node | string | null | undefined | false} Content */

/**
 * An element with properties; `class`, `aria-…`, `data-…` and `role` are attributes, `on…` listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...Content} content
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, properties = {}, ...content) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key === 'class' || key === 'role' || key === 'for' || key.startsWith('aria-') || key.startsWith('data-')) element.setAttribute(key, key.startsWith('aria-') ? visibleInLines(String(value)) : String(value));
        else /** @type {any} */ (element)[key] = key === 'title' ? visibleInLines(value) : value;
    }
    for (const part of content) if (part) element.append(typeof part === 'string' ? visibleInLines(part) : part);
    return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...Content} content
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...content) {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== null) element.setAttribute(key, key === 'aria-label' ? visibleInLines(String(value)) : String(value));
    }
    for (const part of content) if (part) element.append(typeof part === 'string' ? visibleInLines(part) : part);
    return element;
}

/** Writing the same text again would cost a layout. @param {Node} node @param {string} text */
export function setText(node, text) {
    const shown = visibleInLines(text);
    if (node.textContent !== shown) node.textContent = shown;
}

/** The element of an id that index.html surely has. @param {string} id */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element ${id}`);
    return element;
}

/** Line icons, 16 by 16, drawn in the colour of the text around. @type {Record<string, string>} */
const ICONS = {
    undo: 'M6 3 2.5 6.5 6 10 M2.5 6.5H10a3.5 3.5 0 0 1 0 7H7',
    redo: 'M10 3l3.5 3.5L10 10 M13.5 6.5H6a3.5 3.5 0 0 0 0 7h3',
    link: 'M6.5 9.5l3-3 M7 4.5 8.8 2.7a3 3 0 0 1 4.3 4.3L11.5 8.7 M9 11.5l-1.8 1.8a3 3 0 0 1-4.3-4.3L4.5 7.3',
    light: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6 M8 1v1.6 M8 13.4V15 M1 8h1.6 M13.4 8H15 M3 3l1.2 1.2 M11.8 11.8 13 13 M13 3l-1.2 1.2 M4.2 11.8 3 13',
    dark: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
    auto: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12 M8 2v12 M10 2.5v11 M12 3.6v8.8',
    help: 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4 M6.2 6.3a1.8 1.8 0 1 1 2.7 1.5c-.6.4-.9.7-.9 1.4 M8 11.2v.3',
    info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4 M8 7.2v4 M8 4.6v.3',
    ask: 'M2 3.5h12v8H8.5L5 14v-2.5H2Z M5 6.5h6 M5 8.8h4',
    export: 'M8 2v8 M4.8 7 8 10.2 11.2 7 M2.5 13.5h11',
    close: 'M4 4l8 8 M12 4l-8 8',
    search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9 M10.4 10.4 14 14',
    up: 'M3.5 10 8 5.5l4.5 4.5',
    down: 'M3.5 6 8 10.5 12.5 6',
    right: 'M6 3.5 10.5 8 6 12.5',
    more: 'M3 8h.1 M8 8h.1 M13 8h.1',
    note: 'M3 13l.8-3 7-7 2.2 2.2-7 7Z M9.5 4.3l2.2 2.2',
    copy: 'M5.5 5.5h7v8h-7z M3.5 10.5v-8h7',
    open: 'M2 13V3.5h4l1.5 2H14V13Z',
};

/** @param {string} name @param {number} [size] */
export function icon(name, size = 16) {
    return svg('svg', { viewBox: '0 0 16 16', width: size, height: size, class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
}

/**
 * A button that shows an icon only; its label is for the tooltip and for screen readers.
 * @param {string} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} press
 * @param {Record<string, any>} [more]
 */
export function iconButton(name, label, press, more = {}) {
    return make('button', { type: 'button', class: 'icon-button', title: label, 'aria-label': label, onclick: press, ...more }, icon(name));
}
