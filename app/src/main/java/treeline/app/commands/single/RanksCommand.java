package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.cluster.KMeans;
import treeline.cluster.RankClusters;
import treeline.cluster.Structure;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Places;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Colour;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline ranks`: which ranks of a run behave alike, what distinguishes them, and which stand
/// out.
public final class RanksCommand {
    private static final int AUTO = 0;
    private static final int MOST = 1000;
    private static final int DIFFERENCES = 3;
    private static final int OUTLIERS = 10;

    private static final Parameter<Integer> CLUSTERS =
            Parameter.of(
                    "clusters",
                    new ParameterType<>("K", () -> List.of("auto"), false, RanksCommand::clusters),
                    "number of clusters, or auto to choose it and find none if ranks are similar"
                            + " (default: auto)");
    private static final Parameter<Integer> SEED =
            Parameter.of(
                    "seed",
                    ParameterType.whole("N", 0, Integer.MAX_VALUE),
                    "random seed of k-means (default: 1)");

    private final RunOptions options;

    public RanksCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "ranks",
                "find ranks that behave alike, and ranks that stand out",
                List.of(RunOptions.PATH),
                options.choosing(
                        RunOptions.EXCLUSIVE,
                        CLUSTERS,
                        SEED,
                        RunOptions.WAITING,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ranks run.tldb",
                                "clusters of ranks, and the nodes in which they differ"),
                        new Command.Example(
                                "treeline ranks run.tldb --csv",
                                "clusters with all their ranks, as CSV")),
                this::run);
    }

    private static int clusters(String text) {
        if (text.equals("auto")) return AUTO;
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= MOST) return number;
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IllegalArgumentException("a number from 1 to %d, or auto".formatted(MOST));
    }

    private int run(Arguments arguments, Console console) throws IOException {
        var plan = new RankAggregations(arguments.all(RunOptions.WAITING));
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SCOPES, Scope.EXCLUSIVE, plan, console);
        RankClusters found = found(run, plan, arguments, console);
        if (arguments.value(CLUSTERS, AUTO) != AUTO) warnOfStructure(found, console);
        if (data(run, found).wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        print(run, found, arguments, console);
        return ExitCode.SUCCESS;
    }

    private static RankClusters found(
            RunOptions.Run run, RankAggregations plan, Arguments arguments, Console console)
            throws IOException {
        Places places = run.severalRanks();
        int clusters = arguments.value(CLUSTERS, AUTO);
        if (clusters > places.size())
            throw new IllegalArgumentException(
                    "%s cannot make %d clusters".formatted(places.counted(), clusters));
        long seed = arguments.value(SEED, (int) KMeans.USUAL_SEED);
        return plan.clusters(run, clusters, seed, console);
    }

    private static void warnOfStructure(RankClusters found, Console console) {
        String warning = Structure.of(found.silhouette()).warning();
        if (!warning.isEmpty())
            console.warn(
                    "silhouette %s: %s; --clusters auto finds clusters only if they are clear"
                            .formatted(Quantity.decimal(found.silhouette()), warning));
    }

    private static DataAnswer data(RunOptions.Run run, RankClusters found) {
        return new DataAnswer("ranks", found.table())
                .run("run", run)
                .metric(run.metric().in(Scope.EXCLUSIVE))
                .values(run.metric().in(Scope.EXCLUSIVE), "work")
                .text("compared", found.places().counted())
                .with(
                        json -> {
                            json.name("alike").value(found.areAlike());
                            json.name("least_work").value(found.leastWork());
                            json.name("most_work").value(found.mostWork());
                            json.name("looked_at").value(found.looked());
                            found.differences().toJson(json.name("differences"));
                            found.outliers().toJson(json.name("outliers"));
                            Notes.write(run.report(), json);
                        });
    }

    private static void print(
            RunOptions.Run run, RankClusters found, Arguments arguments, Console console) {
        Metric metric = run.metric().in(Scope.EXCLUSIVE);
        console.out()
                .println(
                        "%s among %s, by their shares at %s%s\n"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        found.places().counted(),
                                        ContextSummary.counted(found.nodes().length, "node"),
                                        run.repetitionsText() + run.partText()));
        if (found.areAlike()) printNoClusters(found, metric, console);
        else printClusters(found, metric, Sheet.top(arguments), console);
        printOutliers(found, metric, console);
        if (found.looked() < found.places().size())
            console.out()
                    .println(
                            console.screen()
                                    .paint(
                                            (found.areAlike()
                                                            ? "%,d ranks were compared, drawn at"
                                                                    + " random"
                                                            : "clusters were found by %,d ranks,"
                                                                    + " drawn at random; the others"
                                                                    + " are put to the nearest")
                                                    .formatted(found.looked()),
                                            Colour.GREY));
    }

    /// Shares hide ranks that work longer at every node alike.
    private static void printNoClusters(RankClusters found, Metric metric, Console console) {
        String ranks = found.places().plural();
        console.out()
                .println("no distinct clusters of %s (by share of time per node)".formatted(ranks));
        var quantity = new Quantity(3, console.screen().unicode());
        String least = quantity.text(found.leastWork(), metric.unit());
        String most = quantity.text(found.mostWork(), metric.unit());
        console.out()
                .println(
                        least.equals(most)
                                ? "total work of each of the %s: %s".formatted(ranks, most)
                                : "total work of %s ranges from %s to %s"
                                        .formatted(ranks, least, most));
    }

    private static void printClusters(RankClusters found, Metric metric, int top, Console console) {
        new Sheet(found.table(), console.screen())
                .number("cluster", "cluster")
                .number("ranks", found.places().plural())
                .number("silhouette", "silhouette")
                .value("work", "works", metric.unit())
                .text("representative", "representative")
                .text("members", "which")
                .print(top, console);
        console.out().println("\nwhat distinguishes them");
        new Sheet(firstOfEach(found.differences()), console.screen())
                .number("cluster", "cluster")
                .share("share", "share")
                .share("others", "others")
                .text("path", "call path")
                .print(top, console);
    }

    /// The largest differences of each cluster; rows come by cluster.
    private static Table firstOfEach(Table differences) {
        Column cluster = differences.column("cluster");
        return differences.filter(
                row ->
                        row < DIFFERENCES
                                || cluster.number(row) != cluster.number(row - DIFFERENCES));
    }

    private static void printOutliers(RankClusters found, Metric metric, Console console) {
        Table outliers = found.outliers();
        if (outliers.rows() == 0) return;
        console.out()
                .println(
                        "\noutliers: %s whose work stands out from the others of %s"
                                .formatted(
                                        found.places().plural(),
                                        found.areAlike() ? "the run" : "their cluster"));
        var sheet = new Sheet(outliers, console.screen()).text("place", found.places().noun());
        if (!found.areAlike()) sheet.number("cluster", "cluster");
        sheet.value("work", "works", metric.unit())
                .value("median", "median", metric.unit())
                .print(OUTLIERS, console);
    }
}
