package treeline.app.commands.single;

import treeline.aggregate.RankSampling;
import treeline.aggregate.SampledImbalance;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.question.input.EngineOption;
import treeline.question.input.RunOptions;
import treeline.question.input.SampledRun;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Colour;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/// `treeline imbalance --sample`: load imbalance from a random sample of ranks, with the bounds
/// that hold for all ranks.
final class SampledRanks {
    /// Hidden nodes to print.
    private static final int HIDDEN = 10;

    /// The tolerance of `auto`, see [RankSampling#within].
    private static final double TOLERANCE = 0.01;

    /// The number of ranks to read.
    sealed interface Size {
        record Ranks(int count) implements Size {}

        record Share(double share) implements Size {}

        /// Until the nodes shown are settled.
        record Auto() implements Size {}
    }

    static final Parameter<Size> SAMPLE =
            Parameter.of(
                    "sample",
                    new ParameterType<>("SIZE", () -> List.of("auto"), false, SampledRanks::size),
                    "read a random sample of ranks: a count such as 256, a share such as 1%, or"
                            + " auto to keep reading while the ranks not read hold more than the"
                            + " sample explains");
    static final Parameter<Integer> SEED =
            Parameter.of(
                    "seed",
                    ParameterType.whole("N", 0, Integer.MAX_VALUE),
                    "random seed of --sample (default: 0)");

    private SampledRanks() {}

    private static Size size(String text) {
        try {
            if (text.equals("auto")) return new Size.Auto();
            if (text.endsWith("%")) {
                double percent = Double.parseDouble(text.substring(0, text.length() - 1));
                if (percent > 0 && percent <= 100) return new Size.Share(percent / 100);
            } else {
                int count = Integer.parseInt(text);
                if (count >= 2) return new Size.Ranks(count);
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new IllegalArgumentException(
                "at least 2 ranks, a share of the ranks such as 1%, or auto");
    }

    /// Answers the command.
    static int run(
            RunOptions options,
            Arguments arguments,
            Threshold threshold,
            UnaryOperator<Table> sorted,
            Console console)
            throws IOException {
        Size size = arguments.value(SAMPLE).orElseThrow();
        try (SampledRun run = SampledRun.open(options, arguments, Scope.EXCLUSIVE, console)) {
            SampledImbalance found = found(run, size, arguments, threshold, console);
            Table table = sorted.apply(found.table());
            if (data(run.run(), found, table, arguments).wrote(arguments, console)) {
                if (arguments.has(Sheet.CSV) && !found.isWhole())
                    noteOfSample(found, table, console);
                return ExitCode.SUCCESS;
            }
            Notes.print(run.run().report(), console);
            print(run.run(), found, table, arguments, console);
            return ExitCode.SUCCESS;
        }
    }

    private static long seed(Arguments arguments) {
        return arguments.value(SEED, (int) RankSampling.USUAL_SEED);
    }

    private static SampledImbalance found(
            SampledRun run, Size size, Arguments arguments, Threshold threshold, Console console)
            throws IOException {
        try (Progress progress = Progress.of(console, "reading a sample of ranks")) {
            RankSampling sampling =
                    run.sampling()
                            .withSeed(seed(arguments))
                            .showing(threshold, Sheet.top(arguments))
                            .waiting(arguments.all(RunOptions.WAITING))
                            .with(EngineOption.of(arguments), progress::advance);
            return switch (size) {
                case Size.Ranks(int count) -> sampling.ranks(count);
                case Size.Share(double share) -> sampling.share(share);
                case Size.Auto() -> sampling.within(TOLERANCE);
            };
        }
    }

    private static DataAnswer data(
            RunOptions.Run run, SampledImbalance found, Table table, Arguments arguments) {
        return new DataAnswer("imbalance-sample", table)
                .of(run)
                .values(
                        run.metric(),
                        "lost",
                        "mean",
                        "standard_error",
                        "max",
                        "max_limit",
                        "unexplained",
                        "sampled_mean",
                        "deviation")
                .with(
                        json -> {
                            json.name("sampled").value(found.sampled());
                            json.name("ranks").value(found.all());
                            json.name("seed").value(seed(arguments));
                            json.name("exact").value(found.isWhole());
                            json.name("exact_means").value(hasExactMeans(found));
                            json.name("confidence").value(SampledImbalance.CONFIDENCE);
                            json.name("slower_fraction").value(found.slowerFraction());
                            json.name("hidden_nodes").value(found.hidden());
                            json.name("unseen_nodes").value(found.unseen());
                            json.name("unseen_share").value(found.unseenShare());
                            json.name("balanced").value(found.belowFloor());
                        });
    }

    private static boolean hasExactMeans(SampledImbalance found) {
        return found.isWhole() || found.means() == SampledImbalance.Means.EXACT;
    }

    /// CSV has rows only.
    private static void noteOfSample(SampledImbalance found, Table table, Console console) {
        console.say(
                "note: %,d of %,d %ss were read, sampled at random"
                        .formatted(found.sampled(), found.all(), found.places().noun()));
        for (String line : remarks(found, table)) console.say("note: " + line);
    }

    private static void print(
            RunOptions.Run run,
            SampledImbalance found,
            Table table,
            Arguments arguments,
            Console console) {
        console.out()
                .println(
                        "imbalance of %s among %,d of %,d %ss%s%s\n"
                                .formatted(
                                        RunOptions.metricText(run.metric()),
                                        found.sampled(),
                                        found.all(),
                                        found.places().noun(),
                                        found.isWhole()
                                                ? ""
                                                : ", sampled at random (random seed %d)"
                                                        .formatted(seed(arguments)),
                                        run.partText()));
        if (table.rows() == 0)
            console.out()
                    .println(
                            found.isWhole()
                                    ? "all nodes are balanced over the whole run"
                                    : "all nodes are balanced within the sample");
        else sheet(run, found, table, console).print(Sheet.top(arguments), console);
        if (found.hidden() > 0) printHidden(run, found, arguments, console);
        for (String line : remarks(found, table))
            console.out().println(console.screen().paint(line, Colour.GREY));
    }

    private static Sheet sheet(
            RunOptions.Run run, SampledImbalance found, Table table, Console console) {
        Unit unit = run.metric().unit();
        boolean unicode = console.screen().unicode();
        String atLeast = found.isWhole() ? "" : unicode ? "≥ " : ">= ";
        String bounded = hasExactMeans(found) ? atLeast : "";
        var sheet =
                new Sheet(table, console.screen())
                        .value("lost", bounded + "max - mean", unit)
                        .number("imbalance", bounded + "max/mean")
                        .value("mean", "mean", unit);
        if (!hasExactMeans(found)) sheet.computed("std error", true, error(table, unit, unicode));
        sheet.value("max", atLeast + "max", unit);
        sheet.text("slowest", "slowest");
        Column waiting = table.column("waiting");
        if (table.filter(row -> waiting.number(row) == 1).rows() > 0)
            sheet.computed("", false, row -> waiting.number(row) == 1 ? "waits" : "");
        return sheet.text("path", "call path");
    }

    private static void printHidden(
            RunOptions.Run run, SampledImbalance found, Arguments arguments, Console console) {
        Unit unit = run.metric().unit();
        String noun = found.places().noun();
        console.out()
                .println(
                        "\nthe %ss not read hold more than the sample predicts, and a slow %s may be among them"
                                .formatted(noun, noun));
        String upTo = console.screen().unicode() ? "≤ " : "<= ";
        new Sheet(found.hiddenTable(), console.screen())
                .value("unexplained", "unexplained", unit)
                .value("mean", "mean", unit)
                .value("sampled_mean", "sampled mean", unit)
                .value("max_limit", upTo + "max", unit)
                .text("path", "call path")
                .print(Math.min(HIDDEN, Sheet.top(arguments)), console);
    }

    private static IntFunction<String> error(Table table, Unit unit, boolean unicode) {
        Column error = table.column("standard_error");
        var quantity = new Quantity(3, unicode);
        return row ->
                Double.isNaN(error.number(row))
                        ? "unknown"
                        : quantity.text(error.number(row), unit);
    }

    /// What is exact, what is estimated, and what is unknown.
    private static List<String> remarks(SampledImbalance found, Table table) {
        String noun = found.places().noun();
        if (found.isWhole())
            return List.of("all %ss were read: the numbers are exact".formatted(noun));
        List<String> remarks = new ArrayList<>();
        if (table.rows() > 0 || found.means() != SampledImbalance.Means.EXACT)
            remarks.add(means(found, noun));
        remarks.add(
                "at 95 %% confidence, at most %s of the %ss are slower than the slowest sampled %s of a node"
                        .formatted(Quantity.percent(found.slowerFraction()), noun, noun));
        if (found.unseen() > 0)
            remarks.add(
                    "%s that no sampled %s ran %s %s of the run"
                            .formatted(
                                    ContextSummary.counted(found.unseen(), "node"),
                                    noun,
                                    found.unseen() == 1 ? "holds" : "hold",
                                    Quantity.percent(found.unseenShare())));
        return remarks;
    }

    private static String means(SampledImbalance found, String noun) {
        return switch (found.means()) {
            case EXACT ->
                    ("the mean is exact: the file stores sums over all %ss; the lower bound of the"
                                    + " maximum holds at 95 %% confidence")
                            .formatted(noun);
            case ESTIMATED_FOR_SELECTION ->
                    "the mean is estimated: the stored sums cover all %1$ss, not the selected ones; %2$s"
                            .formatted(noun, unsampled(noun));
            case ESTIMATED ->
                    "the mean is estimated: the file stores no sums over %ss; %s"
                            .formatted(noun, unsampled(noun));
        };
    }

    private static String unsampled(String noun) {
        return "rare slow %ss and nodes that were not sampled are unknown".formatted(noun);
    }
}
