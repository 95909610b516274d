// The runs that a question is about, as the page selects them, and what of the selection the question does not apply: questions
// read the files of open runs, so a group is not one run to them, and transforms of the page are not part of them.

import { make } from '../draw/dom.js';
import { selectedContexts } from './selection-parameters.js';

/** @typedef {import('../data/types.js').App} App */
/** @typedef {import('../data/types.js').RunInfo} RunInfo */
/** @typedef {import('../data/types.js').QuestionInfo} QuestionInfo */
/** @typedef {{elements: HTMLElement[], runs: () => number[] | string}} Subject  runs: or why the question cannot be asked */

const ONE_RUN = 'This question needs two open runs. Drop another profile on the page.';
const PARTIAL = 'The selected contexts are not whole ranks, threads or repetitions: the answer covers all contexts.';

/** @param {string} text */
const quiet = (text) => make('p', { class: 'quiet' }, text);

/** @param {App} app @param {QuestionInfo} question @returns {Subject} */
export function subjectOf(app, question) {
    const open = app.model.runs.filter(({ problem }) => !problem);
    const notes = notApplied(app, question).map(quiet);
    if (question.subjects === 'runs') return aboutRuns(app, open, notes);
    const own = chooserOf(app.model.runInfo, open, 'About');
    if (question.subjects === 'run') return { elements: [...notes, ...own.elements], runs: () => [own.run()] };
    const others = app.model.otherInfo?.members ? open.filter(({ id }) => isMember(app.model.otherInfo, id)) : open;
    const options = others.filter(({ id }) => id !== app.state.run).map(({ id, name }) => make('option', { value: String(id) }, name));
    const other = make('select', { 'aria-label': 'Compare with' }, ...options);
    if (typeof app.state.against === 'number') other.value = String(app.state.against);
    return {
        elements: [...notes, ...own.elements, make('p', {}, 'Compare with ', other)],
        runs: () => (options.length > 0 ? [own.run(), Number(other.value)] : ONE_RUN),
    };
}

/** The runs of the groups that are shown; all open runs if there is no group. @param {App} app @param {RunInfo[]} open @param {HTMLElement[]} notes @returns {Subject} */
function aboutRuns({ model }, open, notes) {
    const groups = [model.runInfo, model.otherInfo].filter((each) => each?.members);
    const chosen = groups.length === 0 ? open : open.filter(({ id }) => [model.runInfo, model.otherInfo].some((info) => info?.id === id || isMember(info, id)));
    const which = groups.length === 0 ? 'all open runs' : `the runs of ${groups.map((each) => each?.name).join(' and ')}`;
    return { elements: [...notes, quiet(`About ${which}: ${chosen.map(({ name }) => name).join(', ')}`)], runs: () => chosen.map(({ id }) => Number(id)) };
}

/** @param {RunInfo | null} info @param {import('../data/types.js').RunRef} run */
const isMember = (info, run) => Boolean(info?.members?.some(({ id }) => id === run));

/** The run itself; of a group, one of its runs. @param {RunInfo | null} info @param {RunInfo[]} open @param {string} label */
function chooserOf(info, open, label) {
    if (!info?.members) return { elements: [], run: () => Number(info?.id ?? 0) };
    const options = open.filter(({ id }) => isMember(info, id)).map(({ id, name }) => make('option', { value: String(id) }, name));
    const select = make('select', { 'aria-label': 'Run of the group' }, ...options);
    return { elements: [quiet(`This question reads one run, not the mean of the group ${info.name}.`), make('p', {}, `${label} `, select)], run: () => Number(select.value) };
}

/**
 * What of the selection a question does not apply, in sentences: the numbers of its answer may differ from those on the page.
 * @param {{state: App['state'], model: Pick<App['model'], 'metric' | 'contexts' | 'selectedMask'>}} app @param {QuestionInfo} question
 * @returns {string[]}
 */
export function notApplied({ state, model }, question) {
    const notes = [];
    if (model.selectedMask && question.subjects !== 'runs' && !selectedContexts(model)) notes.push(PARTIAL);
    const steps = state.transforms.length;
    if (steps > 0) notes.push(`${steps === 1 ? 'The transform' : `The ${steps} transforms`} of the page ${steps === 1 ? 'does' : 'do'} not apply to this question.`);
    if (state.least > 0) notes.push(`The threshold of ${state.least} % does not apply to this question.`);
    const computed = state.define.find(({ name }) => name === model.metric?.name);
    const defines = question.parameters.some(({ name }) => name === 'define');
    if (computed && !defines) notes.push(`This question does not compute ${computed.name} = ${computed.formula}: choose a metric of the run below.`);
    return notes;
}
