package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.output.TreeAnswer;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.question.answer.TreeText;
import treeline.table.JsonWriter;
import treeline.transform.Callers;
import treeline.transform.Fold;
import treeline.transform.NodeChoice;
import treeline.view.ContextSummary;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// `treeline callers`: the call tree upside down.
public final class CallersCommand {
    private static final Operand FUNCTION =
            Operand.maybe(
                    ParameterType.text("FUNCTION"),
                    "a name, or a regular expression whose functions are shown as one (default:"
                            + " all, most expensive first)");
    private static final Parameter<Detail> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Detail.class),
                    "functions, lines within them too, or every frame by its name (default:"
                            + " function)");
    private static final Parameter<Integer> LEVELS =
            Parameter.of(
                            "depth",
                            ParameterType.whole("N", 1, 1000),
                            "levels of callers to show (default: 10)")
                    .letter('d');
    private static final int USUAL_LEVELS = 10;
    private static final double USUAL_THRESHOLD = 1;
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0, 100),
                            "leave out callers with a smaller share of the function (default: 1; 0"
                                    + " with --paths, --json and --csv)")
                    .letter('t');

    /// What the tree is made of before it is turned.
    private enum Detail {
        FUNCTION,
        NAME,
        LINE;

        Fold of(CallTree tree) {
            return switch (this) {
                case FUNCTION -> Fold.functions(tree);
                case NAME -> Fold.named(tree, _ -> true);
                case LINE -> Fold.named(tree, withoutLoops(tree));
            };
        }

        private static IntPredicate withoutLoops(CallTree tree) {
            IntPredicate inside = NodeChoice.insideFunctions(tree);
            return node -> !inside.test(node) || tree.frame(node).kind() == Frame.Kind.LINE;
        }
    }

    private final RunOptions options;

    public CallersCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "callers",
                "show which callers the exclusive time of functions comes from",
                List.of(RunOptions.PATH, FUNCTION),
                options.with(BY, LEVELS, THRESHOLD, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline callers run.tldb", "every function with its callers"),
                        new Command.Example(
                                "treeline callers run.tldb MPI_Wait", "who waits, and how long"),
                        new Command.Example(
                                "treeline callers run.tldb 'MPI_.*'", "who communicates")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SCOPES, Scope.EXCLUSIVE, console);
        Profile combined = Numbers.of(run.profile(), run.metric()).combined(run.over());
        Detail by = arguments.value(BY, Detail.FUNCTION);
        Profile functions = by.of(combined.tree()).of(combined);
        Optional<Asked> asked =
                arguments.maybe(FUNCTION).map(name -> Asked.of(functions.tree(), name));
        TreeRows.Limits limits = limits(arguments);
        var turning = new Callers(arguments.value(LEVELS, USUAL_LEVELS), limits.threshold());
        Profile callers = turned(turning, functions, run.metric(), asked);
        TreeRows rows = rows(callers, run, limits);
        var data = TreeAnswer.of("callers", callers, rows, "hot", run);
        asked.ifPresent(each -> data.with(json -> writeNames(each, json)));
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        asked.filter(Asked::areSeveral).ifPresent(each -> printNames(each, console));
        new TreeText(
                        callers,
                        rows,
                        "%s, %s"
                                .formatted(
                                        RunOptions.metricText(rows.metric()), run.contextsText()),
                        console.screen(),
                        new Quantity(3, console.screen().unicode()),
                        "hot path; callers are below")
                .printTo(console.out());
        return ExitCode.SUCCESS;
    }

    private static TreeRows.Limits limits(Arguments arguments) {
        boolean all = DataAnswer.isAsked(arguments) || RunOptions.selectsNodes(arguments);
        double usual = all ? 0 : USUAL_THRESHOLD;
        return new TreeRows.Limits(
                Integer.MAX_VALUE, arguments.value(THRESHOLD, usual) / 100, TreeRows.Sort.VALUE);
    }

    /// The functions that a text names, which are shown as one.
    ///
    /// @param names in the order of the tree, each once
    private record Asked(String text, IntPredicate nodes, List<String> names) {

        static Asked of(CallTree tree, String text) {
            IntPredicate nodes = NodeChoice.called(tree, text);
            return new Asked(
                    text,
                    nodes,
                    IntStream.range(0, tree.size())
                            .filter(nodes)
                            .mapToObj(tree::name)
                            .distinct()
                            .toList());
        }

        boolean areSeveral() {
            return names.size() > 1;
        }
    }

    private static Profile turned(
            Callers turning, Profile functions, Metric metric, Optional<Asked> asked) {
        if (asked.isEmpty()) return turning.on(functions, metric, _ -> true);
        Asked names = asked.get();
        return names.areSeveral()
                ? turning.merged(functions, metric, names.nodes, names.text)
                : turning.on(functions, metric, names.nodes);
    }

    private static void writeNames(Asked asked, JsonWriter json) {
        json.name("functions").array();
        asked.names.forEach(json::value);
        json.end();
    }

    private static void printNames(Asked asked, Console console) {
        String line =
                "%s is %s: %s"
                        .formatted(
                                asked.text,
                                ContextSummary.counted(asked.names.size(), "function"),
                                String.join(", ", asked.names));
        console.out()
                .println(
                        TextWidth.cutAtEnd(
                                TextWidth.printable(line),
                                console.screen().width(),
                                console.screen().ellipsis()));
    }

    /// Shares are of the whole run, so that a function has the same one alone and among all. The
    /// values are sums of exclusive ones, whatever they are in the tree that was turned.
    private static TreeRows rows(Profile callers, RunOptions.Run run, TreeRows.Limits limits) {
        Metric summed = callers.metrics().getFirst();
        TreeRows rows = TreeRows.of(callers, summed, run.over(), limits);
        double whole = run.total();
        return new TreeRows(
                summed.in(Scope.EXCLUSIVE),
                rows.over(),
                run.population(),
                whole,
                Double.NaN,
                rows.rows().stream().map(row -> ofWhole(row, whole)).toList());
    }

    private static TreeRows.Row ofWhole(TreeRows.Row row, double whole) {
        double share = whole > 0 ? row.value() / whole : Double.NaN;
        return switch (row) {
            case TreeRows.Shown shown ->
                    new TreeRows.Shown(
                            shown.node(),
                            shown.depth(),
                            shown.last(),
                            shown.value(),
                            share,
                            Double.NaN,
                            shown.hot(),
                            shown.hiddenBelow());
            case TreeRows.Elided elided ->
                    new TreeRows.Elided(
                            elided.depth(), elided.last(), elided.value(), share, elided.nodes());
        };
    }
}
