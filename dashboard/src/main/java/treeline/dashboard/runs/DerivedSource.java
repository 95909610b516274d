package treeline.dashboard.runs;

import treeline.ensemble.ContextCounts;
import treeline.ensemble.metadata.RunFilter;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// A run with metrics computed from its own by formulas, as `ensemble --define` computes them: the
/// value of a node is the formula of the node's values over all ranks. The value of a rank is the
/// formula of the values of that rank.
final class DerivedSource implements ReducedSource {
    private final OpenRun base;
    private final ProfileSource source;
    private final List<MetricDefinition> definitions;
    private final Map<String, Double> facts;
    private final Outline outline;

    DerivedSource(OpenRun base, ProfileSource source, List<MetricDefinition> definitions) {
        this.base = base;
        this.source = source;
        this.definitions = List.copyOf(definitions);
        this.facts = facts(source.outline());
        Outline all = source.outline();
        for (MetricDefinition each : definitions) {
            List<Metric> metrics = new ArrayList<>(all.metrics());
            metrics.add(each.in(all, facts));
            all = all.withMetrics(metrics);
        }
        this.outline = all;
    }

    /// The numeric metadata of the run, which formulas can use.
    private static Map<String, Double> facts(Outline run) {
        Metadata all = ContextCounts.addedTo(run.metadata(), run.contexts());
        Map<String, Double> facts = new LinkedHashMap<>();
        for (String key : all.keys()) {
            double number = all.get(key).map(RunFilter::numberOf).orElse(Double.NaN);
            if (!Double.isNaN(number)) facts.put(key, number);
        }
        return facts;
    }

    @Override
    public Outline outline() {
        return outline;
    }

    private boolean isDerived(Metric metric) {
        return !source.outline().metrics().contains(metric);
    }

    boolean isDerived(String metric) {
        return definitions.stream().anyMatch(each -> each.name().equals(metric));
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        List<Metric> wanted = new ArrayList<>();
        for (int at : slice.metrics().indexes(outline.metrics().size()))
            wanted.add(outline.metrics().get(at));
        if (wanted.stream().noneMatch(this::isDerived)) return source.load(slice);
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric each : wanted)
            columns.add(
                    isDerived(each)
                            ? ofContexts(byPlace().column(each))
                            : base.values(each.name()).profile().column(each));
        var profile = new Profile(outline.withMetrics(wanted), new MetricTable(wanted, columns));
        return slice.withMetrics(Selection.ALL).of(profile);
    }

    /// The metrics of the run that the formulas use.
    private List<Metric> operands() {
        Set<Metric> operands = new LinkedHashSet<>();
        Outline known = source.outline();
        for (MetricDefinition each : definitions) {
            operands.addAll(each.formula().operandsIn(known, facts));
            List<Metric> metrics = new ArrayList<>(known.metrics());
            metrics.add(each.in(known, facts));
            known = known.withMetrics(metrics);
        }
        operands.removeIf(this::isDerived);
        return List.copyOf(operands);
    }

    /// All metrics at the locations that are compared.
    private Profile byPlace() throws IOException {
        Locations places = places();
        List<Context> contexts = IntStream.range(0, places.size()).mapToObj(places::place).toList();
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric each : operands())
            columns.add(base.values(each.name()).by(places, each.scope()));
        return derived(contexts, columns);
    }

    private Locations places() {
        return Locations.defaultFor(source.outline());
    }

    private Profile derived(List<Context> contexts, List<MetricColumn> columns) {
        List<Metric> operands = operands();
        var plain = source.outline().withContextLabels(List.of()).withContexts(contexts);
        var profile = new Profile(plain.withMetrics(operands), new MetricTable(operands, columns));
        for (MetricDefinition each : definitions)
            profile = each.formula().addedTo(profile, each.name(), _ -> facts);
        return profile;
    }

    /// The value of a location stands at the first of its contexts in every repetition, so that it
    /// is neither added up nor divided.
    private MetricColumn ofContexts(MetricColumn ofPlaces) {
        Locations places = places();
        Set<List<Integer>> met = new HashSet<>();
        SparseRows values = ofPlaces.byContext();
        var rows = new SparseRows.Builder();
        for (int context = 0; context < outline.contexts().size(); context++) {
            int place = places.of(context);
            if (met.add(List.of(place, outline.contexts().get(context).repetition())))
                for (int cell = values.start(place); cell < values.end(place); cell++)
                    rows.add(values.index(cell), values.value(cell));
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), outline.tree().size());
    }

    @Override
    public Optional<Profile> reduced(
            String metric, Reduction over, Selection contexts, String asked) throws IOException {
        boolean sums = over == Reduction.MEAN || over == Reduction.SUM;
        if (!sums) return Optional.empty();
        if (!isDerived(metric))
            return source instanceof ReducedSource reduced
                    ? reduced.reduced(metric, over, contexts, asked)
                    : Optional.empty();
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric each : operands()) {
            Numbers numbers = base.reducible(each.name(), over, contexts, asked);
            columns.add(MetricColumn.ofOneContext(numbers.values(each.scope(), over)));
        }
        Profile all = derived(List.of(Context.WHOLE), columns);
        Metric wanted = all.metric(metric);
        return Optional.of(all.withOnly(wanted, all.column(wanted)));
    }

    @Override
    public boolean mayHaveIterations(Metric metric) throws IOException {
        return !isDerived(metric) && source.mayHaveIterations(metric);
    }

    @Override
    public Optional<NodeSums> sums(Metric metric) throws IOException {
        return isDerived(metric) ? Optional.empty() : source.sums(metric);
    }

    @Override
    public ReadReport report() {
        return source.report();
    }

    /// The run belongs to the list of runs, which closes it.
    @Override
    public void close() {}
}
