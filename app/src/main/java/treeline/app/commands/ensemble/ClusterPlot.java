package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.cluster.Clustering;
import treeline.cluster.Features;
import treeline.cluster.PrincipalComponents;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.Scatter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `treeline plot clusters`: what `ensemble cluster` found, over two features or, where there are
/// more or fewer, over the two directions in which rows differ most.
final class ClusterPlot {
    /// More names would cover each other; a pointer on a point shows its name anyhow.
    private static final int MOST_NAMED = 30;

    private ClusterPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "clusters",
                "runs, nodes or values that are alike, as points",
                ClusterQuestion.choosing(options),
                "'runs/*.cali' --metric time -o clusters.svg",
                "which runs are alike",
                ClusterPlot::figure);
    }

    private static Scatter figure(Ensemble all, Arguments arguments, Console console) {
        Ensemble ensemble = Groups.means(all, arguments);
        ClusterQuestion.Found found = ClusterQuestion.found(ensemble, arguments, console);
        Clustering clusters = found.clusters();
        Features measured = found.measured();
        boolean two = measured.columns().size() == 2;
        Table places =
                two
                        ? measured.table()
                        : PrincipalComponents.of(measured.standardised()).reduced(2).table();
        List<String> names = two ? measured.columns() : components(places);
        boolean flat = names.size() == 1;
        List<Scatter.Dot> dots = new ArrayList<>();
        Table labels = clusters.features().labels();
        int folder = ShortNames.of(ensemble.keys()).folder().length();
        for (int row = 0; row < places.rows(); row++)
            dots.add(
                    new Scatter.Dot(
                            name(labels, row, folder),
                            places.real(names.getFirst()).at(row),
                            flat ? 0 : places.real(names.getLast()).at(row),
                            clusters.of(row),
                            places.rows() <= MOST_NAMED));
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < clusters.count(); i++)
            groups.add("cluster %d (%d)".formatted(i, clusters.size(i)));
        return new Scatter(
                PlotKind.caption(
                        "What is alike",
                        "%d %s%s in %d clusters, silhouette %s"
                                .formatted(
                                        dots.size(),
                                        found.rows(),
                                        dots.size() == all.runs()
                                                ? ""
                                                : " of "
                                                        + ContextSummary.counted(all.runs(), "run"),
                                        clusters.count(),
                                        Quantity.decimal(clusters.silhouette())),
                        notes(clusters, two ? 0 : measured.columns().size()),
                        arguments),
                side(ensemble, names.getFirst()),
                flat ? new Scatter.Side("", Unit.COUNT) : side(ensemble, names.getLast()),
                false,
                groups,
                dots,
                Optional.empty());
    }

    /// @param features that axes are made from, 0 where the axes are features
    private static List<String> notes(Clustering clusters, int features) {
        List<String> notes = new ArrayList<>();
        ClusterQuestion.warning(clusters).ifPresent(notes::add);
        if (features > 0)
            notes.add(
                    "axes: the two directions in which the %s differ most"
                            .formatted(ContextSummary.counted(features, "feature")));
        return notes;
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
