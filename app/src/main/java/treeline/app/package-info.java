/// .
///
/// Imports: treeline.app.cli, treeline.app.commands, treeline.app.terminal, treeline.dashboard,
/// treeline.formats, treeline.model, treeline.question.screen
package treeline.app;
