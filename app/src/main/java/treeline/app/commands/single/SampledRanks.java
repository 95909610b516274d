package treeline.app.commands.single;

import treeline.aggregate.RankSampling;
import treeline.aggregate.SampledImbalance;
import treeline.app.cli.Arguments;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.EngineOption;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.input.SampledRun;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/// `treeline imbalance --sample`: the imbalance of a run from some of its ranks, and how far to
/// trust it.
final class SampledRanks {
    private static final double USUAL_TOLERANCE = 0.01;

    /// How many ranks to read.
    sealed interface Size {
        /// So many.
        record Ranks(int count) implements Size {}

        /// Until means are known to a share of themselves.
        record Within(double share) implements Size {}
    }

    static final Option<Size> SAMPLE =
            Option.of(
                    "sample",
                    new Value<>("SIZE", () -> List.of("auto"), false, SampledRanks::size),
                    "read some ranks only, drawn at random: 256 of them, or 1% or auto (which is"
                            + " 1%) for as many as bring every mean that is shown so near to the"
                            + " one that the file keeps");
    static final Option<Integer> SEED =
            Option.of(
                    "seed",
                    Value.whole("N", 0, Integer.MAX_VALUE),
                    "random seed by which --sample draws ranks (default: 0)");

    private SampledRanks() {}

    private static Size size(String text) {
        try {
            if (text.equals("auto")) return new Size.Within(USUAL_TOLERANCE);
            if (text.endsWith("%")) {
                double percent = Double.parseDouble(text.substring(0, text.length() - 1));
                if (percent > 0 && percent <= 100) return new Size.Within(percent / 100);
            } else {
                int count = Integer.parseInt(text);
                if (count >= 2) return new Size.Ranks(count);
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new IllegalArgumentException(
                "a number of ranks from 2 on, a share such as 1%, or auto");
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
            if (data(run.run(), found, table, arguments).wrote(arguments, console))
                return ExitCode.SUCCESS;
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
        try (Progress progress = Progress.of(console, "reading some ranks")) {
            RankSampling sampling =
                    run.sampling()
                            .withSeed(seed(arguments))
                            .showing(threshold, Sheet.top(arguments))
                            .waiting(arguments.all(RunOptions.WAITING))
                            .with(EngineOption.of(arguments), progress::advance);
            return switch (size) {
                case Size.Ranks(int count) -> sampling.ranks(count);
                case Size.Within(double share) -> sampling.within(share);
            };
        }
    }

    private static DataAnswer data(
            RunOptions.Run run, SampledImbalance found, Table table, Arguments arguments) {
        return new DataAnswer("imbalance-sample", table)
                .of(run)
                .values(run.metric(), "lost", "mean", "margin", "stored", "deviation", "max")
                .with(
                        json -> {
                            json.name("sampled").value(found.sampled());
                            json.name("ranks").value(found.all());
                            json.name("seed").value(seed(arguments));
                            json.name("exact").value(found.isWhole());
                            json.name("largest_error").value(found.worst());
                            json.name("unseen_nodes").value(found.unseen());
                            json.name("unseen_share").value(found.unseenShare());
                            json.name("balanced").value(found.belowFloor());
                        });
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
                                                : ", drawn at random (random seed %d)"
                                                        .formatted(seed(arguments)),
                                        run.partText()));
        if (table.rows() == 0) console.out().println("all nodes are balanced");
        else sheet(run, found, table, console).print(Sheet.top(arguments), console);
        for (String line : remarks(found, table))
            console.out().println(console.screen().paint(line, Colour.GREY));
    }

    private static Sheet sheet(
            RunOptions.Run run, SampledImbalance found, Table table, Console console) {
        Unit unit = run.metric().unit();
        Column margin = table.column("margin");
        var quantity = new Quantity(3, console.screen().unicode());
        String atLeast = found.isWhole() ? "" : console.screen().unicode() ? "≥ " : ">= ";
        var sheet =
                new Sheet(table, console.screen())
                        .value("lost", atLeast + "max - mean", unit)
                        .number("imbalance", atLeast + "max/mean")
                        .value("mean", "mean", unit)
                        .computed(
                                "+- 95 %",
                                true,
                                row ->
                                        Double.isNaN(margin.number(row))
                                                ? "unknown"
                                                : quantity.text(margin.number(row), unit));
        if (found.hasStoredMeans()) sheet.share("error", "error");
        sheet.value("max", atLeast + "max", unit).text("slowest", "slowest");
        Column waiting = table.column("waiting");
        if (table.filter(row -> waiting.number(row) == 1).rows() > 0)
            sheet.computed("", false, row -> waiting.number(row) == 1 ? "waits" : "");
        return sheet.text("path", "call path");
    }

    private static List<String> remarks(SampledImbalance found, Table table) {
        if (found.isWhole()) return List.of("all ranks were read: the numbers are exact");
        var remarks = new java.util.ArrayList<String>();
        if (table.rows() > 0) remarks.add(error(found));
        remarks.add(
                "a maximum of a sample is a lower bound: a %s that was not read may be slower"
                        .formatted(found.places().noun()));
        if (found.unseen() > 0)
            remarks.add(
                    "%s that no sampled %s ran hold %s of the run"
                            .formatted(
                                    ContextSummary.counted(found.unseen(), "node"),
                                    found.places().noun(),
                                    Quantity.percent(found.unseenShare())));
        if (!found.hasStoredMeans())
            remarks.add("the file keeps no sums: nodes that no sampled rank ran are not known");
        return remarks;
    }

    private static String error(SampledImbalance found) {
        String worst =
                Double.isInfinite(found.worst()) ? "unknown" : Quantity.percent(found.worst());
        return found.hasStoredMeans()
                ? "max - mean and max/mean are of the mean over all ranks, which the file keeps;"
                        + " the largest error of the sampled mean is "
                        + worst
                : "means are known to their margin, in 95 of 100 samples; the largest is "
                        + worst
                        + " of the mean";
    }
}
