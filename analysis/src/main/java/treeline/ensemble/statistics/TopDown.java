package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Yasin's top-down analysis: the four shares of a processor's issue slots, which sum to one. A run
/// counts at a node only if it has all four.
///
/// The metrics are recognised by Caliper's names (`Frontend bound`, or `topdown.frontend_bound` if
/// not renamed), also with the prefix of a joined ensemble (`gcc.Frontend bound`).
public final class TopDown {
    /// A category of issue slots.
    public enum Slot {
        /// It did work that was of use.
        RETIRING("Retiring"),
        /// No instruction had been fetched for it.
        FRONTEND_BOUND("Frontend bound"),
        /// Its instruction waited for data or a unit.
        BACKEND_BOUND("Backend bound"),
        /// Its work was thrown away.
        BAD_SPECULATION("Bad speculation");

        private final String title;

        Slot(String title) {
            this.title = title;
        }

        /// As Caliper calls it for people.
        public String title() {
            return title;
        }
    }

    private static final List<Slot> SLOTS = List.of(Slot.values());
    private static final String MOST = "most";

    /// What is above the whole by less than this is rounding.
    private static final double ROUNDING = 0.005;

    private static final String CALIPER = "topdown";

    private final Ensemble ensemble;
    private final Map<Slot, Metric> metrics;

    private TopDown(Ensemble ensemble, Map<Slot, Metric> metrics) {
        this.ensemble = ensemble;
        this.metrics = new EnumMap<>(metrics);
    }

    /// The shares of an ensemble that has them once.
    ///
    /// @throws IllegalArgumentException where it has not, with what is missing
    public static TopDown of(Ensemble ensemble) {
        Map<String, TopDown> all = byHeader(ensemble);
        if (all.size() == 1) return all.values().iterator().next();
        if (all.size() > 1)
            throw new IllegalArgumentException(
                    "several groups have top-down metrics: %s; select one with byHeader"
                            .formatted(all.keySet()));
        throw new IllegalArgumentException(
                "the runs lack the four top-down metrics %s; available: %s"
                        .formatted(
                                SLOTS.stream().map(Slot::title).toList(),
                                ensemble.metrics().stream().map(Metric::name).distinct().toList()));
    }

    /// The shares of each of the ensembles that stand beside each other, by header; an empty header
    /// where there is none. Only where all four are there.
    public static Map<String, TopDown> byHeader(Ensemble ensemble) {
        Map<String, Map<Slot, Metric>> found = new LinkedHashMap<>();
        for (Metric metric : ensemble.metrics())
            for (Slot slot : SLOTS)
                if (isNamed(metric.name(), slot))
                    found.computeIfAbsent(header(metric.name()), _ -> new EnumMap<>(Slot.class))
                            .putIfAbsent(slot, metric);
        return found.entrySet().stream()
                .filter(each -> each.getValue().size() == SLOTS.size())
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                each -> new TopDown(ensemble, each.getValue()),
                                (first, _) -> first,
                                LinkedHashMap::new));
    }

    private static boolean isNamed(String metric, Slot slot) {
        String own = metric.substring(metric.lastIndexOf('.') + 1);
        return own.toLowerCase(Locale.ROOT)
                .replace(' ', '_')
                .equals(slot.name().toLowerCase(Locale.ROOT));
    }

    /// `gcc` of `gcc.Retiring` and of `gcc.any#topdown.retiring`.
    private static String header(String metric) {
        int end = metric.lastIndexOf('.');
        if (end < 0) return "";
        String before = metric.substring(0, end);
        if (!before.endsWith(CALIPER)) return before;
        return before.contains(".") ? before.substring(0, before.lastIndexOf('.')) : "";
    }

    /// The four, in the order of [Slot].
    public List<Metric> metrics() {
        return List.copyOf(metrics.values());
    }

    /// A row for each node at which a run has all four: `node`, `path`, the mean of each share over
    /// such runs, and `most`, the title of the largest.
    public Table nodes() {
        int[] all = IntStream.range(0, ensemble.runs()).toArray();
        List<Integer> nodes = new ArrayList<>();
        List<double[]> shares = new ArrayList<>();
        for (int node = 0; node < ensemble.tree().size(); node++) {
            double[] mean = mean(node, all);
            if (Double.isNaN(mean[0])) continue;
            nodes.add(node);
            shares.add(mean);
        }
        return table(nodes, List.of(), shares);
    }

    /// The same for each run at each node, with `run` beside `path`: what a stacked bar is drawn
    /// from.
    public Table runs() {
        List<Integer> nodes = new ArrayList<>();
        List<String> runs = new ArrayList<>();
        List<double[]> shares = new ArrayList<>();
        for (int node = 0; node < ensemble.tree().size(); node++)
            for (int run = 0; run < ensemble.runs(); run++) {
                double[] of = mean(node, run);
                if (Double.isNaN(of[0])) continue;
                nodes.add(node);
                runs.add(ensemble.keys().get(run));
                shares.add(of);
            }
        return table(nodes, List.of(Column.text(Ensemble.RUN, runs)), shares);
    }

    /// The means over those of the runs that have all four, NaN if none has.
    private double[] mean(int node, int... runs) {
        double[][] values = new double[metrics.size()][runs.length];
        int count = 0;
        for (int run : runs) {
            double[] of =
                    metrics.values().stream()
                            .mapToDouble(metric -> ensemble.at(metric, run, node))
                            .toArray();
            if (Arrays.stream(of).anyMatch(Double::isNaN)) continue;
            for (int slot = 0; slot < of.length; slot++) values[slot][count] = of[slot];
            count++;
        }
        int complete = count;
        return Arrays.stream(values)
                .mapToDouble(of -> Statistic.MEAN.of(Arrays.copyOf(of, complete)))
                .toArray();
    }

    private Table table(List<Integer> nodes, List<Column> more, List<double[]> shares) {
        int rows = nodes.size();
        List<String> paths = ensemble.paths();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(Ensemble.NODE, rows, nodes::get));
        columns.add(Column.text(Ensemble.PATH, rows, row -> paths.get(nodes.get(row))));
        columns.addAll(more);
        for (int i = 0; i < SLOTS.size(); i++) {
            int slot = i;
            columns.add(Column.real(SLOTS.get(i).title(), rows, row -> shares.get(row)[slot]));
        }
        columns.add(Column.text(MOST, rows, row -> largest(shares.get(row)).title()));
        return Table.of(columns);
    }

    /// Rows of [#nodes] whose shares add up to more than the whole: processors count the slots one
    /// after the other and estimate the rest, and derived shares of short nodes overshoot.
    public static int[] aboveWhole(Table nodes) {
        return IntStream.range(0, nodes.rows())
                .filter(row -> sum(nodes, row) > 1 + ROUNDING)
                .toArray();
    }

    /// What the four shares of a row add up to.
    public static double sum(Table nodes, int row) {
        return SLOTS.stream().mapToDouble(slot -> nodes.real(slot.title()).at(row)).sum();
    }

    private static Slot largest(double[] shares) {
        int largest = 0;
        for (int slot = 1; slot < shares.length; slot++)
            if (shares[slot] > shares[largest]) largest = slot;
        return SLOTS.get(largest);
    }
}
