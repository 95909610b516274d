// Any view as a picture (SVG or PNG) and its numbers as CSV, as files of the browser's own download.

import { openMenuBelow } from '../draw/menu.js';
import { captionLines } from './caption.js';
import { csvText } from './csv.js';
import { keysOf, titledPicture } from './titled.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').View} View */

/** @param {App} app @param {HTMLElement} button @param {string} title @param {View} view */
export function exportMenu(app, button, title, view) {
    const picture = () => titledPicture(view.svg(), captionLines(app, title), keysOf(button.closest('.panel')), { ink: app.theme.colour('ink'), paper: app.theme.colour('paper') });
    openMenuBelow(button, `Export ${title.toLowerCase()}`, [
        { label: 'Figure as SVG', choose: () => save(fileName(app, title, 'svg'), 'image/svg+xml', picture()) },
        { label: 'Figure as PNG', choose: () => savePng(fileName(app, title, 'png'), picture(), app) },
        { label: 'Data as CSV', choose: () => save(fileName(app, title, 'csv'), 'text/csv;charset=utf-8', csvText(view.csv().rows)) },
    ]);
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
