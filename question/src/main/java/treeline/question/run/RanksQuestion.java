package treeline.question.run;

import treeline.cluster.KMeans;
import treeline.cluster.RankClusters;
import treeline.cluster.Structure;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Call;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Clusters of ranks by the shares of their time per node, the nodes that distinguish the clusters,
/// and outliers.
public record RanksQuestion(RunOptions options) {
    private static final int AUTO = 0;
    private static final int MAX_CLUSTERS = 1000;
    private static final int DIFFERENCES = 3;
    private static final int OUTLIERS = 10;

    private static final Parameter<Integer> CLUSTERS =
            Parameter.of(
                    "clusters",
                    new ParameterType<>("K", () -> List.of("auto"), false, RanksQuestion::clusters),
                    "number of clusters, or auto to choose it and find none if ranks are similar"
                            + " (default: auto)");
    private static final Parameter<Integer> SEED =
            Parameter.of(
                    "seed",
                    ParameterType.whole("N", 0, Integer.MAX_VALUE),
                    "random seed of k-means (default: 1)");

    public Question question() {
        return Question.ofRun(
                        "ranks",
                        "cluster similar ranks and list outliers",
                        options.choosing(
                                RunOptions.EXCLUSIVE,
                                CLUSTERS,
                                SEED,
                                RunOptions.WAITING,
                                RowLimit.TOP),
                        this::answer)
                .example(
                        "treeline ranks run.tldb",
                        "clusters of ranks, and the nodes in which they differ")
                .example("treeline ranks run.tldb --csv", "clusters with all their ranks, as CSV");
    }

    private static int clusters(String text) {
        if (text.equals("auto")) return AUTO;
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= MAX_CLUSTERS) return number;
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IllegalArgumentException(
                "a number from 1 to %d, or auto".formatted(MAX_CLUSTERS));
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        var plan = new RankAggregations(arguments.all(RunOptions.WAITING));
        RunOptions.Run run =
                options.load(arguments, Needs.SCOPES.in(Scope.EXCLUSIVE).with(plan), session);
        RankClusters found = found(run, plan, arguments, session);
        Metric metric = run.metric().in(Scope.EXCLUSIVE);
        Answer.Builder answer = answer(run, found, metric);
        if (found.areAlike()) answer.add(noClusters(found, metric));
        else addClusters(found, RowLimit.top(arguments), answer);
        if (found.outliers().rows() > 0) addOutliers(found, answer);
        if (found.looked() < found.places().size()) answer.add(sampled(found));
        if (found.withoutShares() > 0) answer.add(withoutShares(found));
        if (arguments.value(CLUSTERS, AUTO) != AUTO)
            weakStructure(found, arguments).ifPresent(answer::add);
        return answer.build();
    }

    private static RankClusters found(
            RunOptions.Run run, RankAggregations plan, Arguments arguments, Session session)
            throws IOException {
        Locations places = run.severalRanks();
        int clusters = arguments.value(CLUSTERS, AUTO);
        if (clusters > places.size())
            throw new IllegalArgumentException(
                    "%s cannot be divided into %d clusters".formatted(places.counted(), clusters));
        long seed = arguments.value(SEED, (int) KMeans.DEFAULT_SEED);
        return plan.clusters(run, clusters, seed, session);
    }

    private static Optional<Statement> weakStructure(RankClusters found, Arguments arguments) {
        String warning = Structure.of(found.silhouette()).warning();
        if (warning.isEmpty()) return Optional.empty();
        return Optional.of(
                Statement.advice(
                                "silhouette {silhouette}: {structure}; --clusters auto finds"
                                        + " clusters only if they are clear",
                                Argument.decimal(found.silhouette(), 2),
                                Argument.name(warning))
                        .followedBy(new Call("ranks", arguments.with(CLUSTERS, "auto"))));
    }

    private static Answer.Builder answer(RunOptions.Run run, RankClusters found, Metric metric) {
        return new Answer.Builder("ranks", found.table())
                .run("run", run)
                .metric(metric)
                .text("compared", found.places().counted())
                .with(
                        json -> {
                            json.name("alike").value(found.areAlike());
                            json.name("least_work").value(found.leastWork());
                            json.name("most_work").value(found.mostWork());
                            json.name("looked_at").value(found.looked());
                            found.differences().toJson(json.name("differences"));
                            found.outliers().toJson(json.name("outliers"));
                            Answer.writeNotes(run.report(), json);
                        })
                .title(
                        "%s of %s, by share of time at %s%s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        found.places().counted(),
                                        ContextSummary.counted(found.nodes().length, "node"),
                                        run.combinedText(found.places()) + run.partText()));
    }

    private static Statement sampled(RankClusters found) {
        return Statement.omission(
                found.areAlike()
                        ? "compared a random sample of {sampled} ranks"
                        : "clustered a random sample of {sampled} ranks; the other ranks were"
                                + " assigned to the nearest centroid",
                Argument.count(found.looked()));
    }

    private static Statement withoutShares(RankClusters found) {
        return Statement.omission(
                "{without} of {ranks} {have} a total of 0 or infinity: shares count as 0 at every"
                        + " node",
                Argument.count(found.withoutShares()),
                Argument.name(found.places().counted()),
                Argument.name(found.withoutShares() == 1 ? "has" : "have"));
    }

    /// Shares hide ranks that work longer at every node alike.
    private static List<Statement> noClusters(RankClusters found, Metric metric) {
        Argument ranks = Argument.name(found.places().plural());
        Argument least = Argument.amount(found.leastWork(), metric.unit());
        Argument most = Argument.amount(found.mostWork(), metric.unit());
        var quantity = new Quantity(3, true);
        boolean same = least.text(quantity).equals(most.text(quantity));
        return List.of(
                Statement.verdict(
                        "no distinct clusters of {ranks} (by share of time per node)", ranks),
                same
                        ? Statement.finding(
                                "total work of each of the {ranks}: {work}", ranks, most)
                        : Statement.finding(
                                "total work of {ranks} ranges from {least} to {most}",
                                ranks,
                                least,
                                most));
    }

    private static void addClusters(RankClusters found, int top, Answer.Builder answer) {
        answer.add(
                        Section.of(found.table())
                                .columns(
                                        "cluster",
                                        "ranks",
                                        "silhouette",
                                        "work",
                                        "representative",
                                        "members")
                                .top(top))
                .heading("differences between the clusters")
                .add(
                        Section.of(firstOfEach(found.differences()))
                                .columns("cluster", "share", "others", "path")
                                .top(top));
    }

    /// The largest differences of each cluster; rows are ordered by cluster.
    private static Table firstOfEach(Table differences) {
        Column cluster = differences.column("cluster");
        return differences.filter(
                row ->
                        row < DIFFERENCES
                                || cluster.number(row) != cluster.number(row - DIFFERENCES));
    }

    private static void addOutliers(RankClusters found, Answer.Builder answer) {
        answer.heading(
                "outliers: %s whose computation differs from the rest of %s"
                        .formatted(
                                found.places().plural(),
                                found.areAlike() ? "the run" : "their cluster"));
        var section = Section.of(found.outliers()).columns("place");
        if (!found.areAlike()) section.columns("cluster");
        answer.add(section.columns("work", "median").top(OUTLIERS));
    }
}
