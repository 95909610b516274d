/// The entry point of the command line, and the run that trains the start-up cache.
///
/// Imports: treeline.app.cli, treeline.app.commands, treeline.app.demo, treeline.app.terminal,
/// treeline.dashboard, treeline.dashboard.runs, treeline.formats, treeline.model,
/// treeline.question.screen, treeline.source.files
package treeline.app;
