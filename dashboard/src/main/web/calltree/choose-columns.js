// Which metrics stand beside each other in the tree table: a list to tick, each metric with and without what was called.

import { make } from '../draw/dom.js';
import { isScaled } from '../draw/format.js';
import { overlay } from '../draw/overlay.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Scope} Scope */

/** @param {App} app */
export function columnChooser(app) {
    const { dialog, body } = overlay('columns', 'Columns of the call tree');
    const find = make('input', { type: 'search', placeholder: 'Find a metric', 'aria-label': 'Find a metric' });
    const list = make('div', { class: 'column-list' });
    body.append(
        make('p', { class: 'quiet' }, 'One metric is shown by all views; these stand beside it in the table, and in its CSV.'),
        make('div', { class: 'column-tools' }, find, make('button', { type: 'button', class: 'button', onclick: () => choose([]) }, 'None of them')),
        list,
    );
    find.addEventListener('input', () => narrow());

    /** @param {import('../data/types.js').MetricColumn[]} columns */
    function choose(columns) {
        app.select({ columns });
        for (const box of list.querySelectorAll('input')) box.checked = columns.some(({ metric, scope }) => metric === box.dataset.metric && scope === box.dataset.scope);
    }

    function narrow() {
        const text = find.value.toLowerCase();
        for (const row of /** @type {HTMLElement[]} */ ([...list.children])) row.hidden = !row.dataset.name?.toLowerCase().includes(text);
    }

    /** @param {string} metric @param {Scope} scope @param {boolean} wanted */
    function toggle(metric, scope, wanted) {
        const rest = app.state.columns.filter((column) => column.metric !== metric || column.scope !== scope);
        choose(wanted ? [...rest, { metric, scope }] : rest);
    }

    /** @param {string} metric @param {Scope} scope @param {string} label */
    function box(metric, scope, label) {
        const checked = app.state.columns.some((column) => column.metric === metric && column.scope === scope);
        const input = make('input', { type: 'checkbox', checked, 'data-metric': metric, 'data-scope': scope, 'aria-label': `${metric} ${label}`.trim() });
        input.addEventListener('change', () => toggle(metric, scope, input.checked));
        return make('label', {}, input, label || 'value');
    }

    return {
        async open() {
            const metrics = await offered(app);
            list.replaceChildren(...metrics.map(({ name, unit, scope }) => make('div', { class: 'column-choice', 'data-name': name },
                make('span', { class: 'column-name', title: name }, unit && !isScaled(unit) ? `${name} (${unit})` : name),
                ...(scope === 'point' ? [box(name, 'inclusive', '')] : [box(name, 'inclusive', 'inclusive'), box(name, 'exclusive', 'exclusive')]))));
            find.value = '';
            dialog.showModal();
        },
    };
}

/** Metrics that can be answered: a mailed report holds some only. @param {App} app */
async function offered({ data, model, state }) {
    const metrics = model.runInfo?.metrics ?? [];
    if (data.live) return metrics;
    const held = await Promise.all(metrics.map(({ name }) => data.values({ run: state.run, metric: name, over: state.over }).then(() => true, () => false)));
    return metrics.filter((_, at) => held[at]);
}
