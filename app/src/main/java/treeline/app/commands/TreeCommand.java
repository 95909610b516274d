package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.transform.Reduction;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline tree`: the call tree in the terminal.
final class TreeCommand {
    private static final Parameter PATH = Commands.path("a file, directory or pattern");
    private static final Option<String> METRIC =
            Option.of(
                            "metric",
                            Value.text("NAME"),
                            "what to show, such as time or time:exclusive (default: the time)")
                    .letter('m');
    private static final Option<Reduction> OF =
            Option.of(
                    "of",
                    Value.choice(Reduction.class),
                    "how contexts become one value (default: mean)");
    private static final Option<Integer> RANK =
            Option.of("rank", Value.whole("N", 0, Integer.MAX_VALUE), "only this rank").letter('r');
    private static final Option<Integer> REPETITION =
            Option.of("repetition", Value.whole("N", 0, Integer.MAX_VALUE), "only this repetition");
    private static final Option<Integer> DEPTH =
            Option.of(
                            "depth",
                            Value.whole("N", 1, Integer.MAX_VALUE),
                            "levels to show (default: all)")
                    .letter('d');
    private static final double USUAL_THRESHOLD = 0.1;
    private static final Option<Double> THRESHOLD =
            Option.of(
                            "threshold",
                            Value.real("PERCENT", 0, 100),
                            "leave out what has a smaller share of the total (default: 0.1)")
                    .letter('t');
    private static final Option<TreeRows.Sort> SORT =
            Option.of(
                    "sort",
                    Value.choice(TreeRows.Sort.class),
                    "heaviest first, or as in the profile (default: value)");
    private static final Option<Integer> PRECISION =
            Option.of("precision", Value.whole("N", 1, 17), "digits of values (default: 3)");
    private static final Option<Boolean> JSON = Option.flag("json", "print JSON for programs");

    private final Supplier<Formats> formats;
    private final Option<String> format;

    TreeCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = Commands.formatOption(formats);
    }

    Command command() {
        return new Command(
                "tree",
                "show the call tree with values, shares and the hot path",
                List.of(PATH),
                List.of(
                        METRIC,
                        OF,
                        RANK,
                        REPETITION,
                        DEPTH,
                        THRESHOLD,
                        SORT,
                        PRECISION,
                        JSON,
                        format),
                List.of(
                        new Command.Example(
                                "treeline tree run.csv", "where the mean rank spends its time"),
                        new Command.Example(
                                "treeline tree run.csv --of max --depth 3",
                                "the slowest rank at each call path, three levels"),
                        new Command.Example(
                                "treeline tree run.csv --rank 37 --threshold 1",
                                "one rank, without what takes less than 1 %")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Profile profile;
        Choice choice;
        ReadReport report;
        String path = arguments.one(PATH);
        try (Recording recording =
                Recording.open(formats.get(), path, arguments.value(format), console)) {
            choice =
                    Choice.of(
                            recording.source().outline(),
                            arguments.value(METRIC),
                            arguments.value(RANK),
                            arguments.value(REPETITION));
            profile = recording.load(choice.slice(), console);
            report = recording.source().report();
        }
        if (profile.tree().size() == 0)
            throw new IllegalArgumentException(path + " has no call paths");
        TreeRows rows = TreeRows.of(profile, choice.metric(), over(arguments), limits(arguments));
        if (arguments.has(JSON)) TreeJson.write(new JsonWriter(console.out()), profile, rows);
        else
            new TreeText(
                            profile,
                            rows,
                            console.screen(),
                            new Quantity(arguments.value(PRECISION, 3), console.screen().unicode()))
                    .printTo(console.out());
        warnOfLoss(report, console);
        return ExitCode.SUCCESS;
    }

    private static Reduction over(Arguments arguments) {
        return arguments.value(OF, Reduction.MEAN);
    }

    private static TreeRows.Limits limits(Arguments arguments) {
        return new TreeRows.Limits(
                arguments.value(DEPTH, Integer.MAX_VALUE),
                arguments.value(THRESHOLD, USUAL_THRESHOLD) / 100,
                arguments.value(SORT, TreeRows.Sort.VALUE));
    }

    static void warnOfLoss(ReadReport report, Console console) {
        report.entries().stream()
                .filter(ReadReport.Entry::lossy)
                .forEach(entry -> console.warn("values are missing: " + entry));
    }
}
