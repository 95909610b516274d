/// A kind of plot as data, and its command.
///
/// Imports: treeline.app.cli, treeline.app.picture, treeline.app.terminal, treeline.figure,
/// treeline.plot, treeline.question.parameter
package treeline.app.commands.plot;
