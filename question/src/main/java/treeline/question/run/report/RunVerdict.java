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
import treeline.statement.Sentence;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/// The time of a run by kind of operation and what bounds the run: the same for every command.
record RunVerdict(Breakdown breakdown, Verdict verdict) {

    /// @param totals of all metrics that the report is made from
    /// @param devices how long they were busy, from traces; empty if there are none
    /// @param slowRank the rank that others wait for
    static RunVerdict of(
            RunOptions.Run run,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            List<GpuUtilisation> devices,
            Supplier<Optional<Sentence>> slowRank) {
        Outline outline = run.profile().outline();
        Breakdown breakdown = Breakdown.of(outline, metrics, totals, run.over());
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
