// What stands out among the ranks, in sentences. Each finding is a button that selects the ranks it speaks of.

import { element } from './figure.js';
import { groupName, periodMask, periodRatio, periodText, spans } from './rank-values.js';

/**
 * @param {import('./types.js').App} app
 * @param {import('./processes.js').RankView} view
 * @returns {HTMLElement[]}
 */
export function rankNotes(app, view) {
    if (!view.data) return [];
    const { groups, stats, value, outlier, period } = view.data;
    const { format, model } = app;
    const write = (/** @type {number} */ each) => format.value(each, model.unit);
    if (groups.length === 1) return [element('span', 'note-summary', `${groupName(groups, 0)}: ${write(stats.max)}`)];
    const summary = [format.counted(stats.present, groups.unit), `mean ${write(stats.mean)}`,
        `slowest ${write(stats.max)} (${groupName(groups, stats.slowest)})`, `imbalance ${format.ratio(stats.imbalance)}`];
    const within = withinText(app);
    if (within) summary.unshift(within);
    const notes = summary.map((text) => element('span', 'note-summary', text));
    if (period) {
        const text = periodText(period, periodRatio(groups, value, period), groups.unit);
        const title = `Select ${groups.unit}s ${period.offset}, ${period.offset + period.every}, …`;
        notes.push(note('note-period', text, title, () => view.commit(periodMask(groups, period))));
    }
    const found = groups.number.filter((_, at) => outlier[at]);
    if (found.length > 0) {
        const text = `${found.length === 1 ? 'Outlier' : `${format.whole(found.length)} outliers`}: ${named(groups, found)}`;
        notes.push(note('note-outliers', text, 'Select the outliers', () => view.commit(outlier.slice())));
    }
    const gone = groups.length - stats.present;
    if (gone > 0) notes.push(element('span', 'note-missing', `not measured on ${format.counted(gone, groups.unit)}`));
    return notes;
}

/** @param {import('./rank-values.js').Groups} groups @param {Int32Array} found */
function named(groups, found) {
    const numbers = found.filter((each) => each >= 0);
    return numbers.length > 0 ? `${groups.unit} ${spans(numbers, 3)}` : `no ${groups.unit}`;
}

/** Which iterations the values of ranks are of, empty where none are selected. @param {import('./types.js').App} app */
export function withinText({ state, model }) {
    if (!state.iterations || !model.ranks || !('header' in model.ranks)) return '';
    if (!model.ranks.header.within) return 'all iterations';
    const [from, to] = state.iterations;
    return from === to ? `iteration ${from}` : `iterations ${from}–${to}`;
}

/** @param {string} className @param {string} text @param {string} title @param {() => void} act */
function note(className, text, title, act) {
    const made = /** @type {HTMLButtonElement} */ (element('button', className, text));
    made.type = 'button';
    made.title = title;
    made.addEventListener('click', act);
    return made;
}
