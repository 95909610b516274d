// Runs in the page: presses every control that can be pressed, each from the same state, and says what the page showed then.
// What stands in several states is pressed in the first. A function expression, called with {states, limit}; answers [{control, state, problems, panels}].

async ({ states, limit }) => {
    const PANELS = ['tree-panel', 'findings-panel', 'details-panel', 'distribution-panel', 'processes-panel', 'executions-panel'];
    const timer = window.setTimeout.bind(window);
    /** The page waits this long for a hand to rest before it fills a table or searches. Here no hand moves: it waits for the next turn only. */
    const HAND_MILLIS = 200;
    window.setTimeout = (act, millis, ...rest) => timer(act, millis <= HAND_MILLIS ? 0 : millis, ...rest);
    const visible = (element) => element.getClientRects().length > 0;

    const close = () => {
        for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
        for (const note of document.querySelectorAll('.flash')) note.remove();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        for (const menu of document.querySelectorAll('.menu')) menu.remove();
    };
    const go = async (state) => {
        close();
        if (decodeURIComponent(location.hash.slice(1)) === decodeURIComponent(state)) return;
        location.hash = state;
        await settled(limit);
    };

    const placeOf = (element) => element.closest('section, header, #selection, #remarks')?.id ?? 'page';
    const nameOf = (element) => `${placeOf(element)}: ${element.getAttribute('aria-label') || element.title || element.textContent.trim() || element.className}`;
    const controls = () =>
        [...document.querySelectorAll('button, select, summary')].filter((each) => visible(each) && !each.disabled && !each.closest('dialog, .menu'));
    const byName = (name) => controls().find((each) => nameOf(each) === name);

    const problemsIn = () => {
        const found = [];
        for (const id of PANELS) {
            const panel = document.getElementById(id);
            if (!visible(panel)) continue; // it has no data and left its space to the others
            const message = panel.querySelector('.panel-message:not([hidden])');
            if (message) found.push(`${id} says ${message.innerText}`);
            if (panel.querySelector('[data-state="error"]')) found.push(`${id} has an error: ${panel.querySelector('.figure-message').innerText}`);
            const stage = panel.querySelector('.panel-stage');
            const drawn = [...stage.querySelectorAll('canvas, svg')].some((each) => visible(each) && each.getBoundingClientRect().width > 0);
            if (!drawn && !stage.innerText.trim()) found.push(`${id} is blank`);
        }
        const error = document.querySelector('.flash.stays');
        if (error) found.push(`the page says ${error.innerText}`);
        return found;
    };
    const walked = [];
    const seen = async (control, state) => {
        await settled(limit);
        walked.push({ control, state, problems: problemsIn(), panels: Object.fromEntries(PANELS.map((id) => [id, document.getElementById(id).innerText])) });
    };
    const items = () => [...document.querySelectorAll('.menu [role="menuitem"]')].filter(visible);
    /** Opens something that may be a menu; every item of it is chosen in turn. */
    const press = async (name, state, open) => {
        open();
        await settled(limit);
        const count = items().length;
        if (count === 0) return seen(name, state);
        for (let at = 0; at < count; at++) {
            if (at > 0) {
                await go(state);
                open();
                await settled(limit);
            }
            const item = items()[at];
            const text = item.textContent.trim();
            item.click();
            await seen(`${name} > ${text}`, state);
        }
    };

    const pressed = new Set();
    for (const state of states) {
        await go(state);
        await seen('(as it opens)', state);
        for (const name of new Set(controls().map(nameOf))) {
            if (pressed.has(name)) continue;
            pressed.add(name);
            await go(state);
            const control = byName(name);
            if (!control) continue; // of a list that came later
            if (control.tagName !== 'SELECT') {
                await press(name, state, () => byName(name)?.click());
                continue;
            }
            for (const value of [...control.options].filter((option) => !option.disabled).map((option) => option.value)) {
                await go(state);
                const select = byName(name);
                select.value = value;
                select.dispatchEvent(new Event('change', { bubbles: true }));
                await seen(`${name} = ${value}`, state);
            }
        }
        for (const id of PANELS) {
            await go(state);
            const canvas = [...document.querySelectorAll(`#${id} canvas`)].find(visible);
            if (!canvas) continue;
            for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            await seen(`${id}: keys on the picture`, state);
        }
        await go(state);
        const row = () => document.querySelector('#tree-panel .row:nth-child(3)');
        if (row() && state === states[0]) await press('menu of a row', state, () => row().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 200, clientY: 200 })));
    }
    await go('');
    window.setTimeout = timer;
    return walked;
}
