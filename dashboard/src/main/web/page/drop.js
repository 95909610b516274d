// Files and folders dropped anywhere on the page are opened, each one run.

import { make } from '../draw/dom.js';

/** @typedef {import('../data/types.js').Dropped} Dropped */

const MOST_FILES = 20_000;

/** @param {(runs: Dropped[][]) => void} open */
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
    addEventListener('drop', async (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        veil.hidden = true;
        if (event.dataTransfer) open(await droppedIn(event.dataTransfer));
    });
}

/** @param {Iterable<File>} files @returns {Dropped[][]} */
export const runsOf = (files) => Array.from(files, (file) => [{ file, path: file.name }]);

/** The entries must be taken while the event lasts. @param {DataTransfer} transfer @returns {Promise<Dropped[][]>} */
async function droppedIn(transfer) {
    const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
    const files = Array.from(transfer.files);
    if (entries.every((entry) => !entry?.isDirectory)) return runsOf(files);
    const runs = await Promise.all(entries.filter((entry) => entry !== null).map((entry) => filesBelow(entry)));
    return runs.filter((run) => run.length > 0);
}

/** @param {FileSystemEntry} top @returns {Promise<Dropped[]>} */
async function filesBelow(top) {
    /** @type {Dropped[]} */
    const found = [];
    const open = [{ entry: top, path: top.name }];
    for (let next = open.pop(); next && found.length < MOST_FILES; next = open.pop()) {
        const { entry, path } = next;
        if (entry.isFile) found.push({ file: await fileOf(/** @type {FileSystemFileEntry} */ (entry)), path });
        else for (const child of await childrenOf(/** @type {FileSystemDirectoryEntry} */ (entry))) open.push({ entry: child, path: `${path}/${child.name}` });
    }
    return found;
}

/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
const fileOf = (entry) => new Promise((done, failed) => entry.file(done, failed));

/** A folder is read in portions until one is empty. @param {FileSystemDirectoryEntry} folder @returns {Promise<FileSystemEntry[]>} */
async function childrenOf(folder) {
    const reader = folder.createReader();
    /** @type {FileSystemEntry[]} */
    const all = [];
    for (;;) {
        /** @type {FileSystemEntry[]} */
        const some = await new Promise((done, failed) => reader.readEntries(done, failed));
        if (some.length === 0) return all;
        all.push(...some);
    }
}
