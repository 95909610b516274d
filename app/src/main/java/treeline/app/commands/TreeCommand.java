package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.formats.Formats;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline tree`: the call tree in the terminal.
final class TreeCommand {
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

    private final RunOptions options;

    TreeCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    Command command() {
        return new Command(
                "tree",
                "show the call tree with values, shares and the hot path",
                List.of(RunOptions.PATH),
                options.with(DEPTH, THRESHOLD, SORT, PRECISION, Sheet.JSON),
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
        RunOptions.Run run = options.load(arguments, RunOptions.Part.METRIC, console);
        TreeRows rows = TreeRows.of(run.profile(), run.metric(), run.over(), limits(arguments));
        if (arguments.has(Sheet.JSON))
            TreeJson.write(new JsonWriter(console.out()), run.profile(), rows);
        else
            new TreeText(
                            run.profile(),
                            rows,
                            console.screen(),
                            new Quantity(arguments.value(PRECISION, 3), console.screen().unicode()))
                    .printTo(console.out());
        warnOfLoss(run.report(), console);
        return ExitCode.SUCCESS;
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
