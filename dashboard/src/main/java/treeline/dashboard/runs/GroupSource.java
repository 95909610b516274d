package treeline.dashboard.runs;

import treeline.ensemble.MeanRun;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A group of open runs as one source: the [MeanRun] of its members, whose values are read when a
/// metric is first shown. Iterations are not averaged, because runs may differ in their number.
final class GroupSource implements ReducedSource {
    private final List<OpenRun> members;
    private final MeanRun mean;

    GroupSource(List<OpenRun> members) {
        this.members = List.copyOf(members);
        this.mean = MeanRun.of(members.stream().map(OpenRun::outline).toList());
    }

    boolean hasRanks() {
        return mean.hasRanks();
    }

    @Override
    public Outline outline() {
        return mean.outline();
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        List<Metric> all = outline().metrics();
        List<Metric> metrics = new ArrayList<>();
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : all) {
            boolean wanted = slice.metrics().contains(all.indexOf(metric));
            if (!wanted || metrics.contains(metric)) continue;
            Profile values = mean(metric.name());
            for (Metric each : values.metrics())
                if (slice.metrics().contains(all.indexOf(each))) {
                    metrics.add(each);
                    columns.add(values.column(each));
                }
        }
        var loaded = new Profile(outline().withMetrics(metrics), new MetricTable(metrics, columns));
        return slice.withMetrics(Selection.ALL).of(loaded);
    }

    private Profile mean(String metric) throws IOException {
        MeanRun.Sum sum = mean.sum(metric);
        for (OpenRun each : members) sum.add(each.values(metric));
        return sum.mean();
    }

    @Override
    public Optional<Profile> reduced(
            String metric, Reduction over, Selection contexts, String asked) throws IOException {
        if (over != Reduction.MEAN || !contexts.isAll()) return Optional.empty();
        MeanRun.Sum sum = mean.combined(metric);
        for (OpenRun each : members) sum.add(each.reducible(metric, over, Selection.ALL, ""));
        return Optional.of(sum.mean());
    }

    @Override
    public boolean mayHaveIterations(Metric metric) {
        return false;
    }

    @Override
    public ReadReport report() {
        ReadReport all = ReadReport.CLEAN;
        for (OpenRun each : members) all = all.and(each.report().inFile(each.path()));
        return all;
    }

    /// Members belong to the list of runs, which closes them.
    @Override
    public void close() {}
}
