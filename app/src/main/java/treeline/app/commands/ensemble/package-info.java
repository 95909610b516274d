/// `ensemble save`, and the plots of many runs.
///
/// Imports: treeline.app.cli, treeline.app.commands.output, treeline.app.commands.plot,
/// treeline.app.terminal, treeline.ensemble, treeline.figure, treeline.formats,
/// treeline.formats.thicket, treeline.model, treeline.plot, treeline.question.input,
/// treeline.question.parameter, treeline.question.runs, treeline.question.runs.input,
/// treeline.single, treeline.source, treeline.view
package treeline.app.commands.ensemble;
