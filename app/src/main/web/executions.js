// A place for the view "Executions".

/**
 * @param {HTMLElement} host
 * @param {import('./types.js').App} _app
 * @returns {import('./types.js').View}
 */
export function create(host, _app) {
    host.textContent = 'Executions';
    return {
        update() {},
        csv: () => ({ name: 'executions', rows: [] }),
        svg: () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
        resize() {},
    };
}
