/// Answers for the views of one run: call tree, ranks, iterations, differences.
///
/// Imports: treeline.compare, treeline.dashboard.http, treeline.dashboard.runs, treeline.ensemble,
/// treeline.ensemble.metadata, treeline.ensemble.statistics, treeline.ledger, treeline.model,
/// treeline.numbers, treeline.question.answer, treeline.question.builds,
/// treeline.question.run.report, treeline.single, treeline.source, treeline.statement,
/// treeline.table, treeline.text, treeline.transform, treeline.view
package treeline.dashboard.view;
