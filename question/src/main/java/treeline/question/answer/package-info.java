/// Answers as data: statements, tables and call trees that every interface renders in its own way.
///
/// Imports: treeline.model, treeline.numbers, treeline.plot, treeline.question.input,
/// treeline.question.parameter, treeline.question.screen, treeline.source, treeline.statement,
/// treeline.table, treeline.view
package treeline.question.answer;
