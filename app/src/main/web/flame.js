// A place for the view "Flame".

/**
 * @param {HTMLElement} host
 * @param {import('./types.js').App} _app
 * @returns {import('./types.js').View}
 */
export function create(host, _app) {
    host.textContent = 'Flame';
    return {
        update() {},
        csv: () => ({ name: 'flame', rows: [] }),
        svg: () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
        resize() {},
    };
}
