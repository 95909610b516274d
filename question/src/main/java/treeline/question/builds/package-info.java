/// The questions about builds and their history.
///
/// Imports: treeline.archive, treeline.compare, treeline.ensemble, treeline.ensemble.metadata,
/// treeline.ensemble.statistics, treeline.figure, treeline.formats, treeline.model, treeline.plot,
/// treeline.question, treeline.question.answer, treeline.question.input,
/// treeline.question.parameter, treeline.question.screen, treeline.runs, treeline.source,
/// treeline.source.files, treeline.statement, treeline.table, treeline.view
package treeline.question.builds;
