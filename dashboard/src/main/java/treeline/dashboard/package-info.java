/// The dashboard: a server on this machine that answers a browser, and the same pages as one file.
///
/// Imports: treeline.compare, treeline.dashboard.http, treeline.ensemble.statistics,
/// treeline.formats, treeline.model, treeline.numbers, treeline.numbers.activity, treeline.plot,
/// treeline.question, treeline.question.answer, treeline.question.input, treeline.question.list,
/// treeline.question.parameter, treeline.question.screen, treeline.single, treeline.source,
/// treeline.source.files, treeline.statement, treeline.table, treeline.text, treeline.transform,
/// treeline.view
package treeline.dashboard;
