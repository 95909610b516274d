/// What a terminal can show: width, colour, characters, numbers for people, tables, progress.
///
/// Imports: treeline.question.input, treeline.question.screen
package treeline.app.terminal;
