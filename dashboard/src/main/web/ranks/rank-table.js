// The numbers behind the picture of ranks: in tooltips, for screen readers and for export.

import { binAt } from '../draw/histogram.js';
import { groupAt } from './rank-chart.js';
import { threadAt } from './rank-threads.js';
import { groupName } from './rank-values.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('./rank-view.js').RankView} RankView */

/**
 * What is under the pointer, in words; null where nothing is.
 * @param {App} app @param {RankView} view @param {MouseEvent} event
 * @returns {{ title: string, facts: import('../data/types.js').Fact[], brush: boolean } | null}
 */
export function rankFacts(app, view, event) {
    if (!view.groups || !view.bins) return null;
    const place = view.places.placeAt(event, false);
    if (place >= 0) return ofRank(app, view, place);
    const [x, y] = view.figure.surface.at(event);
    const { hist, threads } = view.places.areas();
    const bin = view.groups.length > 1 ? binAt(view.bins, hist, x, y) : -1;
    if (bin >= 0) {
        const count = view.bins.counts[bin];
        const facts = [
            { label: app.format.plural(view.groups.unit), value: app.format.whole(count) },
            { label: 'share', value: app.format.percent(count / (view.stats?.present ?? 1)) },
        ];
        return { title: view.places.binText(bin), facts, brush: true };
    }
    const thread = threads && view.threads ? threadAt(threads, view.threads, x, y) : -1;
    if (thread < 0 || !view.threads) return null;
    const value = app.format.value(view.threads.value[thread], app.model.unit);
    return { title: view.threads.names[thread], facts: [{ label: `mean of the ${app.format.plural(view.groups.unit)} shown`, value }], brush: false };
}

/** @param {App} app @param {RankView} view @param {number} place */
function ofRank(app, view, place) {
    const { format, model } = app;
    const group = groupAt(view.plot, place);
    const value = view.value?.[group] ?? NaN;
    /** @type {import('../data/types.js').Fact[]} */
    const facts = [{ label: app.state.scope, value: format.value(value, model.unit) }];
    if (view.stats && value > 0) facts.push({ label: 'of the mean', value: format.percent(value / view.stats.mean) });
    const { other } = view.plot;
    if (other && model.diff) facts.push({ label: model.diff.name, value: format.value(other[group], model.unit) }, { label: 'difference', value: format.change((value || 0) - (other[group] || 0), model.unit) });
    if (view.data?.outlier[group]) facts.push({ label: 'outlier', value: 'yes' });
    const host = hostOf(app, view, group);
    if (host) facts.push({ label: 'host', value: host });
    return { title: view.name(place), facts, brush: true };
}

/** @param {App} app @param {RankView} view @param {number} group */
function hostOf(app, view, group) {
    const contexts = app.model.contexts;
    const column = contexts?.columns.host;
    const at = view.groups?.of.indexOf(group) ?? -1;
    return column && at >= 0 ? contexts.header.hosts?.[column[at]] : undefined;
}

const SHOWN = 50;

/** The indices of the largest values, the largest first. @param {Float64Array} value @param {number} most */
export function slowest(value, most) {
    /** @type {number[]} */
    const found = [];
    for (let at = 0; at < value.length; at++) {
        if (Number.isNaN(value[at]) || (found.length === most && value[at] <= value[found[most - 1]])) continue;
        let place = found.length;
        while (place > 0 && value[found[place - 1]] < value[at]) place--;
        found.splice(place, 0, at);
        if (found.length > most) found.pop();
    }
    return found;
}

/** The slowest ranks. @param {App} app @param {RankView} view */
export function rankTwin(app, view) {
    const { format, model } = app;
    if (!view.data) return { caption: 'no values', head: [], rows: [] };
    const { groups, value, outlier, stats } = view.data;
    const rows = slowest(value, SHOWN).map((group) => [
        groupName(groups, group), format.value(value[group], model.unit),
        format.percent(value[group] / stats.mean), outlier[group] ? 'outlier' : '',
    ]);
    return { caption: `The ${rows.length} slowest of ${format.counted(groups.length, groups.unit)}`, head: [groups.unit, 'value', 'of the mean', 'remark'], rows };
}

/** @param {App} app @param {RankView} view */
export function rankSheet(app, view) {
    const { groups, value, chosen } = view;
    const head = [groups?.unit ?? 'rank', `${app.state.metric ?? 'value'} (${app.model.unit})`, 'outlier', 'selected'];
    const rows = Array.from(groups?.number ?? [], (number, at) => [
        groups?.names?.[at] ?? String(number), String(value?.[at]), view.data?.outlier[at] ? '1' : '0', !chosen || chosen[at] ? '1' : '0',
    ]);
    return { name: 'ranks', rows: [head, ...rows] };
}
