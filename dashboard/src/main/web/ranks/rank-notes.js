// What stands out among the ranks, in sentences. Each finding is a button that selects the ranks it speaks of.

import { visible } from '../draw/visible.js';
import { element } from '../draw/figure.js';
import { otherNotes } from './rank-compared.js';
import { groupName, periodMask, periodText, spans } from './rank-values.js';

/**
 * @param {import('../data/types.js').App} app
 * @param {import('./rank-view.js').RankView} view
 * @returns {HTMLElement[]}
 */
export function rankNotes(app, view) {
    if (!view.data) return [];
    const { groups, stats, outlier, period } = view.data;
    const { format, model } = app;
    const write = (/** @type {number} */ each) => format.value(each, model.unit);
    if (groups.length === 1) return [element('span', 'note-summary', `${groupName(groups, 0)}: ${write(stats.max)}`), ...otherNotes(app, groups)];
    const summary = [`${stats.present < groups.length ? 'ran on ' : ''}${format.countedOf(stats.present, groups.length, groups.unit)}`, `mean ${write(stats.mean)}`,
        `slowest ${write(stats.max)} (${groupName(groups, stats.slowest)})`, `imbalance ${format.ratio(stats.imbalance)}`];
    const within = withinText(app);
    if (within) summary.unshift(within);
    const notes = [...summary.map((text) => element('span', 'note-summary', text)), ...otherNotes(app, groups)];
    if (period) {
        const text = periodText(period, groups.unit);
        const title = `Select ${format.plural(groups.unit)} ${period.offset}, ${period.offset + period.every}, …`;
        notes.push(note('note-period', text, title, () => view.commit(periodMask(groups, period))));
    }
    const found = Array.from(groups.number.keys()).filter((at) => outlier[at]);
    if (found.length > 0) {
        const text = `${found.length === 1 ? 'Outlier' : `${format.whole(found.length)} outliers`}: ${named(groups, found)}`;
        notes.push(note('note-outliers', text, 'Select the outliers', () => view.commit(outlier.slice())));
    }
    return notes;
}

const NAMED = 3;

/** @param {import('./rank-values.js').Groups} groups @param {number[]} found */
export function named(groups, found) {
    if (!groups.names) return `${groups.unit} ${spans(found.map((at) => groups.number[at]), NAMED)}`;
    const text = found.slice(0, NAMED).map((at) => groupName(groups, at)).join(', ');
    return found.length > NAMED ? `${text} and ${found.length - NAMED} more` : text;
}

/** Which repetitions and iterations the values of ranks are of, empty where all are. @param {import('../data/types.js').App} app */
export function withinText(app) {
    const { repetitions } = app.model;
    const repeated = repetitions ? `${repetitions.length === 1 ? 'repetition' : 'repetitions'} ${spans(repetitions, NAMED)}` : '';
    return [repeated, iterationsText(app)].filter(Boolean).join(', ');
}

/** @param {import('../data/types.js').App} app */
function iterationsText({ state, model }) {
    if (!state.iterations || !model.ranks || !('header' in model.ranks)) return '';
    if (!model.ranks.header.within) return 'all iterations';
    const [from, to] = state.iterations;
    return from === to ? `iteration ${from}` : `iterations ${from}–${to}`;
}

/** @param {string} className @param {string} text @param {string} title @param {() => void} act */
function note(className, text, title, act) {
    const made = /** @type {HTMLButtonElement} */ (element('button', className, text));
    made.type = 'button';
    made.title = visible(title);
    made.addEventListener('click', act);
    return made;
}
