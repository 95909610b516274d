/// The questions about one run or two.
///
/// Imports: treeline.aggregate, treeline.breakdown, treeline.cluster, treeline.compare,
/// treeline.figure, treeline.ledger, treeline.model, treeline.numbers, treeline.pattern,
/// treeline.prune, treeline.query, treeline.question, treeline.question.answer,
/// treeline.question.input, treeline.question.parameter, treeline.question.screen, treeline.single,
/// treeline.source, treeline.source.trace, treeline.statement, treeline.table,
/// treeline.trace.device, treeline.trace.laws, treeline.transform, treeline.view
package treeline.question.run;
