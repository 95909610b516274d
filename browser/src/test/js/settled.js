// Runs in every page of a test before its own scripts: counts what they have started and not finished, so that a test
// looks at the page when it has answered, however long that takes. `settled()` is fulfilled then.

(() => {
    /** Timers from here on are no steps towards an answer: messages vanish then. In milliseconds. */
    const LATER = 1000;
    /** Messages stay so many times as long: a test must be able to read them on a busy machine. */
    const SLOWLY = 20;
    const timer = window.setTimeout.bind(window);
    const clear = window.clearTimeout.bind(window);
    const frame = window.requestAnimationFrame.bind(window);
    const cancel = window.cancelAnimationFrame.bind(window);
    /** @type {Map<string, number>} what is under way, and how often */
    const underWay = new Map();
    const add = (what, by) => {
        const count = (underWay.get(what) ?? 0) + by;
        if (count === 0) underWay.delete(what);
        else underWay.set(what, count);
    };

    /** What continues after an answer starts its next step within the same turn, so the answer counts until the next one. */
    const counted = (what, promise) => {
        const done = () => timer(() => add(what, -1), 0);
        add(what, 1);
        promise.then(done, done);
        return promise;
    };
    const ask = window.fetch.bind(window);
    window.fetch = (where, init) => counted(`answer of ${where.url ?? where}`, ask(where, init));
    for (const type of [Response, Blob])
        for (const part of ['arrayBuffer', 'blob', 'json', 'text']) {
            const read = type.prototype[part];
            if (read)
                type.prototype[part] = function () {
                    return counted(part, read.call(this));
                };
        }
    const decode = Image.prototype.decode;
    Image.prototype.decode = function () {
        return counted('image', decode.call(this));
    };

    const due = new Set();
    const over = (what, id) => due.delete(id) && add(what, -1);
    window.setTimeout = (act, millis = 0, ...rest) => {
        if (millis >= LATER) return timer(act, millis * SLOWLY, ...rest);
        const id = timer(() => {
            over('timer', id);
            act(...rest);
        }, millis);
        due.add(id);
        add('timer', 1);
        return id;
    };
    window.clearTimeout = (id) => {
        over('timer', id);
        clear(id);
    };
    const frames = new Set();
    window.requestAnimationFrame = (act) => {
        const id = frame((now) => {
            if (frames.delete(id)) add('frame', -1);
            act(now);
        });
        frames.add(id);
        add('frame', 1);
        return id;
    };
    window.cancelAnimationFrame = (id) => {
        if (frames.delete(id)) add('frame', -1);
        cancel(id);
    };

    const busy = () => {
        const shown = [...document.querySelectorAll('[aria-busy="true"]')].find((each) => !each.closest('[hidden]'));
        return shown ? [`aria-busy of ${shown.id || shown.className || shown.tagName}`, ...underWay.keys()] : [...underWay.keys()];
    };

    /** Observers of sizes act at the end of a frame and may ask for another one: two calm frames in a row. */
    window.settled = async (limitMillis) => {
        const end = performance.now() + limitMillis;
        for (let calm = 0; calm < 2; ) {
            await new Promise(frame);
            calm = busy().length === 0 ? calm + 1 : 0;
            if (performance.now() > end) throw new Error(`not settled within ${limitMillis} ms: ${busy().join(', ')}`);
        }
    };
})();
