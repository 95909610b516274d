package treeline.app.commands.single;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.Only;
import treeline.app.commands.input.PruneOption;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.RowOrder;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.app.terminal.TextWidth;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.numbers.Library;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.NodeChoice;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// `treeline flat`: what each function costs, whoever called it.
public final class FlatCommand {
    static final Value<Grouping> GROUPS = Value.choice(Grouping.class).called("WHAT");

    private static final Option<Grouping> BY =
            Option.of(
                    "by",
                    GROUPS,
                    "what to add up by: %s (default: function)"
                            .formatted(String.join(", ", GROUPS.choices().get())));

    /// The columns that rows may be sorted by.
    private enum Sort {
        EXCLUSIVE,
        INCLUSIVE,
        NODES,
        NAME
    }

    private static final Option<Sort> SORT = RowOrder.by(Sort.class, "exclusive");

    private final RunOptions options;

    public FlatCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "flat",
                "list functions, lines, modules or activities by what they cost themselves",
                List.of(RunOptions.PATH),
                options.with(BY, SORT, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline flat run.tldb", "the 20 most expensive functions"),
                        new Command.Example(
                                "treeline flat run.tldb --by module", "libraries instead"),
                        new Command.Example(
                                "treeline flat run.tldb --only mpi --prune mpi",
                                "the MPI calls, with all that MPI does inside of them"),
                        new Command.Example(
                                "treeline flat run.tldb --by activity",
                                "how much is communication and waiting")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run = options.load(arguments, RunOptions.Part.SCOPES, console);
        Grouping by = arguments.value(BY, Grouping.FUNCTION);
        Table flat =
                RowOrder.sorted(
                        measured(run, by, arguments),
                        arguments,
                        SORT,
                        Map.of(Sort.NAME, Value.nameOf(by)));
        var data =
                new DataAnswer("flat", Sheet.forPrograms(flat, arguments))
                        .of(run)
                        .values(run.metric().unit(), "exclusive", "inclusive")
                        .total(run.total())
                        .text("by", Value.nameOf(by));
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        console.out()
                .println(
                        "%s by %s, exclusive and inclusive, %s\n"
                                .formatted(
                                        TextWidth.printable(run.metric().name()),
                                        Value.nameOf(by),
                                        run.contextsText()));
        new Sheet(flat, console.screen())
                .share("share", "share")
                .value("exclusive", "exclusive", run.metric().unit())
                .value("inclusive", "inclusive", run.metric().unit())
                .number("nodes", "nodes")
                .text(Value.nameOf(by), Value.nameOf(by))
                .print(Sheet.top(arguments), console);
        if (isInsideOfMpi(run.profile().tree(), arguments))
            console.out()
                    .println(
                            "these are also functions inside of MPI; --prune mpi adds them to the"
                                    + " calls of the program");
        return ExitCode.SUCCESS;
    }

    /// Samplers see into the MPI library, and those who ask for MPI mostly mean its calls.
    private static boolean isInsideOfMpi(CallTree tree, Arguments arguments) {
        boolean mpi = arguments.value(RunOptions.ONLY).equals(Optional.of(Only.MPI));
        if (!mpi || arguments.has(PruneOption.PRUNE)) return false;
        IntPredicate calls = Library.MPI.calls(tree);
        IntPredicate below = NodeChoice.below(tree, calls);
        return IntStream.range(0, tree.size())
                .anyMatch(node -> below.test(node) && !calls.test(node));
    }

    /// After `--only` and `--prune`, callers without a value of their own have no row, unless the
    /// user selected them.
    private static Table measured(RunOptions.Run run, Grouping by, Arguments arguments) {
        Table flat = FlatProfile.of(run.profile(), run.metric(), by, run.over(), run.total());
        Column exclusive = flat.column("exclusive");
        return run.isPart() && !RunOptions.selectsNodes(arguments)
                ? flat.filter(row -> !exclusive.isMissing(row))
                : flat;
    }
}
