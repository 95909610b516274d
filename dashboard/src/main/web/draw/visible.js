// Control characters as visible text, as on the command line: a directional override in a name would reverse the text after it.
// Only what is drawn or put into the page is changed; data, links and requests keep their names. The same characters and texts as in
// Java: treeline.text.ControlCharacters.

/** Joiners are not invisible control characters: scripts and emoji need them. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
const CONTROL_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
const PLAIN = /^[\x20-\x7e]*$/;
/** @type {Record<string, string>} */
const SHORT = { '\n': '\\n', '\t': '\\t' };

/** @param {string} control */
const escape = (control) => SHORT[control] ?? `\\u{${/** @type {number} */ (control.codePointAt(0)).toString(16)}}`;

/** The text on one line. @param {string} text */
export const visible = (text) => (PLAIN.test(text) ? text : text.replace(CONTROL, escape));

/** The text with its line ends and tabs. @param {string} text */
export const visibleInLines = (text) => (PLAIN.test(text) ? text : text.replace(CONTROL_IN_LINES, escape));
