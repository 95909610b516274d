/// The questions whose rows may exceed memory: tables of stored values, and samples of traces.
///
/// Imports: treeline.aggregate, treeline.model, treeline.query, treeline.question,
/// treeline.question.answer, treeline.question.input, treeline.question.parameter,
/// treeline.question.screen, treeline.select, treeline.source, treeline.source.trace,
/// treeline.statement, treeline.table, treeline.trace, treeline.view
package treeline.question.run.rows;
