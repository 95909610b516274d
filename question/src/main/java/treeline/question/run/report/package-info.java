/// The questions that summarise a run: its report, the breakdown of its time and its bottleneck.
///
/// Imports: treeline.breakdown, treeline.formats, treeline.ledger, treeline.model,
/// treeline.numbers, treeline.pattern, treeline.question, treeline.question.answer,
/// treeline.question.input, treeline.question.parameter, treeline.question.run,
/// treeline.question.screen, treeline.select, treeline.single, treeline.source,
/// treeline.source.trace, treeline.statement, treeline.table, treeline.trace.laws,
/// treeline.trace.path, treeline.trace.waiting, treeline.transform, treeline.view
package treeline.question.run.report;
