// The parameters of a question that the selection of the page determines, and the query that asks it. Pure functions.

import { definitionTexts } from '../data/run-infos.js';
import { rankRanges } from '../draw/rank-ranges.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').QuestionInfo} QuestionInfo */
/** @typedef {Map<string, string[]>} Values  by parameter; a flag that is set has the value true */
/** @typedef {Pick<App, 'state'> & {model: Pick<App['model'], 'metric' | 'contexts' | 'selectedMask'>}} Selection */

/**
 * The values that the selection gives. Defaults of the page are left to the question, which may have others.
 * @param {QuestionInfo} question
 * @param {Selection} selection
 * @returns {Values}
 */
export function selectionParameters(question, { state, model }) {
    const { node, iterations, over, between } = state;
    const where = selectedContexts(model);
    /** @type {Record<string, string | undefined>} */
    const known = {
        metric: metricText(state, model),
        node: node ? callPathText(node) : undefined,
        iteration: iterations?.join('-'),
        between: between?.map((nanos) => `${nanos}ns`).join(' '),
        of: over === 'mean' ? undefined : over,
        ...where,
        contexts: where && !question.parameters.some(({ name }) => name === 'rank') ? selectorText(where) : undefined,
    };
    /** @type {Values} */
    const values = new Map();
    for (const { name } of question.parameters) {
        const value = known[name.toLowerCase()];
        if (value) values.set(name, [value]);
    }
    if (state.define.length > 0 && question.parameters.some(({ name }) => name === 'define')) values.set('define', definitionTexts(state.define));
    return values;
}

/** @param {App['state']} state @param {Selection['model']} model */
function metricText({ metric, scope, define }, model) {
    if (define.some(({ name }) => name === metric)) return undefined; // the default of a question that defines it, unknown to others
    if (metric === null && scope === 'inclusive') return undefined;
    const name = metric ?? model.metric?.name;
    return name && (scope === 'exclusive' && model.metric?.scope !== 'point' ? `${name}:exclusive` : name);
}

/** A call path as commands read it. A sibling of the same name has a mark and a number behind it here. @param {string[]} path */
export function callPathText(path) {
    return path.map((name) => name.replace(/\u0001\d*$/, '').replace(/[\\/]/g, '\\$&')).join('/');
}

const DIMENSIONS = /** @type {const} */ (['rank', 'thread', 'repetition']);

/**
 * The selected contexts as ranges of ranks, threads and repetitions; null if none are selected, or if they are not a
 * product of such ranges.
 * @param {Selection['model']} model
 * @returns {Partial<Record<typeof DIMENSIONS[number], string>> | null}
 */
export function selectedContexts({ contexts, selectedMask: mask }) {
    if (!contexts || !mask) return null;
    const selected = Array.from(mask.keys()).filter((at) => mask[at]);
    const restricted = DIMENSIONS.flatMap((name) => {
        const column = contexts.columns[name];
        if (!column) return [];
        const chosen = new Set(selected.map((at) => column[at]));
        return chosen.size === new Set(column).size ? [] : [{ name, column, chosen }];
    });
    const product = Array.from(mask.keys()).filter((at) => restricted.every(({ column, chosen }) => chosen.has(column[at])));
    if (product.length !== selected.length) return null;
    return Object.fromEntries(restricted.map(({ name, chosen }) => [name, numbersText([...chosen])]));
}

/** 0-7,12. @param {number[]} numbers */
const numbersText = (numbers) => rankRanges(numbers.sort((a, b) => a - b)).join(',');

/** rank(0-7).thread(0). @param {Record<string, string>} where */
function selectorText(where) {
    return Object.entries(where).map(([name, numbers]) => `${name}(${numbers})`).join('.');
}

/**
 * The query that asks a question: about one run, about a run and another one, or about several runs.
 * @param {QuestionInfo} question
 * @param {number[]} runs
 * @param {Values} values
 */
export function askQuery(question, runs, values) {
    const query = new URLSearchParams({ question: question.name });
    if (question.subjects === 'two') {
        query.set('run', String(runs[0]));
        query.set('against', String(runs[1]));
    } else query.set('run', runs.join(','));
    for (const [name, each] of values) for (const value of each) query.append(name, value);
    return query.toString();
}

/**
 * The questions that contain every word of a text, those whose name starts with it first.
 * @param {QuestionInfo[]} questions
 * @param {string} text
 */
export function matchingQuestions(questions, text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    /** @param {QuestionInfo} question */
    const rank = ({ name }) => (words.length > 0 && name.startsWith(words[0]) ? 0 : words.some((word) => name.includes(word)) ? 1 : 2);
    return questions
        .filter(({ name, summary }) => words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)))
        .sort((a, b) => rank(a) - rank(b));
}
