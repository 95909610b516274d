/// The list of all questions.
///
/// Imports: treeline.formats, treeline.question, treeline.question.builds, treeline.question.input,
/// treeline.question.run, treeline.question.run.report, treeline.question.run.rows,
/// treeline.question.runs, treeline.question.trace
package treeline.question.list;
