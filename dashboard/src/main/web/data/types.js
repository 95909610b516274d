// The shapes that the modules of the page hand to each other; types only, no code. Other modules name them as
// import('./types.js').App and so on in their JSDoc.

/** @typedef {number | string} RunRef  the number of an open run, or a group of open runs: group:CONDITION */
/** @typedef {{name: string, formula: string}} Definition  a metric computed from others */
/** @typedef {{name: string, unit: string, scope: string, iterations?: boolean}} MetricInfo  scope 'additive' has both scopes, 'point' one value; iterations: whether loops may have recorded them */
/**
 * @typedef {Object} RunInfo
 * @property {RunRef} id
 * @property {string} name
 * @property {string} [path]
 * @property {number} [version]  how many times it was reloaded
 * @property {boolean} [dropped]  on the page, from which it can be removed
 * @property {string} [format]
 * @property {number} [nodes]
 * @property {number} [contexts]
 * @property {number} [ranks]
 * @property {number} [processes]  of the run after its metadata
 * @property {number} [threads]
 * @property {number} [streams]
 * @property {number} [repetitions]
 * @property {number} [hosts]
 * @property {MetricInfo[]} [metrics]
 * @property {string | null} [metric]  the usual one
 * @property {Record<string, unknown>} [metadata]
 * @property {{text: string, lossy: boolean}[]} [warnings]  lossy: values are missing; otherwise how an unclear place was understood
 * @property {string | null} [problem]  why the run did not open
 * @property {{id: number, name: string}[]} [members]  of a group
 */
/** @typedef {{version: string, runs: RunInfo[], ensemble?: number, start?: 'run' | 'runs'}} RunsAnswer */
/**
 * @typedef {{id: number, changed: boolean, version: number, recording?: boolean, age?: number | null}} RunState
 *   changed: on disk since it was opened; version: how many times it was reloaded; recording: its program is still recorded; age: of the values, in ms
 */
/** @typedef {{file: File, path: string}} Dropped  path: below the folder that was dropped, or the name of the file */
/** @typedef {Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>} Column */
/** @typedef {{header: Record<string, any>, columns: Record<string, Column>}} Frame */
/**
 * @typedef {{kind: string, title?: string, text: string, full?: string, path?: string, first?: boolean, node?: number | null, contexts?: number[] | null, iteration?: number | null, scope?: Scope}} Finding
 *   kind: headline, hot-path, pattern, slow-ranks, imbalance, waits or drift; title: of a headline; full: names the call path; first: the most important one; scope: that of its number
 */

/**
 * What a transform speaks of: the subtree of one call path, every frame of a name, or every frame whose name matches.
 * @typedef {{path: string[]} | {name: string} | {match: string}} Target
 */
/** @typedef {'hide' | 'focus' | 'merge' | 'invert' | 'collapse'} TransformKind */
/** @typedef {{kind: TransformKind, what: Target | null}} Transform  only invert has no target */
/** @typedef {{path: string[], text: string}} Note  what a reader wrote about a call path */
/** @typedef {'inclusive' | 'exclusive'} Scope */
/** @typedef {'table' | 'nodelink' | 'icicle' | 'flame' | 'sandwich' | 'flat' | 'source'} ViewName */
/** @typedef {{metric: string, scope: Scope}} MetricColumn  one more column of the tree table */

/**
 * Everything that a link reproduces. Frozen; changed only by App.select.
 * @typedef {Object} State
 * @property {RunRef} run  the run that is looked at
 * @property {RunRef | null} against  the run that it is compared with: differences are run minus against
 * @property {Definition[]} define  metrics computed from others
 * @property {string[] | null} node  call path; a name that an earlier sibling has too ends in \u0001 and its count
 * @property {string | null} metric  null is the run's usual one
 * @property {Scope} scope
 * @property {string} over
 * @property {number[][] | null} contexts  ranges [from, to] of context indices, both ends included
 * @property {number[] | null} iterations
 * @property {number[] | null} between  time interval in nanoseconds that tree, ranks and findings are restricted to; the end is excluded
 * @property {number[] | null} time  the visible interval of the timeline; null: the whole run
 * @property {number[] | null} timeRows  the first and the last visible row of the timeline; null: all
 * @property {number | null} timeDepth  call depth that the timeline shows, 0 for roots; null: the leaf
 * @property {'rank' | 'value' | 'waiting'} timeOrder  of the rows of the timeline
 * @property {'none' | 'rank' | 'host'} timeFold  rows of the timeline that are folded to one
 * @property {readonly string[]} timeShow  what the timeline shows besides functions
 * @property {'rows' | 'matrix'} timeAs  timeline or communication matrix
 * @property {'bytes' | 'messages' | 'transfer'} matrixOf
 * @property {'normal' | 'large'} timeSize
 * @property {'line' | 'heat'} iterationsAs
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
 * @property {Note[]} notes
 * @property {'run' | 'runs' | null} page  one run, or many; null: what was opened
 * @property {RunFilter[]} runFilters  conditions on metadata, at most one per column
 * @property {number[][] | null} runsPicked  ranges of run indexes that were clicked or boxed; null for all
 * @property {string | null} runsPickedOf  identifies the picked runs by their names, because the list of runs may change
 * @property {string | null} runGroup  metadata that groups the runs
 * @property {string | null} runColour  metadata that colours the runs
 * @property {string[]} runAxes  columns of the parallel coordinates; empty for the default ones
 * @property {string | null} runX  column or metric:NAME of the scatter plot
 * @property {string | null} runY
 * @property {{column: string, descending: boolean} | null} runSort
 * @property {RunPlot} runPlot
 * @property {'statistics' | 'topdown'} runTree  the columns next to the call tree
 * @property {string} runStatistic  of the heat map
 * @property {string[]} runOpen  names of metrics in the heat map; empty for the default ones
 * @property {string | null} runParameter  metadata along which the scaling plot fits models; null: the process count
 * @property {number | null} runAt  parameter value to predict at
 * @property {number | null} runClusters  number of clusters; 0: the best number; null: runs are not clustered
 */

/** @typedef {'scatter' | 'histogram' | 'heatmap' | 'scaling' | 'clusters' | 'trend'} RunPlot */
/**
 * A condition on a metadata column. An empty string among `values` means that the run lacks the metadata.
 * @typedef {{column: string, kind: 'in', values: string[]} | {column: string, kind: 'range', from: number, to: number} | {column: string, kind: 'text', text: string}} RunFilter
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
 * @property {number} ensemble  the number of runs of the page of many runs
 * @property {'run' | 'runs'} start  the page that opens first
 * @property {RunInfo | null} runInfo
 * @property {RunInfo | null} otherInfo  of state.against
 * @property {MetricInfo | null} metric
 * @property {Tree | null} tree
 * @property {number} total  of the shown tree; NaN for readings and ratios, which are not added up
 * @property {string} unit
 * @property {boolean} within  whether values are of state.iterations alone; false where no loop kept its own
 * @property {Map<string, MetricValues | Problem>} columns  values of the metrics in state.columns, by row of the tree
 * @property {Kept | null} kept  which rows state.least leaves; null for all
 * @property {() => Tree | null} upright  the tree as it is before it is inverted
 * @property {string} combined  who the numbers are of: mean of 16 ranks, 3 repetitions averaged; empty for two runs
 * @property {ReadonlyMap<string, string>} operations  by name of a frame: MPI, I/O, …; empty until it is answered
 * @property {Set<number>} hot  rows of the hot path
 * @property {number} selectedRow  -1 when nothing is selected (views then show the whole program)
 * @property {Frame | null} trace  rows and length of the trace; null if the run has none
 * @property {RunRef} traceOf  the run whose trace is known, -1 before the first answer
 * @property {string | null} between  the interval that numbers are of, as questions state it
 * @property {Frame | null} contexts
 * @property {Uint8Array | null} selectedMask  1 for every context in state.contexts
 * @property {number[] | null} repetitions  those that are chosen where some are left out; ranks are of them
 * @property {Frame | Problem | null} ranks
 * @property {Frame | Problem | null} otherRanks  of the run that is compared with
 * @property {Frame | Problem | null} series
 * @property {any} executions
 * @property {import('./compared.js').Compared | null} diff  values of state.against, by row, and the differences that were tested
 * @property {Finding[] | Problem | null} findings
 * @property {{matches: Int32Array, mask: Uint8Array} | null} found  rows whose name matches state.search
 * @property {Set<string>} loading  names of the parts under way
 * @property {number} generation  of the shown tree: how many times all values were asked for again because a run was reloaded
 * @property {Problem | null} error  why there is no tree
 */

/**
 * @typedef {Object} Data
 * @property {() => Promise<RunsAnswer>} runs
 * @property {(query: {run: RunRef, define?: string[] | null}) => Promise<RunInfo>} run  a group of runs, or a run with further metrics
 * @property {() => Promise<{name: string, values: string[]}[]>} conditions  the metadata by which groups are chosen
 * @property {(run: RunRef, root?: number | null, between?: string | null) => Promise<Frame>} tree
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, over: string, contexts?: string | null, iterations?: string | null, between?: string | null, root?: number | null}) => Promise<Frame>} values
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, scope: string, over: string, contexts?: string | null, iterations?: string | null, between?: string | null}) => Promise<Frame>} imbalance
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, scope: string, nodes: ArrayLike<number>, contexts?: string | null, iterations?: string | null, between?: string | null}) => Promise<Frame>} sparks
 * @property {(run: RunRef, between?: string | null) => Promise<Frame>} contexts
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, scope: string, nodes: ArrayLike<number>, contexts?: string | null, iterations?: string | null, between?: string | null}) => Promise<Frame>} ranks
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, scope: string, node: number, contexts?: string | null, between?: string | null}) => Promise<Frame>} series
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, over: string, file: string, contexts?: string | null, iterations?: string | null, between?: string | null}) => Promise<Frame>} source  the lines of a file and their cost
 * @property {(query: {run: RunRef, against?: RunRef | null, define?: string[] | null, metric: string, scope: string, over: string, nodes: ArrayLike<number>, contexts?: string | null, between?: string | null}) => Promise<any>} executions
 * @property {(query: {run: RunRef, metric: string, scope: string, node: number}) => Promise<Frame>} heat  ranks by iterations
 * @property {(query: {run: RunRef, define?: string[] | null, against: RunRef, metric: string, over: string}) => Promise<Frame>} diff
 * @property {(name: string, query: Record<string, string | number | null | undefined>) => Promise<Frame>} ensemble  an answer about many runs
 * @property {(name: string, query: Record<string, string | number | null | undefined>) => Promise<any>} ensembleJson
 * @property {(run: number | string) => Promise<RunInfo>} openOfEnsemble  opens a run of the ensemble, by position or name
 * @property {(run: RunRef, between?: string | null) => Promise<Record<string, string[]>>} operations  names of frames by operation, such as MPI
 * @property {(query: {run: RunRef, define?: string[] | null, metric: string, between?: string | null}) => Promise<Finding[]>} findings
 * @property {(run: RunRef) => Promise<Frame>} trace
 * @property {(query: {run: RunRef, level: number, tile: number, contexts: string | null, rows?: number | null}) => Promise<Frame>} timeline  a tile; rows: the most, of all contexts
 * @property {(query: {run: RunRef, context: number, at: number, depth: number | null}) => Promise<any>} moment
 * @property {(query: {run: RunRef, between: string, bins: number, depth: number | null, contexts: string | null, all: boolean}) => Promise<Frame>} interval
 * @property {(query: {run: RunRef, between: string, show: string, contexts: string | null}) => Promise<Frame>} overlays  messages, waits and critical path
 * @property {(run: RunRef) => Promise<Frame>} waiting  by context
 * @property {(query: {run: RunRef, between: string | null, bins: number}) => Promise<Frame>} matrix  who sends to whom
 * @property {(query: {run: RunRef, between: string, bins: number}) => Promise<Frame>} counters
 * @property {() => Promise<QuestionInfo[]>} questions  all that the server answers
 * @property {(query: string) => Promise<QuestionAnswer>} ask
 * @property {(query: string, form: 'csv' | 'json') => Promise<Blob>} exported  an answer as a file
 * @property {(files: Dropped[]) => Promise<RunInfo>} open  one run
 * @property {(run: number) => Promise<void>} close  of a run that was dropped on the page
 * @property {() => Promise<{runs: RunState[]}>} state
 * @property {(run: number) => Promise<void>} reload  of a run whose file was replaced
 * @property {(run: RunRef) => Promise<string>} page  the page of a run as one file
 * @property {() => void} forget  drops the answers that are kept, because a run was reloaded
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
 * @property {string} [csvOf]  which rows the sheet has, if not all
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
