// A pen that writes SVG instead of pixels. The drawings of the views use it for export, so that the exported file shows
// exactly what the screen shows, as sharp vectors with text that can be searched.

import { visible } from './visible.js';

/** @param {string} text */
export function escapeXml(text) {
    return text
        .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/"/g, '&quot;');
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

const ANCHOR = { left: 'start', start: 'start', center: 'middle', right: 'end', end: 'end' };
// Canvas knows baselines that few SVG programs draw alike: shifts of the alphabetic baseline look the same everywhere.
const SHIFT = { alphabetic: 0, middle: 0.35, top: 0.8, hanging: 0.8, bottom: -0.2, ideographic: -0.2 };

/** The same part of a 2D context as a `Pen`. */
export class SvgPen {
    constructor() {
        /** @type {string[]} */
        this.parts = [];
        /** @type {string | CanvasGradient | CanvasPattern} */
        this.fillStyle = '#000';
        /** @type {string | CanvasGradient | CanvasPattern} */
        this.strokeStyle = '#000';
        this.lineWidth = 1;
        this.font = '12px sans-serif';
        /** @type {CanvasTextAlign} */
        this.textAlign = 'start';
        /** @type {CanvasTextBaseline} */
        this.textBaseline = 'alphabetic';
        this.globalAlpha = 1;
        this.imageSmoothingEnabled = true;
        /** @type {number[]} */
        this.dash = [];
        this.path = '';
        /** @type {Record<string, unknown>[]} */
        this.saved = [];
    }

    get alpha() {
        return this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : '';
    }

    get strokes() {
        const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
        return `stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"${dash}${this.alpha}`;
    }

    save() {
        const { fillStyle, strokeStyle, lineWidth, font, textAlign, textBaseline, globalAlpha, dash } = this;
        this.saved.push({ fillStyle, strokeStyle, lineWidth, font, textAlign, textBaseline, globalAlpha, dash });
    }

    restore() {
        Object.assign(this, this.saved.pop());
    }

    /** @param {number[] | Iterable<number>} dash */
    setLineDash(dash) {
        this.dash = [...dash];
    }

    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    fillRect(x, y, width, height) {
        const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
        this.parts.push(`<rect ${box} fill="${this.fillStyle}"${this.alpha}/>`);
    }

    /** @param {number} x @param {number} y @param {number} width @param {number} height */
    strokeRect(x, y, width, height) {
        const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
        this.parts.push(`<rect ${box} fill="none" ${this.strokes}/>`);
    }

    /** @param {string} text @param {number} x @param {number} y */
    fillText(text, x, y) {
        const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 12);
        const weight = /^(bold|[5-9]00) /.test(this.font) ? ' font-weight="600"' : '';
        const anchor = ANCHOR[this.textAlign];
        const align = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
        const at = `x="${short(x)}" y="${short(y + size * SHIFT[this.textBaseline])}"`;
        const look = `font-size="${size}"${weight}${align} fill="${this.fillStyle}"${this.alpha}`;
        this.parts.push(`<text ${at} ${look}>${escapeXml(visible(text))}</text>`);
    }

    beginPath() {
        this.path = '';
    }

    /** @param {number} x @param {number} y */
    moveTo(x, y) {
        this.path += `M${short(x)} ${short(y)}`;
    }

    /** @param {number} x @param {number} y */
    lineTo(x, y) {
        this.path += `L${short(x)} ${short(y)}`;
    }

    closePath() {
        this.path += 'Z';
    }

    /**
     * Whole circles only: no drawing needs a part of one.
     * @param {number} x @param {number} y @param {number} radius
     */
    arc(x, y, radius) {
        const r = short(radius);
        this.path += `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * radius)} 0`
            + `a${r} ${r} 0 1 0 ${short(-2 * radius)} 0`;
    }

    fill() {
        this.parts.push(`<path d="${this.path}" fill="${this.fillStyle}"${this.alpha}/>`);
    }

    stroke() {
        this.parts.push(`<path d="${this.path}" fill="none" ${this.strokes}/>`);
    }

    /** @param {HTMLCanvasElement} image @param {number} x @param {number} y @param {number} width @param {number} height */
    drawImage(image, x, y, width, height) {
        const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
        const look = 'preserveAspectRatio="none" image-rendering="pixelated"';
        this.parts.push(`<image ${box} ${look} href="${image.toDataURL('image/png')}"/>`);
    }

    /**
     * @param {number} width
     * @param {number} height
     * @param {string} title
     */
    document(width, height, title) {
        return `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" `
            + `viewBox="0 0 ${short(width)} ${short(height)}" font-family="system-ui, 'Segoe UI', 'Noto Sans', sans-serif">`
            + `<title>${escapeXml(visible(title))}</title>\n${this.parts.join('\n')}\n</svg>\n`;
    }
}

/**
 * The same drawing as on screen, as an SVG document.
 * @param {(pen: import('./canvas.js').Pen, width: number, height: number) => void} draw
 * @param {number} width
 * @param {number} height
 * @param {string} title
 */
export function drawnAsSvg(draw, width, height, title) {
    const pen = new SvgPen();
    draw(pen, width, height);
    return pen.document(width, height, title);
}
