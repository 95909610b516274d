// Tables as CSV after RFC 4180. The definition of the escape is the same as in Java: treeline.text.FormulaEscape.

/** @param {string[][]} rows */
export function csvText(rows) {
    return rows.map((row) => row.map(cell).join(',')).join('\r\n').concat('\r\n');
}

/** @param {string} text */
function cell(text) {
    const escaped = escapeFormula(text);
    return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/**
 * Protection against CSV injection (OWASP): spreadsheets execute a cell that starts like a formula, and names in profiles
 * come from others. Such a text gets a single quote; numbers are not changed.
 * @param {string} text
 */
export function escapeFormula(text) {
    const isNumber = /^[+-](?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|Infinity)$/.test(text);
    return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber ? `'${text}` : text;
}
