package treeline.question.run.report;

import treeline.breakdown.Breakdown;
import treeline.breakdown.DeviceBusy;
import treeline.breakdown.GpuUtilisation;
import treeline.breakdown.JvmCoverage;
import treeline.breakdown.JvmEvents;
import treeline.breakdown.ReportMetrics;
import treeline.breakdown.Verdict;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.numbers.NodeTotals;
import treeline.question.input.RunOptions;
import treeline.source.trace.Traces;
import treeline.statement.Sentence;
import treeline.trace.laws.BrokenLaws;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/// The time of a run by kind of operation and what bounds the run: the same for every command.
record RunVerdict(Breakdown breakdown, Verdict verdict) {

    /// @param totals of all metrics that the report is made from
    /// @param devices how long they were busy, from traces; empty if there are none
    /// @param traces of the run, which bound its values; [Traces#NONE] if it has none
    /// @param laws that the traces break
    /// @param slowRank the rank that others wait for
    static RunVerdict of(
            RunOptions.Run run,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            List<GpuUtilisation> devices,
            Traces traces,
            BrokenLaws laws,
            Supplier<Optional<Sentence>> slowRank) {
        Outline outline = run.profile().outline();
        Breakdown breakdown = Breakdown.of(outline, metrics, totals, run.over());
        double longest = BrokenLaws.longestSeconds(traces) * run.contexts().size();
        BrokenLaws all = laws;
        for (Metric each : metrics.times()) { // as stored: a caller may have less than its callees
            NodeTotals of = totals.apply(each);
            boolean isInclusive = outline.metrics().contains(each.in(Metric.Scope.INCLUSIVE));
            Metric.Scope stored = isInclusive ? Metric.Scope.INCLUSIVE : of.metric().scope();
            double[] values = of.values(stored, run.over());
            all = all.and(BrokenLaws.ofValues(values, each.unit(), longest));
        }
        Optional<Sentence> doubt = all.doubt();
        if (doubt.isPresent()) return new RunVerdict(breakdown, Verdict.withheld(doubt.get()));
        return new RunVerdict(
                breakdown,
                Verdict.of(
                        new Verdict.Evidence(
                                breakdown,
                                metrics,
                                totals,
                                run.over(),
                                run.population().ranks(),
                                DeviceBusy.of(devices, breakdown, metrics, run.contexts()),
                                run.time().isEmpty()
                                        ? JvmEvents.elapsedSeconds(outline)
                                        : OptionalDouble.empty(),
                                JvmCoverage.of(outline),
                                JvmEvents.of(outline, totals).worstLock(),
                                slowRank)));
    }
}
