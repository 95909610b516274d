package treeline.figure;

import treeline.cluster.ClusterSearch;
import treeline.cluster.Clustering;
import treeline.cluster.Features;
import treeline.cluster.PrincipalComponents;
import treeline.cluster.Structure;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.Scatter;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Scatter plot of clusters over two features or, if there are not exactly two, over the first two
/// principal components.
public final class ClusterFigure {
    /// More names would cover each other; a pointer on a point shows its name anyhow.
    private static final int MAX_NAMED = 30;

    private ClusterFigure() {}

    /// The rows of an ensemble as points, with the colours of their clusters.
    ///
    /// @param ensemble whose rows were clustered
    /// @param runs how many runs there are; more than the ensemble has where it has means of them
    public static Scatter of(
            Ensemble ensemble, int runs, ClusterSearch.Found found, Wording wording) {
        Clustering clusters = found.clusters();
        Features measured = found.measured();
        boolean two = measured.columns().size() == 2;
        Table places =
                two
                        ? measured.table()
                        : PrincipalComponents.of(measured.standardised()).reduced(2).table();
        List<String> names = two ? measured.columns() : components(places);
        boolean flat = names.size() == 1;
        List<String> notes = notes(clusters, two ? 0 : measured.columns().size());
        if (wording == Wording.PROGRAM) leftOut(found).ifPresent(notes::add);
        return new Scatter(
                new Caption("Clusters", subtitle(found, runs), notes),
                side(ensemble, names.getFirst()),
                flat ? new Scatter.Side("", Unit.COUNT) : side(ensemble, names.getLast()),
                false,
                groups(clusters),
                dots(ensemble, clusters, places, names),
                Optional.empty());
    }

    private static String subtitle(ClusterSearch.Found found, int runs) {
        Clustering clusters = found.clusters();
        int rows = clusters.features().rows();
        return "%d %s%s in %d clusters, silhouette %s"
                .formatted(
                        rows,
                        found.rows().name().toLowerCase(Locale.ROOT),
                        rows == runs ? "" : " of " + ContextSummary.counted(runs, "run"),
                        clusters.count(),
                        Quantity.decimal(clusters.silhouette()));
    }

    private static List<Scatter.Dot> dots(
            Ensemble ensemble, Clustering clusters, Table places, List<String> names) {
        Table labels = clusters.features().labels();
        int folder = ShortNames.of(ensemble.keys()).folder().length();
        List<Scatter.Dot> dots = new ArrayList<>();
        for (int row = 0; row < places.rows(); row++)
            dots.add(
                    new Scatter.Dot(
                            name(labels, row, folder),
                            places.real(names.getFirst()).at(row),
                            names.size() == 1 ? 0 : places.real(names.getLast()).at(row),
                            clusters.of(row),
                            places.rows() <= MAX_NAMED));
        return dots;
    }

    private static List<String> groups(Clustering clusters) {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < clusters.count(); i++)
            groups.add("cluster %d (%d)".formatted(i, clusters.size(i)));
        return groups;
    }

    /// @param features that axes are made from, 0 where the axes are features
    private static List<String> notes(Clustering clusters, int features) {
        List<String> notes = new ArrayList<>();
        warning(clusters).ifPresent(notes::add);
        if (features > 0)
            notes.add(
                    "axes: the first two principal components of the %s"
                            .formatted(ContextSummary.counted(features, "feature")));
        return notes;
    }

    /// What must be said of rows or nodes that are in no cluster.
    public static Optional<String> leftOut(ClusterSearch.Found found) {
        int count = found.measured().leftOut();
        boolean ofRuns = found.rows() == ClusterSearch.Rows.RUNS;
        return count == 0
                ? Optional.empty()
                : Optional.of(
                        "omitted: %s without a value %s"
                                .formatted(
                                        ContextSummary.counted(count, ofRuns ? "node" : "row"),
                                        ofRuns ? "in every run" : "of every feature"));
    }

    /// What must be said of clusters that are hardly any.
    public static Optional<String> warning(Clustering clusters) {
        boolean eachAlone = clusters.count() == clusters.features().rows();
        if (clusters.count() == 1 || eachAlone) return Optional.empty();
        String warning = Structure.of(clusters.silhouette()).warning();
        return warning.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "silhouette %s: %s"
                                .formatted(Quantity.decimal(clusters.silhouette()), warning));
    }

    private static List<String> components(Table places) {
        return places.names().stream().filter(name -> name.matches("pc[12]")).toList();
    }

    private static String name(Table labels, int row, int folder) {
        List<String> words = new ArrayList<>();
        if (labels.names().contains("path")) words.add(labels.column("path").text(row));
        if (labels.names().contains("run"))
            words.add(labels.column("run").text(row).substring(folder));
        return words.isEmpty() ? "row " + row : String.join(", ", words);
    }

    /// A feature that is a metric has its unit.
    private static Scatter.Side side(Ensemble ensemble, String name) {
        for (Metric metric : ensemble.metrics())
            if (name.equals(metric.name()) || name.equals(ensemble.nameOf(metric)))
                return new Scatter.Side(name, metric.unit());
        return new Scatter.Side(name, Unit.COUNT);
    }
}
