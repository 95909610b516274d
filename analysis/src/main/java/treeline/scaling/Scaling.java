package treeline.scaling;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.SparseRows;
import treeline.single.Threshold;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Speedup and efficiency of each node as a function of a run setting: the number of processes, as
/// in Chopper's `speedup_efficiency` (equations 1 to 3 of its paper), or any other metadata, such
/// as the compiler, optimisation level or block size. Runs with the same setting are repetitions
/// and are averaged.
///
/// ```
/// Table efficiency = Scaling.of(Scaling.Kind.STRONG_EFFICIENCY, time, "ranks").by("compiler").on(ensemble).table();
/// Table speedup = Scaling.of(Scaling.Kind.SPEEDUP, time, "compiler").from("gcc").on(ensemble).table();
/// ```
///
/// @param column the metadata key of the setting, such as `mpi.world.size`
/// @param baseline the reference setting; if empty, the smallest number or, for text, the first in
///   alphabetical order
/// @param groups metadata keys; each combination of their values is analysed separately
/// @param threshold nodes below it in every run are omitted
public record Scaling(
        Kind kind,
        Metric metric,
        String column,
        Optional<Value> baseline,
        List<String> groups,
        Threshold threshold) {

    public Scaling {
        groups = List.copyOf(groups);
    }

    /// The quantity to compute from the time t at a setting n and at the baseline s.
    public enum Kind {
        /// t(s) / t(n): strong scaling, the same problem on more processes, and any other setting.
        SPEEDUP,
        /// s / n * t(s) / t(n): the speedup over the best that can be had from n processes.
        STRONG_EFFICIENCY,
        /// t(s) / t(n): weak scaling, a problem that grows with the n processes.
        WEAK_EFFICIENCY;

        /// Whether settings must be numbers of processes.
        boolean countsProcesses() {
            return this != SPEEDUP;
        }
    }

    /// How a metric scales with a piece of the metadata of runs, such as `ranks`.
    public static Scaling of(Kind kind, Metric metric, String column) {
        return new Scaling(kind, metric, column, Optional.empty(), List.of(), Threshold.none());
    }

    /// Another kind, with all else the same.
    public Scaling as(Kind other) {
        return new Scaling(other, metric, column, baseline, groups, threshold);
    }

    /// Compared with this number.
    public Scaling from(double setting) {
        return from(new Value.Real(setting));
    }

    /// Compared with this text or, if it is one, this number.
    public Scaling from(String setting) {
        try {
            return from(Double.parseDouble(setting));
        } catch (NumberFormatException _) {
            return from(new Value.Text(setting));
        }
    }

    private Scaling from(Value setting) {
        return new Scaling(kind, metric, column, Optional.of(setting), groups, threshold);
    }

    /// By itself for each combination of values of these metadata.
    public Scaling by(String... metadata) {
        return new Scaling(kind, metric, column, baseline, List.of(metadata), threshold);
    }

    /// Leaves out nodes that reach it in no run.
    public Scaling above(Threshold least) {
        return new Scaling(kind, metric, column, baseline, groups, least);
    }

    /// What the runs say. Those without the setting do not count.
    ///
    /// @throws IllegalArgumentException if no run has the setting or the baseline, or if an
    ///   efficiency is asked for and a setting is no number of processes
    public ScalingResult on(Ensemble ensemble) {
        Metric own = metric.addsUp() ? metric.in(Scope.EXCLUSIVE) : metric;
        Ensemble whole = ensemble.withMetrics(Stream.of(metric, own).distinct().toList());
        List<RunGroup> settings = told(whole.groupBy(column));
        settings.forEach(this::requireProcesses);
        int base = base(settings);
        double[] totals = totals(whole, own);
        List<ScalingResult.Series> series = new ArrayList<>();
        for (RunGroup group : whole.groupBy(groups.toArray(String[]::new))) {
            List<RunGroup> shared = settings.stream().map(each -> both(each, group)).toList();
            if (shared.stream().anyMatch(each -> !each.members().isEmpty()))
                series.add(series(group.label(), shared, base, totals));
        }
        return new ScalingResult(
                this,
                own,
                ensemble.paths(),
                settings.stream().map(RunGroup::label).toList(),
                settings.stream().mapToDouble(Scaling::number).toArray(),
                series);
    }

    /// Of each run, without what was measured outside of all regions.
    private static double[] totals(Ensemble ensemble, Metric own) {
        SparseRows rows = ensemble.column(own).byContext();
        double[] totals = new double[ensemble.runs()];
        for (int run = 0; run < totals.length; run++)
            for (int cell = rows.start(run); cell < rows.end(run); cell++) {
                boolean counts = !ensemble.tree().frame(rows.index(cell)).isOutsideRegions();
                if (counts && !Double.isNaN(rows.value(cell))) totals[run] += rows.value(cell);
            }
        return totals;
    }

    private static List<RunGroup> told(List<RunGroup> settings) {
        return settings.stream().filter(group -> group.key().getFirst().isPresent()).toList();
    }

    private static Value value(RunGroup setting) {
        return setting.key().getFirst().orElseThrow();
    }

    private static double number(RunGroup setting) {
        return MetadataValues.number(value(setting));
    }

    private void requireProcesses(RunGroup setting) {
        if (kind.countsProcesses() && !(number(setting) > 0))
            throw new IllegalArgumentException(
                    "'%s' is not a process count: it is %s in some run"
                            .formatted(column, value(setting)));
    }

    private int base(List<RunGroup> settings) {
        if (baseline.isEmpty()) return ScalingResult.FIRST;
        for (int i = 0; i < settings.size(); i++) if (isBaseline(value(settings.get(i)))) return i;
        throw new IllegalArgumentException(
                "no run has %s = %s to compare with; available: %s"
                        .formatted(
                                column,
                                MetadataValues.same(baseline.get()),
                                String.join(
                                        ", ", settings.stream().map(RunGroup::label).toList())));
    }

    private boolean isBaseline(Value value) {
        Value wanted = baseline.orElseThrow();
        return MetadataValues.number(value) == MetadataValues.number(wanted)
                || value.toString().equals(wanted.toString());
    }

    private static RunGroup both(RunGroup setting, RunGroup group) {
        return new RunGroup(
                setting.key(),
                setting.whole(),
                setting.members().stream().filter(group.members()::contains).toList());
    }

    /// @param settings in which a group may have no runs
    /// @param totals by run
    private ScalingResult.Series series(
            String group, List<RunGroup> settings, int base, double[] totals) {
        List<RunGroup> filled =
                settings.stream().filter(each -> !each.members().isEmpty()).toList();
        Ensemble means = RunGroup.aggregated(settings.getFirst().whole(), filled, Statistic.MEAN);
        int[] row = settings.stream().mapToInt(filled::indexOf).toArray();
        int from = base == ScalingResult.FIRST ? settings.indexOf(filled.getFirst()) : base;
        double[] mean =
                settings.stream()
                        .mapToDouble(
                                setting ->
                                        Statistic.MEAN.of(
                                                setting.members().stream()
                                                        .mapToDouble(run -> totals[run])
                                                        .toArray()))
                        .toArray();
        return new ScalingResult.Series(
                group,
                means,
                ImmutableInts.owning(row),
                from,
                ImmutableDoubles.owning(mean),
                NodeThreshold.of(means, List.of(metric), threshold));
    }
}
