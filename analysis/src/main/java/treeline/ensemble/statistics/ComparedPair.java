package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.RunGroup;
import treeline.model.Metric;
import treeline.single.Correlation;
import treeline.table.Column;
import treeline.table.Table;

import java.util.List;
import java.util.Locale;

/// The two sides of a comparison by [NamedStatistics]: two metrics of the same runs, or one metric
/// of two groups of runs.
///
/// @param labels the names of the two sides: metrics or groups of runs
/// @param paired whether values are paired by run, as correlations require
record ComparedPair(
        Ensemble ensemble, Metric first, Metric second, List<String> labels, boolean paired) {
    /// The statistics that need two.
    static final List<String> NAMES =
            List.of(
                    "pearson",
                    "spearman",
                    "kendall",
                    "bhattacharyya",
                    "hellinger",
                    "score",
                    "preference");

    private static final double LEVEL = 0.05;

    static ComparedPair with(Ensemble runs, Metric metric, Metric other) {
        return new ComparedPair(runs, metric, other, List.of(metric.name(), other.name()), true);
    }

    static ComparedPair between(Ensemble runs, Metric metric, String metadata) {
        List<RunGroup> groups =
                runs.groupBy(metadata).stream()
                        .filter(group -> group.key().getFirst().isPresent())
                        .toList();
        if (groups.size() != 2)
            throw new IllegalArgumentException(
                    "'%s' splits the runs into %d groups (%s), two required; select with --where"
                            .formatted(
                                    metadata,
                                    groups.size(),
                                    String.join(
                                            ", ", groups.stream().map(RunGroup::label).toList())));
        String one = groups.getFirst().label();
        String other = groups.getLast().label();
        var beside = new EnsembleJoin();
        for (RunGroup group : groups)
            beside.add(group.label(), group.ensemble().withMetrics(List.of(metric)));
        boolean paired = groups.getFirst().members().size() == groups.getLast().members().size();
        Ensemble both = beside.unpaired();
        return new ComparedPair(
                both,
                both.metric(one + "." + metric.name()),
                both.metric(other + "." + metric.name()),
                List.of(one, other),
                paired);
    }

    List<Metric> metrics() {
        return List.of(first, second);
    }

    /// @param name one of [#NAMES]
    List<Column> columns(String name) {
        var pair = new MetricPair(ensemble, first, second);
        Table table =
                switch (name) {
                    case "bhattacharyya" -> pair.bhattacharyyaDistance();
                    case "hellinger" -> pair.hellingerDistance();
                    case "score" -> pair.scores();
                    case "preference" -> pair.preference(LEVEL);
                    default -> correlation(pair, name);
                };
        return NamedStatistics.own(table, 0, table.columns().size() - 2)
                .map(column -> column.headed(heading(column.name(), name)))
                .toList();
    }

    /// Names of columns are those of Thicket; people need not read both metrics in each of them.
    private static String heading(String column, String name) {
        return switch (column) {
            case "tvalue" -> "critical t";
            case "tstatistic" -> "t";
            case "mean_preferred" -> "lower mean";
            case "std_preferred" -> "lower std";
            default -> name.equals("score") ? column.replace('_', ' ') : name;
        };
    }

    private Table correlation(MetricPair pair, String name) {
        if (!paired)
            throw new IllegalArgumentException(
                    "'%s' pairs runs, but the groups have different run counts".formatted(name));
        return pair.correlation(Correlation.Method.valueOf(name.toUpperCase(Locale.ROOT)));
    }
}
