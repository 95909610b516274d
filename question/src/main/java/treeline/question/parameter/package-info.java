/// Typed parameters and operands of questions, and the parser of their values.
///
/// Imports: treeline.text
package treeline.question.parameter;
