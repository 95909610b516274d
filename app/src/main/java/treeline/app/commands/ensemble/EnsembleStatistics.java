package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Normality;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `treeline ensemble stats`: a row for each node with the statistics that the user asked for.
final class EnsembleStatistics {
    static final Option<String> STATISTIC =
            Option.of(
                            "statistic",
                            Value.text("NAME"),
                            "mean, median, std, var, min, max, sum, count, p0 to p100, confidence,"
                                    + " box, outliers or normality; of two metrics or groups also"
                                    + " pearson, spearman, kendall, bhattacharyya, hellinger, score"
                                    + " or preference")
                    .severalTimes();

    private static final Pattern CONFIDENCE = Pattern.compile("confidence(\\d{1,2}(\\.\\d+)?)?");
    private static final double USUAL_CONFIDENCE = 95;
    private static final List<String> OF_PAIR = List.of("mean", "hellinger", "preference");

    /// Ends of names of columns whose numbers are not in the unit of the metric.
    private static final Pattern PLAIN_NUMBER =
            Pattern.compile(
                    ".*(_count|_var|_w|_p|_distance| pearson| spearman| kendall)"
                            + "|tvalue|tstatistic|bhattacharyya|hellinger|delta_mean_.*");

    private EnsembleStatistics() {}

    /// By group, where the user asked for groups.
    static Table of(Ensemble ensemble, List<String> groups, Arguments arguments, Threshold least) {
        if (groups.isEmpty()) return ofAll(ensemble, arguments, least);
        if (arguments.has(ComparedPair.BETWEEN))
            throw new IllegalArgumentException("--group-by and --between exclude each other");
        List<Table> tables = new ArrayList<>();
        for (RunGroup group : ensemble.groupBy(groups.toArray(String[]::new)))
            tables.add(labelled(group, ofAll(group.ensemble(), arguments, least)));
        return Table.concat(tables);
    }

    /// A table with the group's label in front.
    static Table labelled(RunGroup group, Table ofGroup) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("group", ofGroup.rows(), _ -> group.label()));
        columns.addAll(ofGroup.columns());
        return Table.of(columns);
    }

    private static Table ofAll(Ensemble ensemble, Arguments arguments, Threshold least) {
        if (ComparedPair.isAsked(arguments)) {
            ComparedPair pair = ComparedPair.of(ensemble, arguments);
            List<Column> columns = new ArrayList<>();
            for (String name : arguments.has(STATISTIC) ? arguments.all(STATISTIC) : OF_PAIR)
                columns.addAll(
                        ComparedPair.NAMES.contains(lower(name))
                                ? pair.columns(lower(name))
                                : columns(pair.ensemble(), pair.metrics(), name));
            return ranked(pair.ensemble(), pair.metrics(), columns, least);
        }
        List<Metric> metric = List.of(EnsembleOptions.metric(ensemble, arguments));
        List<Column> columns = new ArrayList<>();
        if (arguments.has(STATISTIC))
            for (String name : arguments.all(STATISTIC))
                columns.addAll(columns(ensemble, metric, name));
        else columns.addAll(columns(ensemble, metric, Statistic.USUAL));
        return ranked(ensemble, metric, columns, least);
    }

    private static List<Column> columns(Ensemble ensemble, List<Metric> metrics, String name) {
        Matcher confidence = CONFIDENCE.matcher(lower(name));
        if (confidence.matches()) {
            double percent =
                    confidence.group(1) == null
                            ? USUAL_CONFIDENCE
                            : Double.parseDouble(confidence.group(1));
            return columns(
                    ensemble,
                    metrics,
                    List.of(
                            Statistic.confidenceLower(percent / 100),
                            Statistic.confidenceUpper(percent / 100)));
        }
        return switch (lower(name)) {
            case "box" -> eachOf(metrics, metric -> own(BoxPlot.of(ensemble, metric), 0, 6));
            case "outliers" -> eachOf(metrics, metric -> own(BoxPlot.of(ensemble, metric), 6, 7));
            case "normality" ->
                    eachOf(metrics, metric -> own(Normality.of(ensemble, metric), 0, 3));
            default -> {
                if (ComparedPair.NAMES.contains(lower(name)))
                    throw new IllegalArgumentException(
                            "'%s' is of two metrics or groups; name the other metric with %s"
                                    .formatted(name, "--with or the groups with --between"));
                yield columns(ensemble, metrics, List.of(named(name)));
            }
        };
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

    private static List<Column> columns(
            Ensemble ensemble, List<Metric> metrics, List<Statistic> statistics) {
        Table table = Statistics.of(ensemble, metrics, statistics);
        return own(table, 0, table.columns().size() - 2);
    }

    private static List<Column> eachOf(
            List<Metric> metrics, java.util.function.Function<Metric, List<Column>> columns) {
        return metrics.stream().flatMap(metric -> columns.apply(metric).stream()).toList();
    }

    /// Columns behind `node` and `path`.
    static List<Column> own(Table table, int from, int to) {
        return table.columns().subList(2 + from, 2 + to);
    }

    /// Nodes with the largest maximum first.
    private static Table ranked(
            Ensemble ensemble, List<Metric> metrics, List<Column> columns, Threshold threshold) {
        double[] largest = new double[ensemble.tree().size()];
        for (Metric metric : metrics) {
            double[] ofMetric = Statistics.values(ensemble, metric, Statistic.MAX);
            for (int node = 0; node < largest.length; node++)
                if (ofMetric[node] > largest[node]) largest[node] = ofMetric[node];
        }
        double most = 0;
        for (double each : largest) most = Math.max(most, each);
        double least = threshold.of(most);
        List<Column> all = new ArrayList<>();
        all.addAll(Statistics.of(ensemble, List.of(), List.of()).columns());
        all.addAll(columns);
        Table table = Table.of(all);
        return table.with(Column.real("largest", largest))
                .filter(node -> largest[node] >= least)
                .sort(Order.descending("largest"))
                .select(table.names().toArray(String[]::new));
    }

    /// The unit that a column's numbers are printed in.
    static Unit unitOf(String column, Unit ofMetric) {
        return PLAIN_NUMBER.matcher(column).matches() ? Unit.COUNT : ofMetric;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
