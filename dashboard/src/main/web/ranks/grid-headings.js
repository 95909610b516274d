// The headings of the grid of ranks: a click on one selects its column or row, with Ctrl one more; a drag selects several.

import { Brush } from '../draw/brush.js';

/** @param {import('./rank-view.js').RankView} view */
export function gridHeadings(view) {
    const { surface } = view.figure;
    const grid = () => view.places.grid();
    const folded = () => view.places.kind() === 'grid';
    /**
     * @param {string} label
     * @param {(x: number, y: number, anywhere: boolean) => number} under
     * @param {(span: [number, number]) => Uint8Array} mask
     */
    const brush = (label, under, mask) => new Brush(surface, {
        label,
        at: (event, dragging) => {
            const [x, y] = surface.at(event);
            return folded() ? under(x, y, dragging) : -1;
        },
        edge: () => null, // the ranks themselves have the handles
        text: String,
        drag: (span) => view.preview(span ? mask(span) : null),
        done: (span) => view.commit(span ? mask(span) : null),
        click: (place, event) => view.pickAll(mask([place, place]), event),
    });
    const columns = brush('columns', (x, y, anywhere) => grid().columnAt(x, y, anywhere), (span) => grid().ofColumns(span));
    const rows = brush('rows', (x, y, anywhere) => grid().rowAt(x, y, anywhere), (span) => grid().ofRows(span));
    return {
        get dragging() {
            return columns.dragging || rows.dragging;
        },
        refresh() {
            columns.set(folded() ? grid().perRow : 0, null);
            rows.set(folded() ? grid().rows : 0, null);
        },
    };
}
