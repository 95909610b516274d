// What the comparison with another run or group says about a row of the tree, in words: both values, the difference, whether it
// is significant, and rows that only one side has.

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').Fact} Fact */
/** @typedef {import('../data/types.js').Scope} Scope */

/** +5.0 % for a ratio of 1.05. @param {App['format']} format @param {number} ratio */
export function relative(format, ratio) {
    if (!Number.isFinite(ratio)) return format.NONE;
    return `${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1).replace('-', '−')} %`;
}

/** The 95 % interval of the relative change: −1.2 to +3.4 %. @param {App['format']} format @param {number} low @param {number} high */
export function intervalText(format, low, high) {
    if (!Number.isFinite(low) || !Number.isFinite(high)) return format.NONE;
    return `${relative(format, low).replace(' %', '')} to ${relative(format, high)}`;
}

/** With two digits, as on the command line. @param {App['format']} format @param {number} p */
export const pText = (format, p) => (Number.isNaN(p) ? format.NONE : format.significant(p, 2));

/** The test of a row in a scope, null if it was not tested. @param {App['model']} model @param {Scope} scope @param {number} row */
export function testOf(model, scope, row) {
    const tests = model.diff?.tests[scope];
    return tests && !Number.isNaN(tests.p[row]) ? { p: tests.p[row], low: tests.low[row], high: tests.high[row], status: tests.status[row] } : null;
}

/** Whether only one of the two runs has a row: `new`, `gone`, or empty. @param {App['model']} model @param {number} row */
export function presence({ tree, diff }, row) {
    if (!tree || !diff || row < 0) return '';
    const [here, there] = [!Number.isNaN(tree.inclusive[row]), !Number.isNaN(diff.inclusive[row])];
    if (here === there) return '';
    return here ? 'new' : 'gone';
}

/** @param {App} app @param {number} row @param {Scope} scope @returns {Fact[]} */
export function comparedFacts({ model, format }, row, scope) {
    const { tree, diff, unit } = model;
    if (!tree || !diff || row < 0) return [];
    const [ours, theirs] = [tree[scope][row], diff[scope][row]];
    const ratio = ours / theirs;
    const change = format.change((ours || 0) - (theirs || 0), unit);
    const facts = [
        { label: diff.name, value: format.value(theirs, unit) },
        { label: 'difference', value: Number.isFinite(ratio) ? `${change} (${relative(format, ratio)})` : change },
    ];
    const only = presence(model, row);
    if (only) facts.push({ label: 'only in', value: only === 'new' ? model.runInfo?.name ?? '' : diff.name });
    else if (theirs > 0) facts.push({ label: 'ratio', value: format.ratio(ratio) });
    const test = testOf(model, scope, row);
    if (!test) return facts;
    return [...facts, { label: '95 % interval', value: intervalText(format, test.low, test.high) }, { label: 'p adjusted', value: `${pText(format, test.p)}, ${outcome(test.status)}` }];
}

/** @param {number} status */
const outcome = (status) => (status === 0 ? 'not significant' : 'significant');
