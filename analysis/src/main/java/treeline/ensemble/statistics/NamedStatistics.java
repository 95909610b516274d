package treeline.ensemble.statistics;

import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Statistics over runs, selected by name, as columns with one row per node: `mean`, `median`,
/// `std`, `var`, `min`, `max`, `sum`, `count`, `p0` to `p100`, `confidence`, `box`, `outliers` or
/// `normality`; for two metrics or groups of runs also `pearson`, `spearman`, `kendall`,
/// `bhattacharyya`, `hellinger`, `score` or `preference`.
///
/// @param runs the selected runs
/// @param asked the requested metrics
/// @param ensemble the runs, joined by column if two groups are compared
/// @param metrics the metrics of the columns, in `ensemble`
public record NamedStatistics(
        Ensemble runs,
        List<Metric> asked,
        Ensemble ensemble,
        List<Metric> metrics,
        List<Column> columns) {
    /// What is asked for when nobody says what.
    public static final List<String> DEFAULT =
            Statistic.DEFAULT.stream().map(Statistic::name).toList();

    /// The same of two metrics or groups.
    public static final List<String> DEFAULT_OF_PAIR = List.of("mean", "hellinger", "preference");

    private static final Pattern CONFIDENCE = Pattern.compile("confidence(\\d{1,2}(\\.\\d+)?)?");
    private static final double DEFAULT_CONFIDENCE = 95;

    private static final List<String> PLAIN =
            List.of("count", "var", "w", "p", "normality", "outliers");

    public NamedStatistics {
        asked = List.copyOf(asked);
        metrics = List.copyOf(metrics);
        columns = List.copyOf(columns);
    }

    public static NamedStatistics of(Ensemble runs, List<Metric> metrics, List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (Metric metric : metrics)
            for (String name : distinct(names))
                columns.addAll(
                        scoped(
                                columns(runs, metric, name, prefix(metric, metrics)),
                                metric,
                                metrics));
        return new NamedStatistics(runs, metrics, runs, metrics, columns);
    }

    /// The first metric compared with another one.
    public static NamedStatistics with(
            Metric other, Ensemble runs, List<Metric> metrics, List<String> names) {
        return ofPair(ComparedPair.with(runs, metrics.getFirst(), other), runs, metrics, names);
    }

    /// The first metric compared between the two groups of runs that a piece of metadata makes.
    public static NamedStatistics between(
            String metadata, Ensemble runs, List<Metric> metrics, List<String> names) {
        return ofPair(
                ComparedPair.between(runs, metrics.getFirst(), metadata), runs, metrics, names);
    }

    /// What headings say before the statistic: the metric, and its scope where two metrics share a
    /// name.
    private static String prefix(Metric metric, List<Metric> metrics) {
        if (metrics.size() == 1) return "";
        return (isAlone(metric, metrics) ? metric.name() : metric) + " ";
    }

    private static boolean isAlone(Metric metric, List<Metric> metrics) {
        return metrics.stream().filter(each -> each.name().equals(metric.name())).count() == 1;
    }

    /// Columns that say the scope of their metric where two metrics share a name: the runs may have
    /// measured one of them and the other is computed.
    private static List<Column> scoped(List<Column> columns, Metric metric, List<Metric> metrics) {
        if (isAlone(metric, metrics)) return columns;
        return columns.stream()
                .map(
                        each ->
                                each.renamed(metric + "_" + statisticOf(each.name(), metric))
                                        .headed(each.header().heading()))
                .toList();
    }

    private static NamedStatistics ofPair(
            ComparedPair pair, Ensemble runs, List<Metric> asked, List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (String name : distinct(names))
            if (ComparedPair.NAMES.contains(name)) columns.addAll(pair.columns(name));
            else
                for (int i = 0; i < 2; i++)
                    columns.addAll(
                            columns(
                                    pair.ensemble(),
                                    pair.metrics().get(i),
                                    name,
                                    pair.labels().get(i) + " "));
        return new NamedStatistics(runs, asked, pair.ensemble(), pair.metrics(), columns);
    }

    /// Which nodes reach a threshold in some run; what is large is said by the metrics with the
    /// unit of the first.
    public NodeThreshold shown(Threshold threshold) {
        return NodeThreshold.of(ensemble, metrics, threshold);
    }

    /// `node`, `path` and the statistics of the nodes that are shown, those with the largest value
    /// first.
    public List<Column> rows(NodeThreshold shown) {
        List<Column> all = new ArrayList<>(Statistics.nodes(ensemble));
        all.addAll(columns);
        return rows(all, shown);
    }

    /// The same of any columns with a row for each node.
    public static List<Column> rows(List<Column> columns, NodeThreshold shown) {
        return shown.rows(Table.of(columns)).columns();
    }

    private static List<String> distinct(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().toList();
    }

    private static List<Column> columns(
            Ensemble ensemble, Metric metric, String name, String prefix) {
        return switch (name) {
            case "box" -> measured(BoxPlot.of(ensemble, metric), 0, 6, metric, prefix);
            case "outliers" -> measured(BoxPlot.of(ensemble, metric), 6, 7, metric, prefix);
            case "normality" -> measured(Normality.of(ensemble, metric), 0, 3, metric, prefix);
            default -> {
                List<Statistic> statistics = statistics(name);
                Table table = Statistics.of(ensemble, List.of(metric), statistics);
                yield measured(table, 0, statistics.size(), metric, prefix);
            }
        };
    }

    private static List<Statistic> statistics(String name) {
        Matcher confidence = CONFIDENCE.matcher(name);
        if (confidence.matches()) {
            double level =
                    confidence.group(1) == null
                            ? DEFAULT_CONFIDENCE
                            : Double.parseDouble(confidence.group(1));
            return List.of(
                    Statistic.confidenceLower(level / 100), Statistic.confidenceUpper(level / 100));
        }
        if (ComparedPair.NAMES.contains(name))
            throw new IllegalArgumentException(
                    "'%s' compares two metrics or groups; name the other metric with %s"
                            .formatted(name, "--with or the groups with --between"));
        return List.of(named(name));
    }

    private static Statistic named(String name) {
        try {
            return Statistic.named(name);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "%s, also %s and, of two metrics or groups, %s"
                            .formatted(
                                    unknown.getMessage(),
                                    "confidence, box, outliers, normality",
                                    String.join(", ", ComparedPair.NAMES)),
                    unknown);
        }
    }

    /// Columns behind `node` and `path`, headed by what stands behind the metric in their name.
    private static List<Column> measured(
            Table table, int from, int to, Metric metric, String prefix) {
        return own(table, from, to)
                .map(
                        column -> {
                            String statistic = statisticOf(column.name(), metric);
                            Unit unit = isPlain(statistic) ? Unit.COUNT : metric.unit();
                            return column.in(unit).headed(prefix + statistic.replace('_', ' '));
                        })
                .toList();
    }

    /// Whether its numbers are not in the unit of the metric.
    public static boolean isPlain(String statistic) {
        return PLAIN.contains(statistic);
    }

    private static String statisticOf(String column, Metric metric) {
        String bare = metric.name() + "_";
        String scoped = metric + "_";
        return column.substring((column.startsWith(scoped) ? scoped : bare).length());
    }

    static Stream<Column> own(Table table, int from, int to) {
        return table.columns().subList(2 + from, 2 + to).stream();
    }
}
