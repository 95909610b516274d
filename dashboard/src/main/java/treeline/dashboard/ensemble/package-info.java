/// The page of many runs: the ensemble that is served, and the answers for its views.
///
/// Imports: treeline.archive, treeline.array, treeline.compare, treeline.dashboard.http,
/// treeline.dashboard.runs, treeline.dashboard.view, treeline.ensemble,
/// treeline.ensemble.statistics, treeline.formats, treeline.model, treeline.numbers,
/// treeline.question, treeline.question.answer, treeline.question.input, treeline.question.list,
/// treeline.question.parameter, treeline.question.runs, treeline.question.runs.input,
/// treeline.question.screen, treeline.scaling.model, treeline.scaling.search, treeline.single,
/// treeline.source, treeline.source.files, treeline.table, treeline.text, treeline.view
package treeline.dashboard.ensemble;
