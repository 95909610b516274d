/// Output of commands: text, JSON or CSV, warnings, written profiles.
///
/// Imports: treeline.app.cli, treeline.app.terminal, treeline.model, treeline.numbers,
/// treeline.question.answer, treeline.question.input, treeline.question.parameter,
/// treeline.question.screen, treeline.source, treeline.source.files, treeline.source.trace,
/// treeline.table, treeline.view
package treeline.app.commands.output;
