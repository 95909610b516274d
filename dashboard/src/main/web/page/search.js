// The search box: how many rows match, and from match to match.

import { icon, iconButton, make } from '../draw/dom.js';
import { brokenBecause } from '../tree/transform.js';

/** People type on within this time: a tree of 100,000 rows is searched once for several letters. */
const QUIET_MILLIS = 90;

/** @param {import('../data/types.js').App} app */
export function searchBox(app) {
    const input = make('input', { type: 'search', placeholder: 'Search frames: text or /regex/', 'aria-label': 'Search frames', spellcheck: false });
    const count = make('span', { class: 'search-count', role: 'status' });
    const before = iconButton('up', 'Previous match (Shift+Enter)', () => go(-1));
    const after = iconButton('down', 'Next match (Enter)', () => go(1));
    const hint = make('kbd', { class: 'search-key', 'aria-hidden': 'true' }, '/');
    const element = make('div', { class: 'search', role: 'search' }, icon('search', 14), input, hint, count, before, after);

    let due = 0;
    const search = () => {
        clearTimeout(due);
        due = 0;
        element.removeAttribute('aria-busy');
        app.select({ search: input.value });
    };

    /** The next match after the selected row; typing in the box selects nothing by itself. @param {number} step */
    function go(step) {
        if (due) search();
        const { model } = app;
        const matches = model.found?.matches;
        if (!matches || matches.length === 0) return;
        const row = model.selectedRow;
        const next = step > 0 ? matches.findIndex((match) => match > row) : matches.findLastIndex((match) => match < row);
        const at = next >= 0 ? next : step > 0 ? 0 : matches.length - 1;
        app.select({ node: app.pathOf(matches[at]) });
        app.announce(`match ${at + 1} of ${matches.length}`);
    }

    input.addEventListener('input', () => {
        clearTimeout(due);
        element.setAttribute('aria-busy', 'true');
        due = window.setTimeout(search, QUIET_MILLIS);
    });
    input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') {
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
        } else if (event.key === 'Escape') {
            event.stopPropagation();
            if (input.value === '') input.blur();
            input.value = '';
            search();
        }
    });
    return {
        element,
        focus: () => input.select(),
        go,
        update() {
            const { state, model } = app;
            if (!due && input.value !== state.search) input.value = state.search;
            const matches = model.found?.matches;
            hint.hidden = state.search !== '';
            before.hidden = after.hidden = state.search === '';
            count.textContent = matches ? position(matches, model.selectedRow, app) : '';
            count.title = brokenBecause(state.search) ?? '';
            element.classList.toggle('no-match', matches?.length === 0);
        },
    };
}

/** @param {Int32Array} matches @param {number} row @param {import('../data/types.js').App} app */
function position(matches, row, app) {
    const broken = brokenBecause(app.state.search);
    if (broken !== null) return `not a regular expression: ${broken}`;
    if (matches.length === 0) return 'no match';
    const at = matches.indexOf(row);
    return at >= 0 ? `${app.format.whole(at + 1)} of ${app.format.whole(matches.length)}` : app.format.counted(matches.length, 'match', 'matches');
}
