/// Text on screens of limited width: alignment, colour, tables, bars.
///
/// Imports: treeline.model, treeline.numbers, treeline.single, treeline.text, treeline.view
package treeline.question.screen;
