/// The questions that summarise a run: its report, the breakdown of its time and its bottleneck.
package treeline.question.run.report;
