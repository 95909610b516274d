/// The list of questions that the command line, the library, notebooks, assistants and the
/// dashboard offer, and the answers that they show.
///
/// Imports: treeline.question.answer, treeline.question.input, treeline.question.parameter
package treeline.question;
