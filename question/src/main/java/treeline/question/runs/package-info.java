/// The questions about many runs.
///
/// Imports: treeline.array, treeline.cluster, treeline.ensemble, treeline.ensemble.statistics,
/// treeline.figure, treeline.formats, treeline.model, treeline.plot, treeline.question,
/// treeline.question.answer, treeline.question.input, treeline.question.parameter,
/// treeline.question.runs.input, treeline.question.screen, treeline.scaling,
/// treeline.scaling.model, treeline.scaling.search, treeline.single, treeline.statement,
/// treeline.table, treeline.transform, treeline.view
package treeline.question.runs;
