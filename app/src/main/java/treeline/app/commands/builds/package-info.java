/// `archive add`, the CI reports of `compare`, and the plot of a history.
///
/// Imports: treeline.app.cli, treeline.app.commands.output, treeline.app.commands.plot,
/// treeline.app.terminal, treeline.archive, treeline.compare, treeline.formats, treeline.model,
/// treeline.plot, treeline.question.answer, treeline.question.builds, treeline.question.input,
/// treeline.question.parameter, treeline.question.screen, treeline.runs, treeline.source,
/// treeline.source.files, treeline.statement, treeline.view
package treeline.app.commands.builds;
