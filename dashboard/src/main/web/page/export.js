// Any view as a picture (SVG or PNG) and its numbers as CSV, as files of the browser's own download.

import { openMenuBelow } from '../draw/menu.js';
import { captionLines } from './caption.js';
import { csvText } from './csv.js';
import { flash } from './flash.js';
import { keysOf, titledPicture } from './titled.js';
import { encode } from '../data/state.js';
import { problem } from '../data/wire.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').View} View */

/** @param {App} app @param {HTMLElement} button @param {string} title @param {View} view */
export function exportMenu(app, button, title, view) {
    const picture = () => titledPicture(view.svg(), captionLines(app, title), keysOf(button.closest('.panel')), { ink: app.theme.colour('ink'), paper: app.theme.colour('paper') });
    openMenuBelow(button, `Export ${title.toLowerCase()}`, [
        { label: 'Figure as SVG', choose: () => save(fileName(app, title, 'svg'), 'image/svg+xml', picture()) },
        { label: 'Figure as PNG', choose: () => savePng(fileName(app, title, 'png'), picture(), app) },
        ...(app.data.live && title === 'Call tree' ? [{ label: 'Page of this run as HTML', choose: () => void savePage(app) }] : []),
        { label: `${view.csvOf ?? 'Data'} as CSV`, choose: () => save(fileName(app, title, 'csv'), 'text/csv;charset=utf-8', csvText(view.csv().rows)) },
    ]);
}

/** The export menu of a table, which is no figure. @param {App} app @param {HTMLElement} button @param {string} title @param {() => import('../data/types.js').Sheet} sheet @param {string} [of]  which rows they are, if not all */
export function exportTable(app, button, title, sheet, of = 'Data') {
    openMenuBelow(button, `Export ${title.toLowerCase()}`, [{ label: `${of} as CSV`, choose: () => save(fileName(app, title, 'csv'), 'text/csv;charset=utf-8', csvText(sheet().rows)) }]);
}

/** The page as a file to mail, as it is now: with notes, selection and transforms. @param {App} app */
async function savePage(app) {
    flash('Writing the page …');
    try {
        const page = await app.data.page(app.state.run);
        save(fileName(app, 'page', 'html'), 'text/html', pageWithState(page, encode({ ...app.state, run: 0, against: null })));
    } catch (failure) {
        const { error, hint } = problem(failure);
        flash(`The page was not written: ${[error, hint].filter(Boolean).join(' ')}`, true);
    }
}

/** A state contains no character that ends an attribute except &, because it is URL-encoded. @param {string} page @param {string} state */
export function pageWithState(page, state) {
    const safe = state.replace(/[^A-Za-z0-9_.!~*'()%=&/,-]/g, encodeURIComponent).replaceAll('&', '&amp;').replaceAll("'", '%27');
    return page.replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta name="treeline-state" content="${safe}">`);
}

/** @param {App} app @param {string} title @param {string} ending */
export function fileName(app, title, ending) {
    const run = app.model.runInfo?.name ?? 'treeline';
    return `${run}-${title}`.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, '').concat('.', ending);
}

/** @param {string} name @param {string} type @param {BlobPart} content */
export function save(name, type, content) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Twice the size of the screen's pixels, so that print is sharp. */
const SCALE = 2;

/** @param {string} name @param {string} picture @param {App} app */
async function savePng(name, picture, app) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const pen = canvas.getContext('2d');
    if (!pen) return;
    pen.fillStyle = app.theme.colour('paper');
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && save(name, 'image/png', blob), 'image/png');
}
