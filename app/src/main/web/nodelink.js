// The call tree as nodes and links.

/** @param {HTMLElement} host @param {import('./types.js').App} _app @returns {import('./types.js').View} */
export function create(host, _app) {
    host.textContent = '';
    return { update() {}, csv: () => ({ name: 'call tree', rows: [] }), svg: () => '<svg xmlns="http://www.w3.org/2000/svg"/>', resize() {} };
}
