package treeline.app.commands.single;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.output.TreeAnswer;
import treeline.app.commands.output.TreeText;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Metric.Scope;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline tree`: the call tree in the terminal.
public final class TreeCommand {
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
                            "leave out nodes with a smaller share of the total (default: 0.1; 0"
                                    + " with --paths, --json and --csv)")
                    .letter('t');
    private static final Option<TreeRows.Sort> SORT =
            Option.of(
                    "sort",
                    Value.choice(TreeRows.Sort.class),
                    "heaviest first, or as in the profile (default: value)");
    private static final Option<Integer> TOP =
            Option.of(
                            "top",
                            Value.whole("N", 1, Integer.MAX_VALUE),
                            "only the N nodes with the largest values, and their callers (default:"
                                    + " all; 100 on a terminal unless a limit is given)")
                    .letter('n');

    /// More lines than that nobody reads on a terminal.
    private static final int TOP_ON_TERMINAL = 100;

    /// From here on a line says how many nodes are hidden.
    private static final int MANY_HIDDEN = 100;

    private static final Option<Integer> PRECISION =
            Option.of("precision", Value.whole("N", 1, 17), "digits of values (default: 3)");

    private final RunOptions options;

    public TreeCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "tree",
                "show the call tree with values, shares and the hot path",
                List.of(RunOptions.PATH),
                options.with(DEPTH, THRESHOLD, TOP, SORT, PRECISION, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline tree run.tldb", "where the mean rank spends its time"),
                        new Command.Example(
                                "treeline tree run.tldb --of max --depth 3",
                                "the slowest rank at each call path, three levels"),
                        new Command.Example(
                                "treeline tree run.tldb --rank 37 --threshold 1",
                                "one rank, without what takes less than 1 %"),
                        new Command.Example(
                                "treeline tree run.tldb --only communication --top 10",
                                "what ranks send each other, the 10 largest")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        var elapsed = new LargeElapsed();
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.METRIC, Scope.INCLUSIVE, elapsed, console);
        TreeRows.Limits limits = limits(arguments, console);
        TreeRows rows = rows(run, limits, elapsed);
        var data = TreeAnswer.of("tree", run.profile(), rows, "hot", run);
        data.number("elapsed", rows.elapsed());
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        new TreeText(
                        run.profile(),
                        rows,
                        run.heading(),
                        console.screen(),
                        new Quantity(arguments.value(PRECISION, 3), console.screen().unicode()))
                .printTo(console.out());
        int hidden = rows.hidden();
        if (hidden > MANY_HIDDEN || (hidden > 0 && limits.most() < Integer.MAX_VALUE))
            console.out().println(console.screen().paint(hiddenText(hidden, run), Colour.GREY));
        return ExitCode.SUCCESS;
    }

    private static TreeRows rows(RunOptions.Run run, TreeRows.Limits limits, LargeElapsed elapsed) {
        TreeRows rows = TreeRows.of(run.profile(), run.metric(), run.over(), limits, run.whole());
        return elapsed.of(run)
                .map(each -> rows.withElapsed(each, run.profile().tree()))
                .orElse(rows);
    }

    private static String hiddenText(int hidden, RunOptions.Run run) {
        return "%s of %s nodes are not shown; --top, --depth and --threshold set how many are"
                .formatted(Quantity.whole(hidden), Quantity.whole(run.profile().tree().size()));
    }

    /// Programs get everything unless they say what to leave out.
    private static TreeRows.Limits limits(Arguments arguments, Console console) {
        boolean all = DataAnswer.isAsked(arguments) || RunOptions.selectsNodes(arguments);
        double usual = all ? 0 : USUAL_THRESHOLD;
        boolean limited = arguments.has(DEPTH) || arguments.has(THRESHOLD);
        boolean screen = console.screen().terminal() && !DataAnswer.isAsked(arguments);
        return new TreeRows.Limits(
                arguments.value(DEPTH, Integer.MAX_VALUE),
                arguments.value(THRESHOLD, usual) / 100,
                arguments.value(TOP, screen && !limited ? TOP_ON_TERMINAL : Integer.MAX_VALUE),
                arguments.value(SORT, TreeRows.Sort.VALUE));
    }
}
