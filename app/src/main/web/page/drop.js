// Files dropped anywhere on the page are opened.

import { make } from '../draw/dom.js';

/** @param {(files: FileList) => void} open */
export function dropFiles(open) {
    const veil = make('div', { class: 'veil', hidden: true }, make('p', {}, 'Drop a profile to open it'));
    document.body.append(veil);
    /** @param {DragEvent} event */
    const holdsFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
    addEventListener('dragover', (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        veil.hidden = false;
    });
    addEventListener('dragleave', (event) => {
        if (event.relatedTarget === null) veil.hidden = true;
    });
    addEventListener('drop', (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        veil.hidden = true;
        if (event.dataTransfer) open(event.dataTransfer.files);
    });
}
