package treeline.question.runs;

import treeline.cluster.ClusterMetadata;
import treeline.cluster.ClusterSearch;
import treeline.cluster.Clustering;
import treeline.cluster.Features;
import treeline.cluster.KMeans;
import treeline.cluster.PrincipalComponents;
import treeline.cluster.Structure;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.figure.ClusterFigure;
import treeline.figure.Wording;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunGrouping;
import treeline.question.screen.TextWidth;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/// `ensemble cluster`: clusters of similar runs, nodes or values, by k-means.
public final class EnsembleCluster {
    private static final Parameter<Integer> CLUSTERS =
            Parameter.of(
                    "k",
                    ParameterType.whole("N", 1, Integer.MAX_VALUE),
                    "number of clusters (default: 2 to 8, by the highest silhouette)");
    private static final Parameter<String> FEATURES =
            Parameter.of(
                            "features",
                            ParameterType.text("NAME"),
                            "metrics or numeric metadata to cluster by (default: the metric at"
                                    + " every node)")
                    .severalTimes();
    private static final Parameter<ClusterSearch.Rows> ROWS =
            Parameter.of(
                    "rows",
                    ParameterType.choice(ClusterSearch.Rows.class),
                    "what to cluster: runs, nodes by their means, or each run at each node"
                            + " (default: runs)");
    private static final Parameter<Integer> COMPONENTS =
            Parameter.of(
                    "pca",
                    ParameterType.whole("N", 1, Integer.MAX_VALUE),
                    "cluster on the first N principal components");
    private static final Parameter<Integer> SEED =
            Parameter.of(
                    "seed",
                    ParameterType.whole("N", 0, Integer.MAX_VALUE),
                    "random seed of k-means (default: %d)".formatted(KMeans.DEFAULT_SEED));
    private static final List<Parameter<?>> PARAMETERS =
            List.of(
                    RunOptions.METRIC,
                    CLUSTERS,
                    FEATURES,
                    ROWS,
                    COMPONENTS,
                    SEED,
                    RunGrouping.GROUP_BY);
    private static final String NAME = "ensemble cluster";

    /// As many as fit into a line next to the numbers of a cluster.
    private static final int MAX_FACTS = 4;

    private static final int MAX_FACT_LENGTH = 32;

    private static final String POSITION = "position of the run";

    private final Ensemble ensemble;
    private final Arguments arguments;
    private final ClusterSearch.Rows rows;

    /// @param ensemble the runs to cluster, or the means of groups of runs
    private EnsembleCluster(Ensemble ensemble, Arguments arguments) {
        this.ensemble = ensemble;
        this.arguments = arguments;
        this.rows = arguments.value(ROWS, ClusterSearch.Rows.RUNS);
    }

    static Question question(EnsembleOptions options) {
        return options.question(
                        NAME,
                        "cluster runs, nodes or values, and show the metadata that clusters share",
                        choosing(options, RowLimit.TOP),
                        EnsembleCluster::answer)
                .example(
                        "treeline ensemble cluster 'runs/*.tldb' --metric time --pca 2",
                        "which runs are similar, and what they have in common");
    }

    /// The parameters of clusters, followed by others.
    public static List<Parameter<?>> choosing(EnsembleOptions options, Parameter<?>... more) {
        return options.choosingValues(
                Parameter.all(PARAMETERS, List.of(more)).toArray(Parameter<?>[]::new));
    }

    /// The clusters of an ensemble.
    ///
    /// @param warnings receives a warning about rows that belong to no cluster
    public static ClusterSearch.Found found(
            Ensemble ensemble, Arguments arguments, Consumer<Statement> warnings) {
        ClusterSearch.Found found = new EnsembleCluster(ensemble, arguments).search().on(ensemble);
        int count = found.measured().leftOut();
        if (count > 0) warnings.accept(leftOut(found, count));
        return found;
    }

    private static Statement leftOut(ClusterSearch.Found found, int count) {
        boolean ofRuns = found.rows() == ClusterSearch.Rows.RUNS;
        return Statement.warning(
                "omitted: {rows} "
                        + (ofRuns ? "node" : "row")
                        + (count == 1 ? "" : "s")
                        + " without a value "
                        + (ofRuns ? "in every run" : "of every feature"),
                Argument.count(count));
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
                arguments.value(SEED).map(Integer::longValue).orElse(KMeans.DEFAULT_SEED));
    }

    private OptionalInt number(Parameter<Integer> option) {
        return arguments.value(option).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    private static Answer answer(Ensemble all, Arguments arguments, Session session) {
        Ensemble ensemble = RunGrouping.means(all, arguments);
        List<Statement> warnings = new ArrayList<>();
        ClusterSearch.Found found = found(ensemble, arguments, warnings::add);
        return new EnsembleCluster(ensemble, arguments).answer(found, all.runs(), warnings);
    }

    private Answer answer(ClusterSearch.Found found, int runs, List<Statement> warnings) {
        Clustering clusters = found.clusters();
        warnOfStructure(clusters, warnings);
        Table members = members(clusters);
        var answer =
                new Answer.Builder(NAME, members)
                        .with(json -> json.name("clusters").value(clusters.count()))
                        .number("silhouette", clusters.silhouette())
                        .figure(() -> ClusterFigure.of(ensemble, runs, found, Wording.COMMAND_LINE))
                        .add(warnings)
                        .add(findings(found))
                        .gap()
                        .add(centres(clusters))
                        .gap();
        addMembers(members, answer);
        return answer.build();
    }

    /// A weak silhouette, unless there is one cluster or each row is one.
    private static void warnOfStructure(Clustering clusters, List<Statement> warnings) {
        boolean eachAlone = clusters.count() == clusters.features().rows();
        String warning = Structure.of(clusters.silhouette()).warning();
        if (clusters.count() == 1 || eachAlone || warning.isEmpty()) return;
        warnings.add(
                Statement.warning(
                        "silhouette {silhouette}: " + warning,
                        Argument.setting(clusters.silhouette())));
    }

    private List<Statement> findings(ClusterSearch.Found found) {
        Clustering clusters = found.clusters();
        List<Statement> findings = new ArrayList<>();
        findings.add(
                Statement.finding(
                        "{rows} {kind} in {clusters} clusters, silhouette {silhouette}",
                        Argument.count(clusters.features().rows()),
                        Argument.name(ParameterType.nameOf(rows)),
                        Argument.count(clusters.count()),
                        Argument.amount(clusters.silhouette(), Unit.COUNT)));
        findings.add(features(found.measured()));
        int kept = clusters.features().columns().size();
        found.components().ifPresent(each -> findings.add(variance(each, kept)));
        found.most()
                .ifPresent(
                        most ->
                                findings.add(
                                        Statement.finding(
                                                "the highest silhouette of 2 to {most} clusters",
                                                Argument.count(most))));
        return findings;
    }

    private Statement features(Features features) {
        return rows == ClusterSearch.Rows.RUNS && features.columns().size() > 4
                ? Statement.finding(
                        "features: {values} values of each run",
                        Argument.count(features.columns().size()))
                : Statement.finding(
                        "features: {features}",
                        new Argument.Names(features.columns(), Integer.MAX_VALUE));
    }

    private static Statement variance(PrincipalComponents components, int kept) {
        double share = 0;
        for (int i = 0; i < kept; i++) share += components.share(i);
        return Statement.finding(
                "{kept} of {all} components explain {share} of the variance",
                Argument.count(kept),
                Argument.count(components.count()),
                Argument.share(share));
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

    /// One row per clustered run, node or value, with its components and the metadata in which runs
    /// differ.
    private Table members(Clustering clusters) {
        Table members = clusters.rows();
        if (arguments.has(COMPONENTS))
            for (Column column : clusters.features().table().columns())
                if (!members.names().contains(column.name())) members = members.with(column);
        if (rows == ClusterSearch.Rows.NODES) return members.sort(Order.ascending("cluster"));
        List<Column> facts = new ArrayList<>(List.of(ensemble.metadata().column("run")));
        for (String name : ClusterMetadata.differing(ensemble))
            facts.add(fact(name, members.names()));
        Table joined = members.leftJoin(Table.of(facts), "run");
        return joined.with(position(joined))
                .sort(Order.ascending("cluster"), Order.ascending(POSITION))
                .select(joined.names().toArray(String[]::new));
    }

    /// The position of each row's run in the ensemble.
    private Column position(Table joined) {
        Map<String, Integer> positions = new HashMap<>();
        for (String key : ensemble.keys()) positions.put(key, positions.size());
        Column run = joined.column("run");
        return Column.whole(
                POSITION, joined.rows(), row -> positions.getOrDefault(run.text(row), row));
    }

    private Column fact(String name, List<String> taken) {
        Table metadata = ensemble.metadata();
        Column column = metadata.column(name.equals("run") ? "metadata.run" : name);
        return taken.contains(name) ? column.renamed("metadata." + name) : column;
    }

    private Section centres(Clustering clusters) {
        Table centres = clusters.centres();
        Section.Builder section =
                Section.of(centres).columns("cluster").column("rows", ParameterType.nameOf(rows));
        if (rows == ClusterSearch.Rows.NODES) {
            for (String centre : centres.names().subList(3, centres.names().size()))
                section.columns(centre);
            return section.columns("silhouette").all();
        }
        Table common = ClusterMetadata.common(ensemble, clusters);
        return section.columns("silhouette")
                .computed(
                        "in common",
                        false,
                        (cluster, screen) -> common(common, cluster, screen.ellipsis()))
                .all();
    }

    /// The first metadata that the runs of a cluster share, short values first.
    private static String common(Table common, int cluster, String ellipsis) {
        List<String> facts = new ArrayList<>();
        List<String> lengthy = new ArrayList<>();
        for (int row = 0; row < common.rows(); row++) {
            if (common.whole("cluster").at(row) != cluster) continue;
            String value = TextWidth.printable(common.column("value").text(row).strip());
            String shown = TextWidth.cutInMiddle(value, MAX_FACT_LENGTH, ellipsis);
            (shown.equals(value) ? facts : lengthy)
                    .add(TextWidth.printable(common.column("metadata").text(row)) + " = " + shown);
        }
        facts.addAll(lengthy);
        if (facts.isEmpty()) return "-";
        int more = facts.size() - MAX_FACTS;
        return more <= 0
                ? String.join(", ", facts)
                : "%s, %d more".formatted(String.join(", ", facts.subList(0, MAX_FACTS)), more);
    }

    private void addMembers(Table members, Answer.Builder answer) {
        ShortNames names = ShortNames.of(ensemble.keys());
        boolean ofRuns = rows != ClusterSearch.Rows.NODES;
        Table shown = ofRuns ? members.with(shortened(members.column("run"), names)) : members;
        String label = rows == ClusterSearch.Rows.RUNS ? "run" : "path";
        Section.Builder section = Section.of(shown).label(label, label);
        if (rows == ClusterSearch.Rows.VALUES) section.columns("run");
        section.columns("cluster", "silhouette");
        if (ofRuns) section.footnote(MetadataText.folder(names));
        answer.add(section.top(RowLimit.top(arguments)));
    }

    private static Column shortened(Column runs, ShortNames names) {
        int folder = names.folder().length();
        return Column.text("run", runs.rows(), row -> runs.text(row).substring(folder));
    }
}
