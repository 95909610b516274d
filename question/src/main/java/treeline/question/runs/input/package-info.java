/// The parameters that select the runs of an ensemble and a part of them, and how the runs are
/// read.
///
/// Imports: treeline.aggregate, treeline.ensemble, treeline.ensemble.metadata,
/// treeline.ensemble.statistics, treeline.figure, treeline.formats, treeline.model,
/// treeline.numbers, treeline.query, treeline.question, treeline.question.answer,
/// treeline.question.input, treeline.question.parameter, treeline.question.screen, treeline.runs,
/// treeline.single, treeline.source, treeline.source.files, treeline.statement, treeline.store.db,
/// treeline.table, treeline.transform, treeline.view
@org.jspecify.annotations.NullMarked
package treeline.question.runs.input;
