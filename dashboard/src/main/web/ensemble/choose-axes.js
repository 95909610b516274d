// The axes of the parallel coordinates: which columns and metrics have one, and their order.

import { iconButton, make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';
import { METRIC } from './runs-model.js';

/** @param {import('../data/types.js').App} app @param {import('./types.js').Runs} runs @param {string[]} shown */
export function chooseAxes(app, runs, shown) {
    const { dialog, body } = overlay('axes', 'Axes');
    let chosen = [...shown];
    const all = [...runs.columns.map(({ name }) => name), ...runs.metrics.map(({ name }) => METRIC + name)];
    const label = (/** @type {string} */ id) => (id.startsWith(METRIC) ? `${id.slice(METRIC.length)} at the selected node` : id);
    const apply = () => {
        app.select({ runAxes: chosen });
        list();
    };
    const list = () => {
        const others = all.filter((id) => !chosen.includes(id));
        body.replaceChildren(make('ol', { class: 'axis-list', 'aria-label': 'Axes from left to right' }, ...chosen.map(shownAxis)), make('div', { class: 'axis-others', role: 'group', 'aria-label': 'Other columns' }, ...others.map(otherAxis)));
    };
    /** @param {string} id @param {number} at */
    const shownAxis = (id, at) => make('li', {}, make('span', {}, label(id)), iconButton('up', `Move ${label(id)} left`, () => swap(at, at - 1), { disabled: at === 0 }), iconButton('down', `Move ${label(id)} right`, () => swap(at, at + 1), { disabled: at === chosen.length - 1 }), iconButton('close', `Remove ${label(id)}`, () => remove(id), { disabled: chosen.length === 1 }));
    /** @param {string} id */
    const otherAxis = (id) => make('button', { type: 'button', class: 'button small', onclick: () => { chosen = [...chosen, id]; apply(); } }, `+ ${label(id)}`);
    /** @param {number} one @param {number} other */
    const swap = (one, other) => {
        [chosen[one], chosen[other]] = [chosen[other], chosen[one]];
        apply();
    };
    /** @param {string} id */
    const remove = (id) => {
        chosen = chosen.filter((each) => each !== id);
        apply();
    };
    list();
    dialog.addEventListener('close', () => dialog.remove());
    dialog.showModal();
}
