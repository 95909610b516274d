/// The commands about one run, or about two that are compared.
///
/// Imports: treeline.aggregate, treeline.app.cli, treeline.app.commands.output,
/// treeline.app.commands.plot, treeline.app.terminal, treeline.dashboard,
/// treeline.dashboard.ensemble, treeline.figure, treeline.formats, treeline.model,
/// treeline.numbers, treeline.plot, treeline.prune, treeline.question.input,
/// treeline.question.parameter, treeline.question.run, treeline.question.run.report,
/// treeline.question.trace, treeline.single, treeline.source, treeline.source.files,
/// treeline.source.trace, treeline.table, treeline.transform, treeline.view
package treeline.app.commands.single;
