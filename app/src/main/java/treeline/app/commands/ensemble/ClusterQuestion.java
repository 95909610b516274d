package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.cluster.ClusterMetadata;
import treeline.cluster.ClusterSearch;
import treeline.cluster.Clustering;
import treeline.cluster.Features;
import treeline.cluster.KMeans;
import treeline.cluster.PrincipalComponents;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.figure.ClusterFigure;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
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
import java.util.OptionalInt;
import java.util.Set;

/// `treeline ensemble cluster`: which runs, nodes or runs at nodes are alike.
final class ClusterQuestion {
    private static final Parameter<Integer> CLUSTERS =
            Parameter.of(
                    "k",
                    ParameterType.whole("N", 1, Integer.MAX_VALUE),
                    "how many clusters (default: the number from 2 to 8 that fits best)");
    private static final Parameter<String> FEATURES =
            Parameter.of(
                            "features",
                            ParameterType.text("NAME"),
                            "what clusters are alike in: metrics, numbers of metadata (default: the"
                                    + " metric at every node)")
                    .severalTimes();
    private static final Parameter<ClusterSearch.Rows> ROWS =
            Parameter.of(
                    "rows",
                    ParameterType.choice(ClusterSearch.Rows.class),
                    "what is clustered: runs, nodes by their means, or each run at each node"
                            + " (default: runs)");
    private static final Parameter<Integer> COMPONENTS =
            Parameter.of(
                    "pca",
                    ParameterType.whole("N", 1, Integer.MAX_VALUE),
                    "cluster in the N directions in which rows differ most");
    private static final Parameter<Integer> SEED =
            Parameter.of(
                    "seed",
                    ParameterType.whole("N", 0, Integer.MAX_VALUE),
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
    private final ClusterSearch.Rows rows;

    /// @param ensemble its runs are clustered as they are
    private ClusterQuestion(Ensemble ensemble, Arguments arguments, Console console) {
        this.ensemble = ensemble;
        this.arguments = arguments;
        this.console = console;
        this.rows = arguments.value(ROWS, ClusterSearch.Rows.RUNS);
    }

    /// The same without a word, for a picture.
    static ClusterSearch.Found found(Ensemble ensemble, Arguments arguments, Console console) {
        return new ClusterQuestion(ensemble, arguments, console).found();
    }

    private ClusterSearch.Found found() {
        ClusterSearch.Found found = search().on(ensemble);
        ClusterFigure.leftOut(found).ifPresent(console::warn);
        return found;
    }

    private ClusterSearch search() {
        Set<Metric> metrics = new LinkedHashSet<>();
        Set<String> metadata = new LinkedHashSet<>();
        for (String name : arguments.all(FEATURES))
            if (!isMetric(name) && ensemble.metadataColumns().contains(name)) metadata.add(name);
            else metrics.add(ensemble.metric(name));
        if (metrics.isEmpty() && metadata.isEmpty())
            metrics.add(EnsembleOptions.metric(ensemble, arguments));
        return new ClusterSearch(
                rows,
                List.copyOf(metrics),
                List.copyOf(metadata),
                number(CLUSTERS),
                number(COMPONENTS),
                arguments.value(SEED).map(Integer::longValue).orElse(KMeans.USUAL_SEED));
    }

    private OptionalInt number(Parameter<Integer> option) {
        return arguments.value(option).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /// How a picture of clusters chooses them, as the table does.
    static List<Parameter<?>> choosing(EnsembleOptions options) {
        return options.choosingValues(
                RunOptions.METRIC, CLUSTERS, FEATURES, ROWS, COMPONENTS, SEED, Groups.GROUP_BY);
    }

    private int print() throws IOException {
        ClusterSearch.Found found = found();
        Clustering clusters = found.clusters();
        ClusterFigure.warning(clusters).ifPresent(console::warn);
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
                                        clusters.features().rows(),
                                        ParameterType.nameOf(rows),
                                        clusters.count(),
                                        number(clusters.silhouette())));
        notes(found).forEach(console.out()::println);
        console.out().println();
        printClusters(clusters);
        console.out().println();
        printMembers(members);
        return ExitCode.SUCCESS;
    }

    private List<String> notes(ClusterSearch.Found found) {
        List<String> notes = new ArrayList<>();
        notes.add("features: " + names(found.measured()));
        Features features = found.clusters().features();
        found.components().ifPresent(each -> notes.add(share(each, features.columns().size())));
        found.most()
                .ifPresent(
                        most ->
                                notes.add(
                                        "the best silhouette of 2 to %d clusters".formatted(most)));
        return notes;
    }

    private static String share(PrincipalComponents components, int kept) {
        double share = 0;
        for (int i = 0; i < kept; i++) share += components.share(i);
        return "%d of %d components carry %s of the variance"
                .formatted(kept, components.count(), Quantity.percent(share));
    }

    private boolean isMetric(String name) {
        return ensemble.metrics().stream()
                .anyMatch(
                        metric ->
                                name.equals(metric.name())
                                        || name.equals(
                                                metric.name()
                                                        + ":"
                                                        + ParameterType.nameOf(metric.scope())));
    }

    private String names(Features features) {
        if (rows == ClusterSearch.Rows.RUNS && features.columns().size() > 4)
            return features.columns().size() + " values of each run";
        return TextWidth.printable(String.join(", ", features.columns()));
    }

    /// A row for each that was clustered, with the components it was clustered by and the metadata
    /// in which runs differ.
    private Table members(Clustering clusters) {
        Table members = clusters.rows();
        if (arguments.has(COMPONENTS))
            for (Column column : clusters.features().table().columns())
                if (!members.names().contains(column.name())) members = members.with(column);
        if (rows == ClusterSearch.Rows.NODES) return members.sort(Order.ascending("cluster"));
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
                        .number("rows", ParameterType.nameOf(rows));
        if (rows == ClusterSearch.Rows.NODES) {
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
        boolean ofRuns = rows != ClusterSearch.Rows.NODES;
        Table shown = ofRuns ? members.with(shortened(members.column("run"), names)) : members;
        Sheet sheet = new Sheet(shown, console.screen());
        if (rows == ClusterSearch.Rows.RUNS) sheet.label("run", "run");
        else sheet.label("path", "path");
        if (rows == ClusterSearch.Rows.VALUES) sheet.text("run", "run");
        sheet.number("cluster", "cluster").number("silhouette", "silhouette");
        sheet.print(Sheet.top(arguments), console);
        if (ofRuns) FactsText.printFolder(names, console);
    }

    private static Column shortened(Column runs, ShortNames names) {
        int folder = names.folder().length();
        return Column.text("run", runs.rows(), row -> runs.text(row).substring(folder));
    }

    private String number(double value) {
        return new Quantity(3, console.screen().unicode()).text(value, Unit.COUNT);
    }
}
