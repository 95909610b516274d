/// The questions about builds and their history.
package treeline.question.builds;
