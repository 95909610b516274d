// Drawing messages, waits and the critical path over the rows of a timeline.

import { xOf } from './time-draw.js';

/** @typedef {import('../draw/canvas.js').Pen} Pen */
/** @typedef {import('../draw/palette.js').Palette} Palette */
/** @typedef {import('../calltree/flame-boxes.js').Area} Area */
/** @typedef {import('./time-axis.js').Span} Span */
/** @typedef {(context: number) => number | null} MiddleOf  the middle of a context's row in pixels; null if it has none */

/** Lines from send to receive, with a dot where they arrive. @param {Pen} pen @param {Area} area @param {Span} span @param {Record<string, ArrayLike<number>>} columns @param {MiddleOf} middle @param {Palette} palette */
export function drawMessages(pen, area, span, { sender, receiver, sent, received }, middle, palette) {
    if (!sender) return;
    pen.strokeStyle = palette.text;
    pen.fillStyle = palette.text;
    pen.lineWidth = 1;
    for (let at = 0; at < sender.length; at++) {
        const [from, to] = [middle(sender[at]), middle(receiver[at])];
        if (from === null || to === null) continue;
        const [left, right] = [xOf(area, span, sent[at]), xOf(area, span, received[at])];
        if (right < area.x || left > area.x + area.width) continue;
        pen.beginPath();
        pen.moveTo(left, from);
        pen.lineTo(right, to);
        pen.stroke();
        pen.fillRect(right - 1.5, to - 1.5, 3, 3);
    }
}

/** @param {Area} area @param {Span} span @param {Record<string, ArrayLike<number>>} columns @param {number} at @param {MiddleOf} middle @param {number} tall */
export function waitBox(area, span, { waiting, begin, end }, at, middle, tall) {
    const y = middle(waiting[at]);
    const left = Math.max(area.x, xOf(area, span, begin[at]));
    const right = Math.min(area.x + area.width, xOf(area, span, end[at]));
    if (y === null || right <= left) return null;
    const height = Math.max(3, Math.min(tall - 2, 14));
    return { x: left, y: y - height / 2, width: Math.max(2, right - left), height };
}

/** Hatched boxes, which differ from functions by more than their colour. @param {Pen} pen @param {Area} area @param {Span} span @param {Record<string, ArrayLike<number>>} columns @param {MiddleOf} middle @param {number} tall @param {number} chosen @param {Palette} palette */
export function drawWaits(pen, area, span, columns, middle, tall, chosen, palette) {
    if (!columns.waiting) return;
    for (let at = columns.waiting.length - 1; at >= 0; at--) {
        const box = waitBox(area, span, columns, at, middle, tall);
        if (!box) continue;
        pen.strokeStyle = at === chosen ? palette.text : palette.outlier;
        pen.lineWidth = at === chosen ? 2 : 1;
        pen.strokeRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1);
        pen.beginPath();
        for (let x = box.x + 5; x < box.x + box.width; x += 6) {
            pen.moveTo(x, box.y + 1);
            pen.lineTo(Math.max(box.x, x - 4), box.y + box.height - 1);
        }
        pen.stroke();
    }
    pen.lineWidth = 1;
    if (chosen >= 0) drawCause(pen, area, span, columns, middle, chosen, palette);
}

/** From the row that ends a wait to the row that waited. @param {Pen} pen @param {Area} area @param {Span} span @param {Record<string, ArrayLike<number>>} columns @param {MiddleOf} middle @param {number} at @param {Palette} palette */
function drawCause(pen, area, span, { waiting, cause, end }, middle, at, palette) {
    const [from, to] = [middle(cause[at]), middle(waiting[at])];
    if (from === null || to === null) return;
    const x = xOf(area, span, end[at]);
    pen.strokeStyle = palette.text;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x, from);
    pen.lineTo(x, to);
    pen.stroke();
    pen.fillStyle = palette.text;
    pen.fillRect(x - 3, from - 3, 6, 6);
    pen.lineWidth = 1;
}

/** @param {Pen} pen @param {Area} area @param {Span} span @param {Record<string, ArrayLike<number>>} columns @param {MiddleOf} middle @param {Palette} palette */
export function drawPath(pen, area, span, { pathContext, pathBegin, pathEnd }, middle, palette) {
    if (!pathContext) return;
    for (const [colour, width] of /** @type {[string, number][]} */ ([[palette.background, 5], [palette.hot, 3]])) {
        pen.strokeStyle = colour;
        pen.lineWidth = width;
        pen.beginPath();
        let open = false;
        for (let at = 0; at < pathContext.length; at++) {
            const y = middle(pathContext[at]);
            const [left, right] = [pathBegin[at], pathEnd[at]].map((time) => Math.max(area.x, Math.min(area.x + area.width, xOf(area, span, time))));
            if (y === null) {
                open = false;
                continue;
            }
            if (open) pen.lineTo(left, y);
            else pen.moveTo(left, y);
            pen.lineTo(right, y);
            open = true;
        }
        pen.stroke();
    }
    pen.lineWidth = 1;
}
