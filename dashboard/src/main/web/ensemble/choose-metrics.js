// The metrics of the heat map.

import { make } from '../draw/dom.js';
import { overlay } from '../draw/overlay.js';

/** @param {import('../data/types.js').App} app @param {import('./runs-model.js').RunsModel} model */
export function chooseMetrics(app, model) {
    const { dialog, body } = overlay('metrics', 'Metrics of the heat map');
    const shown = new Set(model.heatMetrics().map(({ name }) => name));
    body.replaceChildren(
        ...model.runs.metrics.map(({ name, unit }) => {
            const box = make('input', { type: 'checkbox', checked: shown.has(name) });
            box.addEventListener('change', () => {
                if (box.checked) shown.add(name);
                else shown.delete(name);
                app.select({ runOpen: model.runs.metrics.map((each) => each.name).filter((each) => shown.has(each)) });
            });
            return make('label', { class: 'metric-choice' }, box, unit ? `${name} (${unit})` : name);
        }),
    );
    dialog.addEventListener('close', () => dialog.remove());
    dialog.showModal();
}
