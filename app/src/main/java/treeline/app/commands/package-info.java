/// The commands of `treeline`, one class each: what is read, what is asked of it, what is printed.
///
/// Imports: treeline.app.cli, treeline.app.commands.builds, treeline.app.commands.ensemble,
/// treeline.app.commands.files, treeline.app.commands.output, treeline.app.commands.plot,
/// treeline.app.commands.single, treeline.app.demo, treeline.app.terminal, treeline.formats,
/// treeline.question, treeline.question.answer, treeline.question.builds, treeline.question.input,
/// treeline.question.list, treeline.question.parameter, treeline.question.runs.input,
/// treeline.source.files, treeline.statement
package treeline.app.commands;
