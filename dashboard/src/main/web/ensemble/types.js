// The shapes that the modules of the page of many runs hand to each other; types only, no code.

/** @typedef {import('./run-columns.js').RunColumn} RunColumn */
/** @typedef {import('./run-columns.js').RunSelection} RunSelection */
/** @typedef {import('../data/types.js').MetricInfo} MetricInfo */
/** @typedef {import('../data/types.js').Problem} Problem */

/** @typedef {{length: number, parent: Int32Array, end: Int32Array, depth: Int32Array, frame: Int32Array, names: string[]}} RunsTree */
/** @typedef {{unit: string, runs: number, held?: number, count: Float64Array, mean: Float64Array, median: Float64Array, std: Float64Array, min: Float64Array, max: Float64Array}} NodeStatistics */
/** @typedef {{slots: string[], omitted: number, groups: {label: string, runs: number, statements: string[], shares: Map<number, Float64Array>}[]}} TopDownShares  statements: such as shares above 100 % */

/**
 * What is loaded for the page of many runs.
 * @typedef {Object} Runs
 * @property {string[]} names
 * @property {string} folder  that all names were cut by
 * @property {RunColumn[]} columns  metadata, and the cluster if runs are clustered
 * @property {ReadonlyMap<string, RunColumn>} byName
 * @property {MetricInfo[]} metrics
 * @property {MetricInfo | null} metric
 * @property {string[]} warnings
 * @property {string} omitted  what a mailed page does not contain; empty on a server
 * @property {ReadonlySet<number>} partial  the runs that were read in part
 * @property {boolean} archive
 * @property {boolean} topdown
 * @property {RunsTree | null} tree
 * @property {number} node  that is selected; -1 while there is no tree
 * @property {RunSelection} selection
 * @property {NodeStatistics | null} statistics
 * @property {Map<string, NodeStatistics>} heat  statistics by metric
 * @property {Map<string, {unit: string, values: Float64Array}>} values  of the selected node by metric, one per run
 * @property {TopDownShares | null} shares
 * @property {any} scaling
 * @property {any} clusters
 * @property {any} trend
 * @property {Map<string, Problem>} problems  by part
 * @property {Set<string>} loading
 */

export {};
