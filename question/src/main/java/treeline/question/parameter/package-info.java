/// Typed parameters and operands of questions, and the parser of their values.
///
/// Imports: treeline.pattern, treeline.source.files, treeline.text
package treeline.question.parameter;
