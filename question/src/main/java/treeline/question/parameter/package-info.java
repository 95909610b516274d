/// Typed parameters and operands of questions, and the parser of their values.
package treeline.question.parameter;
