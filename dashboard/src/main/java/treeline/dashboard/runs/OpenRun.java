package treeline.dashboard.runs;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters.NanosInterval;
import treeline.dashboard.http.Status;
import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.IterationSums;
import treeline.numbers.NodeTotals;
import treeline.numbers.Numbers;
import treeline.numbers.StoredSums;
import treeline.pattern.UserPattern;
import treeline.question.run.report.Headline;
import treeline.single.Drift;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.RecorderNotes;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.trace.Traces;
import treeline.trace.TimeWindow;
import treeline.trace.WindowSource;
import treeline.transform.KeptIterations;
import treeline.transform.Reduction;
import treeline.view.ContextArrays;
import treeline.view.TreeArrays;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A run open in the dashboard. The values of a metric are loaded on first use, and the most
/// recently used ones are cached.
public final class OpenRun implements Closeable {
    /// At most so many rows go to a browser; of larger trees the heaviest ones.
    public static final int MAX_ROWS = 200_000;

    private static final int METRICS = 4;
    private static final int SUBSETS = 2;
    private static final int TREES = 4;
    private static final int WINDOWS = 3;

    /// In each order and each scope.
    private static final long BYTES_PER_CELL = 4L * (Integer.BYTES + Double.BYTES);

    private final String path;
    private final String format;
    private final String ofGroup;
    private final ProfileSource source;
    private final ContextArrays contexts;
    private final List<UserPattern> waiting;
    private final Kept<String, Numbers> values;
    private final Kept<String, Numbers> subsets =
            new Kept<>(SUBSETS, KeptBytes.OF_PROCESS, OpenRun::bytes);
    private final Kept<String, Optional<Numbers>> reducible =
            new Kept<>(METRICS, KeptBytes.OF_PROCESS, OpenRun::bytes);
    private final Kept<String, Optional<Numbers>> iterations =
            new Kept<>(SUBSETS, KeptBytes.OF_PROCESS, OpenRun::bytes);
    private final Kept<String, Optional<StoredSums>> sums = new Kept<>(METRICS);
    private final Kept<String, Integer> trendTests = new Kept<>(2 * METRICS);
    private final Set<String> withoutIterations = ConcurrentHashMap.newKeySet();
    private final Kept<Integer, TreeArrays> trees = new Kept<>(TREES);
    private final Kept<NanosInterval, OpenRun> windows = new Kept<>(WINDOWS);

    /// @param waiting names of frames that wait, beside those that are known
    public OpenRun(String path, String format, ProfileSource source, List<UserPattern> waiting) {
        this(path, format, source, waiting, source instanceof GroupSource ? format + ", " : "");
    }

    private OpenRun(
            String path,
            String format,
            ProfileSource source,
            List<UserPattern> waiting,
            String ofGroup) {
        this.ofGroup = ofGroup;
        this.path = path;
        this.waiting = List.copyOf(waiting);
        this.format = format;
        this.source = source;
        this.contexts = ContextArrays.of(source.outline());
        this.values =
                isMade(source)
                        ? new Kept<>(METRICS, KeptBytes.OF_PROCESS, OpenRun::bytes)
                        : new Kept<>(METRICS);
    }

    /// Whether the values come from those of other runs. There are as many such runs as requests
    /// ask for.
    private static boolean isMade(ProfileSource source) {
        return source instanceof DerivedSource
                || source instanceof GroupSource
                || source instanceof WindowSource;
    }

    private static long bytes(Optional<Numbers> values) {
        return values.map(OpenRun::bytes).orElse(0L);
    }

    private static long bytes(Numbers values) {
        long bytes = 0;
        for (Metric metric : values.profile().metrics()) {
            MetricColumn column = values.profile().column(metric);
            bytes += column.cells() * BYTES_PER_CELL + column.iterations() * Double.BYTES;
        }
        return bytes;
    }

    public String path() {
        return path;
    }

    public String format() {
        return format;
    }

    /// `mean of 5 runs, `: the start of a phrase about the population of a group; empty for a run.
    public String ofGroup() {
        return ofGroup;
    }

    public Outline outline() {
        return source.outline();
    }

    /// What the run does at each node.
    public Accounts accounts() {
        return Accounts.of(outline(), waiting);
    }

    public ContextArrays contexts() {
        return contexts;
    }

    /// What did not come in as it stands in the file, up to now: reading values may add to it; and
    /// what its recorder says of itself.
    public ReadReport report() {
        ReadReport read = source.report().without(Path.of(path));
        return outline().metrics().isEmpty()
                ? read
                : read.and(RecorderNotes.note(outline().metadata(), defaultMetric()));
    }

    /// What is shown before the user chooses: the time, where there is one.
    public Metric defaultMetric() {
        return outline().defaultMetric();
    }

    /// One for each name: the other scope can be computed.
    public static List<Metric> metricsByName(Outline outline) {
        var byName = new LinkedHashMap<String, Metric>();
        for (Metric metric : outline.metrics()) byName.putIfAbsent(metric.name(), metric);
        return List.copyOf(byName.values());
    }

    public Numbers values(String metric) throws IOException {
        return values.get(metric, () -> Numbers.of(load(metric, Slice.summed()), metric));
    }

    /// The values that a reduction over ranks is computed from: those of all ranks, or of one
    /// context if the reduced values are not those of the ranks ([ReducedSource]).
    ///
    /// @param asked the text that the contexts were asked for with, by which they are cached
    public Numbers reducible(String metric, Reduction over, Selection contexts, String asked)
            throws IOException {
        if (!(source instanceof ReducedSource from)) return values(metric, contexts, asked);
        requireMetric(metric);
        Optional<Numbers> reduced =
                reducible.get(
                        "%s\n%s\n%s".formatted(metric, over, asked),
                        () ->
                                from.reduced(metric, over, contexts, asked)
                                        .map(profile -> Numbers.of(profile, metric)));
        return reduced.isPresent() ? reduced.get() : values(metric, contexts, asked);
    }

    /// Whether a metric is computed from others.
    public boolean isDerived(String metric) {
        return source instanceof DerivedSource derived && derived.isDerived(metric);
    }

    /// The run with computed metrics.
    OpenRun with(List<MetricDefinition> definitions) {
        return new OpenRun(
                path, format, new DerivedSource(this, source, definitions), waiting, ofGroup());
    }

    /// One value a node: from sums that the file holds, where these tell it, else from all values.
    public NodeTotals totals(String metric, Reduction over) throws IOException {
        if (source instanceof ReducedSource) return reducible(metric, over, Selection.ALL, "");
        Optional<StoredSums> known =
                StoredSums.tell(over)
                        ? sums.get(metric, () -> storedSums(metric))
                        : Optional.empty();
        return known.isPresent() ? known.get() : values(metric);
    }

    private Optional<StoredSums> storedSums(String name) throws IOException {
        Map<Metric, NodeSums> known = new HashMap<>();
        for (Metric metric : outline().metrics())
            if (metric.name().equals(name))
                source.sums(metric).ifPresent(each -> known.put(metric, each));
        return known.isEmpty() ? Optional.empty() : StoredSums.of(outline(), name, known);
    }

    /// The values of some contexts only.
    ///
    /// @param asked the text that the contexts were asked for with, by which they are kept
    public Numbers values(String metric, Selection contexts, String asked) throws IOException {
        if (contexts.isAll()) return values(metric);
        return subsets.get(
                metric + "\n" + asked,
                () -> {
                    Slice slice = Slice.summed().withContexts(contexts);
                    return Numbers.of(slice.of(values(metric).profile()), metric);
                });
    }

    /// The values of some iterations of loops only, as `--iteration` of the command line gives
    /// them: what kept no iterations has no value of its own.
    ///
    /// @param from the first iteration
    /// @param to the last one
    /// @param asked the text that the contexts were asked for with, by which they are kept
    /// @return empty where no loop kept its iterations
    public Optional<Numbers> within(
            String metric, int from, int to, Selection contexts, String asked) throws IOException {
        if (!mayHaveIterations(metric)) return Optional.empty();
        String key = "%s\n%s\niterations %d-%d".formatted(metric, asked, from, to);
        return iterations.get(key, () -> newWithin(metric, from, to, contexts));
    }

    private Optional<Numbers> newWithin(String metric, int from, int to, Selection contexts)
            throws IOException {
        Profile loaded = withIterations(metric, Selection.ALL, contexts);
        if (!hasIterations(loaded)) return Optional.empty();
        Profile chosen;
        try {
            chosen = KeptIterations.only(loaded, from, to == Integer.MAX_VALUE ? to : to + 1);
        } catch (IllegalArgumentException none) {
            throw RefusedRequest.wrong(String.valueOf(none.getMessage()));
        }
        return Optional.of(Numbers.of(chosen, metric));
    }

    /// A metric with the iterations of loops; not kept, because these may be many.
    public Profile withIterations(String metric, Selection nodes, Selection contexts)
            throws IOException {
        Profile loaded = load(metric, Slice.everything().withNodes(nodes).withContexts(contexts));
        if (nodes.isAll() && contexts.isAll() && !hasIterations(loaded))
            withoutIterations.add(metric);
        return loaded;
    }

    /// How many loops of the run are tested for a trend: the family that p-values are adjusted for,
    /// whichever node is looked at.
    public int trendTests(String metric, Scope scope) throws IOException {
        return trendTests.get(
                "%s:%s".formatted(metric, scope),
                () -> {
                    Profile whole = withIterations(metric, Selection.ALL, Selection.ALL);
                    Numbers numbers = Numbers.of(whole, metric);
                    return Drift.tests(Drift.loops(IterationSums.of(numbers, scope)));
                });
    }

    private static boolean hasIterations(Profile profile) {
        return profile.metrics().stream().anyMatch(each -> profile.column(each).hasSeries());
    }

    /// The values of a metric with its iterations. Without iterations these are the cached values,
    /// so that the run is in memory once.
    public Numbers withIterations(String metric) throws IOException {
        if (!mayHaveIterations(metric)) return values(metric);
        Numbers loaded = Numbers.of(withIterations(metric, Selection.ALL, Selection.ALL), metric);
        return mayHaveIterations(metric) ? loaded : values.get(metric, () -> loaded);
    }

    /// False once it is known that no loop kept its iterations: from the index of the file, or from
    /// an earlier look.
    public boolean mayHaveIterations(String metric) throws IOException {
        if (withoutIterations.contains(metric)) return false;
        List<Metric> named =
                outline().metrics().stream().filter(each -> each.name().equals(metric)).toList();
        for (Metric each : named) if (source.mayHaveIterations(each)) return true;
        if (!named.isEmpty()) withoutIterations.add(metric);
        return named.isEmpty(); // whoever loads it tells that it does not exist
    }

    /// As [#mayHaveIterations]; true if the file cannot be read, because the question that needs
    /// the iterations reports the failure.
    public boolean mayShowIterations(String metric) {
        try {
            return mayHaveIterations(metric);
        } catch (IOException unreadable) {
            return true;
        }
    }

    private Profile load(String metric, Slice slice) throws IOException {
        requireMetric(metric);
        List<Metric> metrics = outline().metrics();
        Selection named =
                Selection.where(metrics.size(), i -> metrics.get(i).name().equals(metric));
        return source.load(slice.withMetrics(named));
    }

    private void requireMetric(String metric) {
        List<Metric> metrics = outline().metrics();
        if (metrics.stream().noneMatch(each -> each.name().equals(metric)))
            throw new RefusedRequest(
                    Status.NOT_FOUND,
                    "the run has no metric '%s'".formatted(metric),
                    "it has "
                            + String.join(
                                    ", ", metrics.stream().map(Metric::name).distinct().toList()));
    }

    /// The rows of the tree, or of what is below a node; the same for every metric.
    public TreeArrays rows(int top) throws IOException {
        return trees.get(top, () -> newRows(top));
    }

    private TreeArrays newRows(int top) throws IOException {
        if (outline().tree().size() <= MAX_ROWS)
            return TreeArrays.of(outline().tree(), top, new double[0], MAX_ROWS);
        double[] weights = totals(defaultMetric().name(), Reduction.MEAN).inclusive(Reduction.MEAN);
        return TreeArrays.of(outline().tree(), top, weights, MAX_ROWS);
    }

    /// The statements of `report` about the whole run. Empty for groups and time intervals.
    public List<Headline> headlines() throws IOException {
        boolean isWhole = !(source instanceof GroupSource || source instanceof WindowSource);
        return isWhole && defaultMetric().addsUp() ? Headline.of(path, source, waiting) : List.of();
    }

    /// The trace of the run, empty if it has none.
    public Traces traces() {
        return source.traces();
    }

    /// The profile of a time interval, as `--between` of the command line gives it. It is closed
    /// with the run.
    public OpenRun within(NanosInterval interval) {
        Traces traces = traces();
        if (traces.isEmpty())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "the run has no trace, so it has no time intervals",
                    "remove the time interval");
        if (interval.to() > Math.max(1, traces.endNanos()))
            throw RefusedRequest.wrong(
                    "parameter 'between' ends at %d ns, but the run lasts %d ns"
                            .formatted(interval.to(), traces.endNanos()));
        try {
            return windows.get(interval, () -> window(interval));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private OpenRun window(NanosInterval interval) {
        var window = new TimeWindow(interval.from(), interval.to());
        return new OpenRun(path, format, new WindowSource(source, window), waiting);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
