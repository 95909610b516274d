package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.app.terminal.TextWidth;
import treeline.cluster.ClusterMetadata;
import treeline.cluster.Clustering;
import treeline.cluster.Features;
import treeline.cluster.KMeans;
import treeline.cluster.PrincipalComponents;
import treeline.cluster.Structure;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `treeline ensemble cluster`: which runs, nodes or runs at nodes are alike.
final class ClusterQuestion {
    /// What is put into clusters.
    private enum Rows {
        RUNS,
        NODES,
        VALUES
    }

    private static final Option<Integer> CLUSTERS =
            Option.of(
                    "k",
                    Value.whole("N", 1, Integer.MAX_VALUE),
                    "how many clusters (default: the number from 2 to 8 that fits best)");
    private static final Option<String> FEATURES =
            Option.of(
                            "features",
                            Value.text("NAME"),
                            "what clusters are alike in: metrics, numbers of metadata (default: the"
                                    + " metric at every node)")
                    .severalTimes();
    private static final Option<Rows> ROWS =
            Option.of(
                    "rows",
                    Value.choice(Rows.class),
                    "what is clustered: runs, nodes by their means, or each run at each node"
                            + " (default: runs)");
    private static final Option<Integer> COMPONENTS =
            Option.of(
                    "pca",
                    Value.whole("N", 1, Integer.MAX_VALUE),
                    "cluster in the N directions in which rows differ most");
    private static final Option<Integer> SEED =
            Option.of(
                    "seed",
                    Value.whole("N", 0, Integer.MAX_VALUE),
                    "seed of the random number generator (default: %d)"
                            .formatted(KMeans.USUAL_SEED));
    private static final int MOST_FACTS = 4;
    private static final int LONGEST_FACT = 32;

    static Command command(EnsembleOptions options) {
        return options.question(
                "cluster",
                "find runs, nodes or values that are alike, and what they have in common",
                options.choosingValues(
                        RunOptions.METRIC,
                        CLUSTERS,
                        FEATURES,
                        ROWS,
                        COMPONENTS,
                        SEED,
                        Groups.GROUP_BY,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble cluster 'runs/*.cali' --metric time --pca 2",
                                "which runs are alike, and what they have in common")),
                (ensemble, arguments, console) ->
                        new ClusterQuestion(Groups.means(ensemble, arguments), arguments, console)
                                .print());
    }

    private static final String POSITION = "position of the run";

    private final Ensemble ensemble;
    private final Arguments arguments;
    private final Console console;
    private final Rows rows;
    private final List<String> notes = new ArrayList<>();

    /// @param ensemble its runs are clustered as they are
    private ClusterQuestion(Ensemble ensemble, Arguments arguments, Console console) {
        this.ensemble = ensemble;
        this.arguments = arguments;
        this.console = console;
        this.rows = arguments.value(ROWS, Rows.RUNS);
    }

    /// Clusters and what their rows are alike in, as it was measured.
    ///
    /// @param rows what was clustered, such as `runs`
    record Found(String rows, Features measured, Clustering clusters) {}

    /// The same without a word, for a picture.
    static Found found(Ensemble ensemble, Arguments arguments, Console console) {
        var question = new ClusterQuestion(ensemble, arguments, console);
        Features measured = question.features();
        return new Found(
                Value.nameOf(question.rows),
                measured,
                question.clusters(question.reduced(measured.standardised())));
    }

    /// How a picture of clusters chooses them, as the table does.
    static List<Option<?>> choosing(EnsembleOptions options) {
        return options.choosingValues(
                RunOptions.METRIC, CLUSTERS, FEATURES, ROWS, COMPONENTS, SEED, Groups.GROUP_BY);
    }

    private int print() throws IOException {
        Features features = reduced(features().standardised());
        Clustering clusters = clusters(features);
        warning(clusters).ifPresent(console::warn);
        Table members = members(clusters);
        var data =
                new DataAnswer("ensemble-cluster", members)
                        .with(json -> json.name("clusters").value(clusters.count()))
                        .number("silhouette", clusters.silhouette());
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        console.out()
                .println(
                        "%d %s in %d clusters, silhouette %s"
                                .formatted(
                                        features.rows(),
                                        Value.nameOf(rows),
                                        clusters.count(),
                                        number(clusters.silhouette())));
        notes.forEach(console.out()::println);
        console.out().println();
        printClusters(clusters);
        console.out().println();
        printMembers(members);
        return ExitCode.SUCCESS;
    }

    /// What must be said of clusters that are hardly any.
    static Optional<String> warning(Clustering clusters) {
        boolean eachAlone = clusters.count() == clusters.features().rows();
        if (clusters.count() == 1 || eachAlone) return Optional.empty();
        String warning = Structure.of(clusters.silhouette()).warning();
        return warning.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "silhouette %s: %s"
                                .formatted(Quantity.decimal(clusters.silhouette()), warning));
    }

    private Features features() {
        Set<Metric> metrics = new LinkedHashSet<>();
        Set<String> metadata = new LinkedHashSet<>();
        for (String name : arguments.all(FEATURES))
            if (!isMetric(name) && ensemble.metadataColumns().contains(name)) metadata.add(name);
            else metrics.add(ensemble.metric(name));
        if (metrics.isEmpty() && metadata.isEmpty())
            metrics.add(EnsembleOptions.metric(ensemble, arguments));
        Features features = features(List.copyOf(metrics), List.copyOf(metadata));
        notes.add("features: " + names(features));
        if (features.leftOut() > 0)
            console.warn(
                    "left out: %s without a value %s"
                            .formatted(
                                    ContextSummary.counted(
                                            features.leftOut(), rows == Rows.RUNS ? "node" : "row"),
                                    rows == Rows.RUNS ? "in every run" : "of every feature"));
        return features;
    }

    private Features features(List<Metric> metrics, List<String> metadata) {
        return switch (rows) {
            case RUNS -> Features.ofRuns(ensemble, metrics, metadata);
            case NODES -> ofNodes(metrics, metadata);
            case VALUES -> ofValues(metrics, metadata);
        };
    }

    private boolean isMetric(String name) {
        return ensemble.metrics().stream()
                .anyMatch(
                        metric ->
                                name.equals(metric.name())
                                        || name.equals(
                                                metric.name()
                                                        + ":"
                                                        + Value.nameOf(metric.scope())));
    }

    private String names(Features features) {
        if (rows == Rows.RUNS && features.columns().size() > 4)
            return features.columns().size() + " values of each run";
        return TextWidth.printable(String.join(", ", features.columns()));
    }

    private Features ofNodes(List<Metric> metrics, List<String> metadata) {
        if (!metadata.isEmpty())
            throw new IllegalArgumentException(
                    "nodes have no metadata such as '%s'; cluster runs or values by it"
                            .formatted(metadata.getFirst()));
        Table means = Statistics.of(ensemble, metrics, List.of(Statistic.MEAN));
        return Features.of(means, means.names().subList(2, means.names().size()));
    }

    private Features ofValues(List<Metric> metrics, List<String> metadata) {
        Table values = ensemble.withMetrics(metrics).performance(metadata.toArray(String[]::new));
        return Features.of(values, values.names().subList(3, values.names().size()));
    }

    private Features reduced(Features features) {
        if (!arguments.has(COMPONENTS)) return features;
        PrincipalComponents components = PrincipalComponents.of(features);
        Features reduced = components.reduced(arguments.value(COMPONENTS).orElseThrow());
        double share = 0;
        for (int i = 0; i < reduced.columns().size(); i++) share += components.share(i);
        notes.add(
                "%d of %d components carry %s of the variance"
                        .formatted(
                                reduced.columns().size(),
                                components.count(),
                                Quantity.percent(share)));
        return reduced;
    }

    private Clustering clusters(Features features) {
        long seed = arguments.value(SEED).map(Integer::longValue).orElse(KMeans.USUAL_SEED);
        if (arguments.has(CLUSTERS))
            return KMeans.of(arguments.value(CLUSTERS).orElseThrow()).withSeed(seed).on(features);
        List<Clustering> all = KMeans.each(features, 2, KMeans.USUAL_MOST, seed);
        notes.add("the best silhouette of 2 to %d clusters".formatted(all.getLast().count()));
        return KMeans.best(all);
    }

    /// A row for each that was clustered, with the components it was clustered by and the metadata
    /// in which runs differ.
    private Table members(Clustering clusters) {
        Table members = clusters.rows();
        if (arguments.has(COMPONENTS))
            for (Column column : clusters.features().table().columns())
                if (!members.names().contains(column.name())) members = members.with(column);
        if (rows == Rows.NODES) return members.sort(Order.ascending("cluster"));
        List<Column> facts = new ArrayList<>(List.of(ensemble.metadata().column("run")));
        for (String name : ClusterMetadata.differing(ensemble))
            facts.add(fact(name, members.names()));
        Table told = members.leftJoin(Table.of(facts), "run");
        return told.with(position(told))
                .sort(Order.ascending("cluster"), Order.ascending(POSITION))
                .select(told.names().toArray(String[]::new));
    }

    /// Runs come as they come everywhere: as people count, or as they were named.
    private Column position(Table told) {
        Map<String, Integer> positions = new HashMap<>();
        for (String key : ensemble.keys()) positions.put(key, positions.size());
        Column run = told.column("run");
        return Column.whole(
                POSITION, told.rows(), row -> positions.getOrDefault(run.text(row), row));
    }

    private Column fact(String name, List<String> taken) {
        Table metadata = ensemble.metadata();
        Column column = metadata.column(name.equals("run") ? "metadata.run" : name);
        return taken.contains(name) ? column.renamed("metadata." + name) : column;
    }

    private void printClusters(Clustering clusters) {
        Table centres = clusters.centres();
        Sheet sheet =
                new Sheet(centres, console.screen())
                        .number("cluster", "cluster")
                        .number("rows", Value.nameOf(rows));
        if (rows == Rows.NODES) {
            for (String centre : centres.names().subList(3, centres.names().size()))
                sheet.number(centre, TextWidth.printable(centre));
            sheet.number("silhouette", "silhouette");
        } else {
            Table common = ClusterMetadata.common(ensemble, clusters);
            sheet.number("silhouette", "silhouette")
                    .computed("in common", false, cluster -> common(common, cluster));
        }
        sheet.print(centres.rows(), console);
    }

    /// A few facts, short ones first: who wants all asks for the data.
    private String common(Table common, int cluster) {
        List<String> facts = new ArrayList<>();
        List<String> lengthy = new ArrayList<>();
        for (int row = 0; row < common.rows(); row++) {
            if (common.whole("cluster").at(row) != cluster) continue;
            String value = TextWidth.printable(common.column("value").text(row).strip());
            String shown = TextWidth.cutInMiddle(value, LONGEST_FACT, console.screen().ellipsis());
            (shown.equals(value) ? facts : lengthy)
                    .add(TextWidth.printable(common.column("metadata").text(row)) + " = " + shown);
        }
        facts.addAll(lengthy);
        if (facts.isEmpty()) return "-";
        int more = facts.size() - MOST_FACTS;
        return more <= 0
                ? String.join(", ", facts)
                : "%s, %d more".formatted(String.join(", ", facts.subList(0, MOST_FACTS)), more);
    }

    private void printMembers(Table members) {
        ShortNames names = ShortNames.of(ensemble.keys());
        boolean ofRuns = rows != Rows.NODES;
        Table shown = ofRuns ? members.with(shortened(members.column("run"), names)) : members;
        Sheet sheet = new Sheet(shown, console.screen());
        if (rows == Rows.RUNS) sheet.label("run", "run");
        else sheet.label("path", "path");
        if (rows == Rows.VALUES) sheet.text("run", "run");
        sheet.number("cluster", "cluster").number("silhouette", "silhouette");
        sheet.print(Sheet.top(arguments), console);
        if (ofRuns) names.printFolder(console);
    }

    private static Column shortened(Column runs, ShortNames names) {
        int folder = names.folder().length();
        return Column.text("run", runs.rows(), row -> runs.text(row).substring(folder));
    }

    private String number(double value) {
        return new Quantity(3, console.screen().unicode()).text(value, Unit.COUNT);
    }
}
