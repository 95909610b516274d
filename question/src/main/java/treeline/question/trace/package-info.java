/// Questions about traces: when contexts worked and waited, and for whom.
///
/// Imports: treeline.aggregate, treeline.figure, treeline.ledger, treeline.model, treeline.pattern,
/// treeline.plot, treeline.question, treeline.question.answer, treeline.question.input,
/// treeline.question.parameter, treeline.question.screen, treeline.source, treeline.source.trace,
/// treeline.statement, treeline.table, treeline.trace, treeline.trace.calls, treeline.trace.clock,
/// treeline.trace.communication, treeline.trace.device, treeline.trace.laws, treeline.trace.path,
/// treeline.trace.pattern, treeline.trace.timeline, treeline.trace.waiting, treeline.view
package treeline.question.trace;
