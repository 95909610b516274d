/// Answers as HTML, for notebooks and pages.
///
/// Imports: treeline.model, treeline.question.answer, treeline.question.screen, treeline.source,
/// treeline.text, treeline.view
package treeline.question.html;
