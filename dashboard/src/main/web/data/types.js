// The shapes that the modules of the page hand to each other; types only, no code. Other modules name them as
// import('./types.js').App and so on in their JSDoc.

/** @typedef {{name: string, unit: string, scope: string}} MetricInfo  scope 'additive' has both scopes, 'point' one value */
/**
 * @typedef {Object} RunInfo
 * @property {number} id
 * @property {string} name
 * @property {string} [path]
 * @property {number} [version]  how many times it was reloaded
 * @property {boolean} [dropped]  on the page, from which it can be removed
 * @property {string} [format]
 * @property {number} [nodes]
 * @property {number} [contexts]
 * @property {number} [ranks]
 * @property {number} [threads]
 * @property {number} [streams]
 * @property {number} [repetitions]
 * @property {number} [hosts]
 * @property {MetricInfo[]} [metrics]
 * @property {string | null} [metric]  the usual one
 * @property {Record<string, unknown>} [metadata]
 * @property {{text: string, lossy: boolean}[]} [warnings]  lossy: values are missing; otherwise how an unclear place was understood
 * @property {string | null} [problem]  why the run did not open
 */
/** @typedef {{version: string, runs: RunInfo[]}} RunsAnswer */
/** @typedef {{id: number, changed: boolean, version: number}} RunState  changed: on disk since it was opened; version: how many times it was reloaded */
/** @typedef {{file: File, path: string}} Dropped  path: below the folder that was dropped, or the name of the file */
/** @typedef {Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>} Column */
/** @typedef {{header: Record<string, any>, columns: Record<string, Column>}} Frame */
/**
 * @typedef {{kind: string, text: string, node?: number | null, contexts?: number[] | null, iteration?: number | null, scope?: Scope}} Finding
 *   kind: hot-path, pattern, slow-ranks, imbalance, waits or drift; scope: of which its number is
 */

/**
 * What a transform speaks of: the subtree of one call path, every frame of a name, or every frame whose name matches.
 * @typedef {{path: string[]} | {name: string} | {match: string}} Target
 */
/** @typedef {'hide' | 'focus' | 'merge' | 'invert' | 'collapse'} TransformKind */
/** @typedef {{kind: TransformKind, what: Target | null}} Transform  only invert has no target */
/** @typedef {'inclusive' | 'exclusive'} Scope */
/** @typedef {'table' | 'nodelink' | 'icicle' | 'flame' | 'sandwich' | 'flat'} ViewName */
/** @typedef {{metric: string, scope: Scope}} MetricColumn  one more column of the tree table */

/**
 * Everything that a link reproduces. Frozen; changed only by App.select.
 * @typedef {Object} State
 * @property {number} run  the run that is looked at
 * @property {number | null} against  the run that it is compared with: differences are run minus against
 * @property {string[] | null} node  call path; a name that an earlier sibling has too ends in \u0001 and its count
 * @property {string | null} metric  null is the run's usual one
 * @property {Scope} scope
 * @property {string} over
 * @property {number[][] | null} contexts  ranges [from, to] of context indices, both ends included
 * @property {number[] | null} iterations
 * @property {string} statistic
 * @property {ViewName} view
 * @property {Transform[]} transforms
 * @property {string} search
 * @property {{column: string, descending: boolean}} sort
 * @property {MetricColumn[]} columns  beside those of the metric that all views show
 * @property {number} least  rows below so many hundredths of the total are not shown
 * @property {'function' | 'file' | 'module'} by  what the flat view adds up by
 * @property {'auto' | 'hot' | 'all' | 'none'} open  which rows of the tree are open to begin with; auto: all of a small tree, else the hot path
 * @property {string[][]} expanded  call paths of rows that are not as `open` says
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {number | null} perRow  ranks per row of the heat strip
 * @property {string[] | null} zoom  call path that the icicle or flame graph is zoomed to
 * @property {'heavy' | 'stored'} siblings  their order in the icicle and flame graph
 * @property {'run' | 'against'} widths  of two runs, the one that boxes are as wide as
 * @property {'rank' | 'value'} rankOrder
 * @property {string} split  by what the distribution splits a value
 * @property {'repetitions' | 'runs' | null} executionsOf  null: repetitions where there are several
 * @property {string[]} tables  the figures that are shown as tables
 */

/**
 * The call tree as it is shown, rows in depth-first order.
 * @typedef {Object} Tree
 * @property {number} length
 * @property {Int32Array} parent  row, -1 for roots
 * @property {Int32Array} end  one past the last row of the subtree
 * @property {Int32Array} depth
 * @property {Int32Array} frame
 * @property {string[]} names  by frame
 * @property {Float64Array} inclusive
 * @property {Float64Array} exclusive
 * @property {Float64Array} imbalance  slowest rank over the mean rank; NaN where rows were joined, and until it is answered
 * @property {Float64Array | null} elapsed  what a stopwatch shows, NaN as above; null where no rank has several threads
 * @property {Int32Array} hidden  descendants that the answer left out
 * @property {boolean} inverted
 * @property {boolean} bound  joined rows of a maximum or minimum: their sum only bounds the value
 * @property {number} dropped  value that hide and focus took out of the total
 * @property {(row: number) => Int32Array} nodes  nodes of the profile that stand at this row
 * @property {(row: number, scope: Scope) => {nodes: Int32Array, scope: Scope}} request  what to ask api/ranks for; -1 is the whole tree
 * @property {(row: number) => {file: string, line: number, module: string, kind: string, labels: string[][]}} facts  empty where not known
 * @property {import('../tree/tree.js').Sources} sources  what is known of frames
 */

/** @typedef {{error: string, hint?: string, quiet?: boolean}} Problem  quiet: nothing went wrong, there is nothing to show */
/** @typedef {{unit: string, inclusive: Float64Array, exclusive: Float64Array}} MetricValues */
/** @typedef {import('../tree/threshold.js').Kept} Kept */

/**
 * What is loaded for the current state. A null part is not there (yet); a part with `error` says why not.
 * @typedef {Object} Model
 * @property {RunInfo[]} runs
 * @property {RunInfo | null} runInfo
 * @property {MetricInfo | null} metric
 * @property {Tree | null} tree
 * @property {number} total  of the shown tree
 * @property {string} unit
 * @property {boolean} within  whether values are of state.iterations alone; false where no loop kept its own
 * @property {Map<string, MetricValues | Problem>} columns  values of the metrics in state.columns, by row of the tree
 * @property {Kept | null} kept  which rows state.least leaves; null for all
 * @property {() => Tree | null} upright  the tree as it is before it is inverted
 * @property {string} combined  who the numbers are of: mean of 16 ranks, 3 repetitions averaged; empty for two runs
 * @property {ReadonlyMap<string, string>} operations  by name of a frame: MPI, I/O, …; empty until it is answered
 * @property {Set<number>} hot  rows of the hot path
 * @property {number} selectedRow  -1 when nothing is selected (views then show the whole program)
 * @property {Frame | null} contexts
 * @property {Uint8Array | null} selectedMask  1 for every context in state.contexts
 * @property {number[] | null} repetitions  those that are chosen where some are left out; ranks are of them
 * @property {Frame | Problem | null} ranks
 * @property {Frame | Problem | null} series
 * @property {any} executions
 * @property {{inclusive: Float64Array, exclusive: Float64Array, total: number, name: string, note: string, changes: {kind: 'more' | 'less', text: string, path: string[]}[]} | null} diff  values of state.against, by row; note says whether differences were tested
 * @property {Finding[] | Problem | null} findings
 * @property {{matches: Int32Array, mask: Uint8Array} | null} found  rows whose name matches state.search
 * @property {Set<string>} loading  names of the parts under way
 * @property {Problem | null} error  why there is no tree
 */

/**
 * @typedef {Object} Data
 * @property {() => Promise<RunsAnswer>} runs
 * @property {(run: number, root?: number | null) => Promise<Frame>} tree
 * @property {(query: {run: number, metric: string, over: string, contexts?: string | null, iterations?: string | null, root?: number | null}) => Promise<Frame>} values
 * @property {(query: {run: number, metric: string, scope: string, over: string, contexts?: string | null, iterations?: string | null}) => Promise<Frame>} imbalance
 * @property {(query: {run: number, metric: string, scope: string, nodes: ArrayLike<number>, contexts?: string | null, iterations?: string | null}) => Promise<Frame>} sparks
 * @property {(run: number) => Promise<Frame>} contexts
 * @property {(query: {run: number, metric: string, scope: string, nodes: ArrayLike<number>, contexts?: string | null, iterations?: string | null}) => Promise<Frame>} ranks
 * @property {(query: {run: number, metric: string, scope: string, node: number, contexts?: string | null}) => Promise<Frame>} series
 * @property {(query: {run: number, metric: string, scope: string, over: string, nodes: ArrayLike<number>, contexts?: string | null}) => Promise<any>} executions
 * @property {(query: {run: number, against: number, metric: string, over: string}) => Promise<Frame>} diff
 * @property {(run: number) => Promise<Record<string, string[]>>} operations  names of frames by operation, such as MPI
 * @property {(run: number, metric: string) => Promise<Finding[]>} findings
 * @property {() => Promise<QuestionInfo[]>} questions  all that the server answers
 * @property {(query: string) => Promise<QuestionAnswer>} ask
 * @property {(query: string, form: 'csv' | 'json') => Promise<Blob>} exported  an answer as a file
 * @property {(files: Dropped[]) => Promise<RunInfo>} open  one run
 * @property {(run: number) => Promise<void>} close  of a run that was dropped on the page
 * @property {() => Promise<{runs: RunState[]}>} state
 * @property {(run: number) => Promise<void>} reload  of a run whose file was replaced
 * @property {(what: 'metric' | 'over' | 'contexts', query: {metric: string, over?: string}) => string} lacks  why something cannot be asked, empty where it can
 * @property {boolean} live  whether a server answers; false in a mailed report
 */

/**
 * A parameter of a question: a flag, one of some choices, or any text. A repeated one has several values.
 * @typedef {{name: string, summary: string, placeholder: string, choices: string[], flag: boolean, repeated: boolean,
 *   default: string | null}} QuestionParameter
 */
/** @typedef {{name: string, summary: string, subjects: 'run' | 'two' | 'runs', parameters: QuestionParameter[]}} QuestionInfo */
/** @typedef {{name: string, heading: string, unit: string, right: boolean}} AnswerColumn */
/**
 * A table, or a figure made of characters, which has a text and no columns.
 * @typedef {{heading: string, columns: AnswerColumn[], rows: string[][], more: number, footnote: string, text: string}} AnswerSection  more: rows that were omitted
 */
/**
 * @typedef {Object} QuestionAnswer
 * @property {string} question  its name
 * @property {string} title
 * @property {string} command  the question as a command line, as Java and as Python
 * @property {string} java
 * @property {string} python
 * @property {{kind: string, text: string}[]} statements
 * @property {{text: string, lossy: boolean}[]} notes
 * @property {AnswerSection[]} sections
 * @property {string | null} figure  an SVG
 */

/** @typedef {{label: string, value: string}} Fact  one line of a tooltip */
/**
 * @typedef {Object} Tooltip
 * @property {(x: number, y: number, title: string, facts: Fact[]) => void} show  x and y in client pixels
 * @property {() => void} hide
 */

/** @typedef {{name: string, rows: string[][]}} Sheet */
/**
 * @typedef {Object} View
 * @property {(changed: Set<string>) => void} update  keys of the state, and of the model where a part arrived
 * @property {() => Sheet} csv
 * @property {() => string} svg
 * @property {() => void} resize
 */

/**
 * @typedef {Object} App
 * @property {State} state
 * @property {Data} data
 * @property {Model} model
 * @property {(changes: Partial<State>, options?: {replace?: boolean}) => void} select
 * @property {Tooltip} tooltip
 * @property {import('../draw/theme.js').Theme} theme
 * @property {typeof import('../draw/format.js')} format
 * @property {(text: string) => void} announce  said by screen readers
 * @property {(row: number) => string[] | null} pathOf  for select({node}); null for -1
 * @property {(row: number, x: number, y: number) => void} menu  the context menu of a row of the tree
 */

export {};
