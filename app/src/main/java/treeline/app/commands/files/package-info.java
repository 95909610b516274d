/// The commands about files: convert and verify them, list formats, serve them, make a demo, write
/// the native recorder.
///
/// Imports: treeline, treeline.aggregate, treeline.app.cli, treeline.app.commands.output,
/// treeline.app.demo, treeline.app.mcp, treeline.app.terminal, treeline.archive,
/// treeline.dashboard, treeline.dashboard.ensemble, treeline.dashboard.runs, treeline.formats,
/// treeline.model, treeline.notebook, treeline.numbers, treeline.question,
/// treeline.question.answer, treeline.question.input, treeline.question.list,
/// treeline.question.parameter, treeline.question.screen, treeline.source, treeline.source.files,
/// treeline.source.join, treeline.source.trace, treeline.store.db, treeline.store.trace,
/// treeline.table, treeline.text, treeline.transform, treeline.view
package treeline.app.commands.files;
