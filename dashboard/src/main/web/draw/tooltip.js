// One tooltip for every view: a title and lines of label and value, kept inside the window.

import { make } from './dom.js';

const GAP = 14;

/** @param {HTMLElement} host @returns {import('../data/types.js').Tooltip} */
export function tooltipIn(host) {
    const box = make('div', { class: 'tooltip', role: 'tooltip', hidden: true });
    host.append(box);
    let shown = '';
    return {
        show(x, y, title, facts) {
            const key = JSON.stringify([title, facts]);
            if (key !== shown) {
                shown = key;
                const lines = facts.flatMap(({ label, value }) => [make('dt', {}, label), make('dd', {}, value)]);
                box.replaceChildren(make('div', { class: 'tooltip-title' }, title), make('dl', {}, ...lines));
            }
            box.hidden = false;
            const { offsetWidth: width, offsetHeight: height } = box;
            box.style.left = `${x + GAP + width > innerWidth ? Math.max(4, x - GAP - width) : x + GAP}px`;
            box.style.top = `${y + GAP + height > innerHeight ? Math.max(4, y - GAP - height) : y + GAP}px`;
        },
        hide() {
            box.hidden = true;
        },
    };
}
