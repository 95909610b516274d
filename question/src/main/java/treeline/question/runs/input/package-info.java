/// The parameters that select the runs of an ensemble and a part of them, and how the runs are
/// read.
@org.jspecify.annotations.NullMarked
package treeline.question.runs.input;
