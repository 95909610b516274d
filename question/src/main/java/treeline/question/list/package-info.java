/// The list of all questions.
package treeline.question.list;
