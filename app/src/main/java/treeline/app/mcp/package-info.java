/// The Model Context Protocol server: messages, one tool per question, open runs, and answers of
/// limited size.
///
/// Imports: treeline.app.cli, treeline.cores, treeline.formats, treeline.model, treeline.question,
/// treeline.question.answer, treeline.question.input, treeline.question.parameter, treeline.source,
/// treeline.table
package treeline.app.mcp;
