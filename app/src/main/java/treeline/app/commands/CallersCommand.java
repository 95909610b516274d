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
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.table.JsonWriter;
import treeline.transform.Callers;
import treeline.transform.Fold;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline callers`: the call tree upside down.
final class CallersCommand {
    private static final Parameter FUNCTION =
            Parameter.maybe(Value.text("FUNCTION"), "only this one (default: all, dearest first)");
    private static final Option<Integer> LEVELS =
            Option.of(
                            "depth",
                            Value.whole("N", 1, 1000),
                            "levels of callers to show (default: 10)")
                    .letter('d');
    private static final int USUAL_LEVELS = 10;
    private static final double USUAL_THRESHOLD = 1;
    private static final Option<Double> THRESHOLD =
            Option.of(
                            "threshold",
                            Value.real("PERCENT", 0, 100),
                            "leave out what has a smaller share of the total (default: 1)")
                    .letter('t');

    private final RunOptions options;

    CallersCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    Command command() {
        return new Command(
                "callers",
                "show where the time of functions comes from",
                List.of(RunOptions.PATH, FUNCTION),
                options.with(LEVELS, THRESHOLD, Sheet.JSON),
                List.of(
                        new Command.Example(
                                "treeline callers run.tldb", "every function with its callers"),
                        new Command.Example(
                                "treeline callers run.tldb MPI_Wait", "who waits, and how long")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run = options.load(arguments, RunOptions.Part.SCOPES, console);
        Profile callers =
                Callers.of(run.profile(), run.metric(), arguments.value(LEVELS, USUAL_LEVELS));
        Optional<String> function = arguments.maybe(FUNCTION);
        if (function.isPresent()) callers = only(callers, function.get());
        Metric metric = callers.metrics().getFirst();
        var limits =
                new TreeRows.Limits(
                        Integer.MAX_VALUE,
                        arguments.value(THRESHOLD, USUAL_THRESHOLD) / 100,
                        TreeRows.Sort.VALUE);
        TreeRows rows = TreeRows.of(callers, metric, run.over(), limits);
        if (arguments.has(Sheet.JSON)) TreeJson.write(new JsonWriter(console.out()), callers, rows);
        else
            new TreeText(
                            callers,
                            rows,
                            console.screen(),
                            new Quantity(3, console.screen().unicode()))
                    .printTo(console.out());
        TreeCommand.warnOfLoss(run.report(), console);
        return ExitCode.SUCCESS;
    }

    private static Profile only(Profile callers, String function) {
        CallTree tree = callers.tree();
        for (int root : tree.children(CallTree.NO_PARENT))
            if (tree.name(root).equals(function)) return Fold.subtree(tree, root).of(callers);
        throw new IllegalArgumentException(
                "no function '%s'; treeline flat lists them".formatted(function));
    }
}
