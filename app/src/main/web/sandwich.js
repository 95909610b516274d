// A place for the view "Sandwich".

/**
 * @param {HTMLElement} host
 * @param {import('./types.js').App} _app
 * @returns {import('./types.js').View}
 */
export function create(host, _app) {
    host.textContent = 'Sandwich';
    return {
        update() {},
        csv: () => ({ name: 'sandwich', rows: [] }),
        svg: () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
        resize() {},
    };
}
