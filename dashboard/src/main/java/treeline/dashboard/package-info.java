/// The dashboard: a server on this machine that answers a browser, and the same pages as one file.
///
/// Imports: treeline.array, treeline.dashboard.ensemble, treeline.dashboard.http,
/// treeline.dashboard.runs, treeline.dashboard.source, treeline.dashboard.time,
/// treeline.dashboard.view, treeline.formats, treeline.model, treeline.numbers, treeline.pattern,
/// treeline.plot, treeline.question, treeline.question.answer, treeline.question.input,
/// treeline.question.list, treeline.question.parameter, treeline.question.screen, treeline.source,
/// treeline.source.files, treeline.source.trace, treeline.table, treeline.transform, treeline.view
package treeline.dashboard;
