/// The subjects of questions: the parameters that select a run and a part of it, and how that part
/// is read.
package treeline.question.input;
