/// The questions about many runs.
package treeline.question.runs;
