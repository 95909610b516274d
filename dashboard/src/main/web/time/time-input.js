// Gestures of a timeline: wheel, drag and keys. What they mean is decided here, what they do in the view.

/** @typedef {import('./time-axis.js').Span} Span */

/**
 * @typedef {Object} Gestures
 * @property {import('../draw/canvas.js').Surface} surface
 * @property {(x: number, y: number) => 'ruler' | 'rows' | 'labels' | 'minimap' | null} placeAt
 * @property {(x: number, factor: number) => void} zoom  below 1 zooms in
 * @property {(y: number, factor: number) => void} zoomRows
 * @property {(pixels: number, rows: number) => void} pan  both in pixels
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 * @property {(x: number, y: number, event: MouseEvent) => void} click
 * @property {(x: number) => void} doubleClick
 * @property {(from: number, to: number, kind: 'brush' | 'zoom', done: boolean) => void} interval  in pixels
 * @property {(x: number) => void} jump  on the minimap
 * @property {(key: string, event: KeyboardEvent) => boolean} key  whether it meant something
 */

const STEP = 1.0018;
const CLICK = 4;

/** @param {Gestures} gestures */
export function listen(gestures) {
    const { canvas } = gestures.surface;
    /** @type {{x: number, y: number, startX: number, startY: number, kind: 'pan' | 'brush' | 'zoom' | 'minimap', moved: boolean} | null} */
    let drag = null;
    const narrow = matchMedia('(max-width: 1000px)');
    canvas.addEventListener('wheel', (event) => {
        if (narrow.matches && !event.ctrlKey) return; // the page scrolls
        event.preventDefault();
        const [x, y] = gestures.surface.at(event);
        const delta = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(delta)) gestures.pan(-(event.deltaX || delta), 0);
        else if (event.altKey) gestures.zoomRows(y, STEP ** delta);
        else gestures.zoom(x, STEP ** delta);
    }, { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        const [x, y] = gestures.surface.at(event);
        const place = gestures.placeAt(x, y);
        if (!place) return;
        canvas.setPointerCapture(event.pointerId);
        const kind = place === 'minimap' ? 'minimap' : event.ctrlKey || event.metaKey ? 'zoom' : place === 'ruler' || event.shiftKey ? 'brush' : 'pan';
        drag = { x, y, startX: x, startY: y, kind, moved: false };
        if (kind === 'minimap') gestures.jump(x);
    });
    canvas.addEventListener('pointermove', (event) => {
        const [x, y] = gestures.surface.at(event);
        if (!drag) return gestures.hover(x, y);
        if (!drag.moved && Math.hypot(x - drag.startX, y - drag.startY) < CLICK) return;
        drag.moved = true;
        gestures.leave();
        if (drag.kind === 'pan') gestures.pan(x - drag.x, y - drag.y);
        else if (drag.kind === 'minimap') gestures.jump(x);
        else gestures.interval(drag.startX, x, drag.kind, false);
        drag.x = x;
        drag.y = y;
    });
    const end = (/** @type {PointerEvent} */ event) => {
        if (!drag) return;
        const { kind, moved, startX, x, y } = drag;
        drag = null;
        if (event.type === 'pointercancel') return;
        if (moved && (kind === 'brush' || kind === 'zoom')) gestures.interval(startX, x, kind, true);
        else if (!moved && kind !== 'minimap') gestures.click(x, y, event);
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', () => gestures.leave());
    canvas.addEventListener('dblclick', (event) => gestures.doubleClick(gestures.surface.at(event)[0]));
    canvas.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !gestures.key(event.key, event)) return;
        event.preventDefault();
        event.stopPropagation();
    });
}
