// What can follow the caret in a condition on metadata or in a formula. Pure functions over the text before the caret.

/** @typedef {{name: string, values: string[]}} Column  values as conditions write them */
/** @typedef {{from: number, items: {text: string, insert: string}[]}} Completion  items replace the text from `from` to the caret */

const MOST = 12;
const NOTHING = { from: 0, items: [] };
const COMPARED = /("[^"]*"|'[^']*'|[\p{L}\d_.#:@-]+)\s*(?:=~|!=|<>|<=|>=|==|=|<|>)\s*("[^"]*|'[^']*|[^\s"'()=<>]*)$/u;
const NAMED = /(?:^|\(|\b(?:and|or|not)\s)\s*("[^"]*|'[^']*|[\p{L}\d_.#:@-]*)$/iu;
const ENDED = /["'\w)]\s+([a-z]*)$/i;

/** @param {string} text */
const bare = (text) => text.replace(/^["']|["']$/g, '').toLowerCase();

/** A name of metadata as conditions read it: in quotes unless it is a simple word. @param {string} name @param {RegExp} simple */
function quoted(name, simple) {
    if (simple.test(name)) return name;
    return name.includes('"') ? `'${name}'` : `"${name}"`;
}

/** Those that start with what was typed before those that contain it. @param {string} typed @param {string[]} all @param {(text: string) => string} insert @param {number} from @returns {Completion} */
function matching(typed, all, insert, from) {
    const wanted = bare(typed);
    const found = all.filter((each) => bare(each).includes(wanted) && bare(each) !== wanted);
    found.sort((a, b) => Number(!bare(a).startsWith(wanted)) - Number(!bare(b).startsWith(wanted)));
    return { from, items: found.slice(0, MOST).map((text) => ({ text, insert: insert(text) })) };
}

/** @param {string} before  the text before the caret @param {Column[]} columns @returns {Completion} */
export function completeCondition(before, columns) {
    const compared = COMPARED.exec(before);
    if (compared) {
        const column = columns.find(({ name }) => name.toLowerCase() === bare(compared[1]));
        return column ? matching(compared[2], column.values, (text) => `${text} `, before.length - compared[2].length) : NOTHING;
    }
    const named = NAMED.exec(before);
    if (named) return matching(named[1], columns.map(({ name }) => name), (name) => `${quoted(name, /^[\p{L}\d_.#:@-]+$/u)} = `, before.length - named[1].length);
    const ended = ENDED.exec(before);
    return ended ? matching(ended[1], ['and', 'or'], (word) => `${word} `, before.length - ended[1].length) : NOTHING;
}

const FUNCTIONS = ['max(', 'min(', 'abs(', 'sqrt(', 'log(', 'log10(', 'exp('];

/** @param {string} before  the text before the caret @param {string[]} metrics @returns {Completion} */
export function completeFormula(before, metrics) {
    const typed = /("[^"]*|'[^']*|[\p{L}_][\p{L}\d_.#:]*)?$/u.exec(before)?.[0] ?? '';
    if (typed === '' && !/(^|[-+*/(,])\s*$/.test(before)) return NOTHING;
    const from = before.length - typed.length;
    return matching(typed, [...metrics, ...FUNCTIONS], (name) => (FUNCTIONS.includes(name) ? name : quoted(name, /^[\p{L}_][\p{L}\d_.#]*$/u)), from);
}

/** The condition that chooses runs by their names; null if a name cannot be written. @param {string[]} names */
export function conditionOfNames(names) {
    if (names.some((name) => name.includes('"') && name.includes("'"))) return null;
    return `run in (${names.map((name) => (name.includes('"') ? `'${name}'` : `"${name}"`)).join(', ')})`;
}
