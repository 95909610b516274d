// A menu at a place: arrow keys move, Enter chooses, Escape closes and gives the focus back.

import { make } from './dom.js';

/** @typedef {{label: string, hint?: string, choose: () => void} | null} Item  null is a line between groups */

/** @type {(() => void) | null} */
let closeOpen = null;

/**
 * @param {{x: number, y: number}} at
 * @param {string} label
 * @param {Item[]} items
 */
export function openMenu(at, label, items) {
    closeOpen?.();
    const before = document.activeElement;
    const menu = make('div', { class: 'menu', role: 'menu', 'aria-label': label, tabIndex: -1 });
    const close = () => {
        closeOpen = null;
        menu.remove();
        removeEventListener('pointerdown', outside, true);
        removeEventListener('blur', close);
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
    /** @param {Event} event */
    const outside = (event) => {
        if (!menu.contains(/** @type {Node} */ (event.target))) close();
    };
    for (const item of items) menu.append(item ? button(item, close) : make('div', { class: 'menu-line', role: 'separator' }));
    menu.addEventListener('keydown', (event) => moved(event, menu, close));
    document.body.append(menu);
    menu.style.left = `${Math.max(4, Math.min(at.x, innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(at.y, innerHeight - menu.offsetHeight - 4))}px`;
    addEventListener('pointerdown', outside, true);
    addEventListener('blur', close);
    closeOpen = close;
    /** @type {HTMLElement | null} */ (menu.querySelector('[role=menuitem]'))?.focus();
}

/** Below a button. @param {HTMLElement} button @param {string} label @param {Item[]} items */
export function openMenuBelow(button, label, items) {
    const { right, bottom } = button.getBoundingClientRect();
    openMenu({ x: right - 220, y: bottom + 2 }, label, items);
}

/** @param {NonNullable<Item>} item @param {() => void} close */
function button(item, close) {
    const choose = () => {
        close();
        item.choose();
    };
    return make('button', { type: 'button', class: 'menu-item', role: 'menuitem', tabIndex: -1, onclick: choose }, make('span', {}, item.label), item.hint ? make('kbd', {}, item.hint) : null);
}

/** @param {KeyboardEvent} event @param {HTMLElement} menu @param {() => void} close */
function moved(event, menu, close) {
    const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll('[role=menuitem]')]);
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    event.stopPropagation();
    if (next !== undefined) {
        event.preventDefault();
        items[(next + items.length) % items.length].focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
        event.preventDefault();
        close();
    }
}
