// What a picture shows, in words: run, metric, statistic and everything that was selected. On paper and in exported pictures.

import { chips } from './chips.js';

/** @typedef {import('../data/types.js').App} App */

/** The title, then what the numbers are of. @param {App} app @param {string} title @returns {string[]} */
export function captionLines(app, title) {
    const { model, state } = app;
    const { runInfo, metric, combined, unit } = model;
    if (!runInfo) return [title];
    const of = metric ? [`${metric.name}${unit ? ` (${unit})` : ''}`, state.scope, combined || state.over] : [];
    return [`${title} · ${runInfo.name}`, [...of, ...chips(app).map(({ label }) => label), ...(state.search ? [`search “${state.search}”`] : [])].join(' · ')];
}
