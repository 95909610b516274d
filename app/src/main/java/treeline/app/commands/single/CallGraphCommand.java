package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.single.CallGraph;
import treeline.single.Grouping;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline callgraph`: who calls whom, paths merged.
public final class CallGraphCommand {
    private static final Parameter<Boolean> DOT =
            Parameter.flag("dot", "print a graph for Graphviz instead");

    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.oneOf(List.of(Grouping.FUNCTION, Grouping.NAME)),
                    "functions, or every line and loop by its name (default: function)");

    /// The columns that rows may be sorted by.
    private enum Sort {
        INCLUSIVE,
        NODES,
        CALLER,
        CALLEE
    }

    private static final Parameter<Sort> SORT = RowOrder.by(Sort.class, "inclusive");

    private final RunOptions options;

    public CallGraphCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "callgraph",
                "list which function calls which, and at what cost",
                List.of(RunOptions.PATH),
                options.with(BY, DOT, SORT, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example("treeline callgraph run.tldb", "the heaviest calls"),
                        new Command.Example(
                                "treeline callgraph run.tldb --dot | dot -Tsvg > calls.svg",
                                "as a picture")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run = options.load(arguments, RunOptions.Part.SCOPES, console);
        Grouping by = arguments.value(BY, Grouping.FUNCTION);
        CallGraph graph = CallGraph.of(run.profile(), run.metric(), by, run.over());
        if (arguments.has(DOT)) {
            writeDot(graph, by, run, console);
            return ExitCode.SUCCESS;
        }
        Table calls = RowOrder.sorted(graph.calls(), arguments, SORT);
        var data =
                new DataAnswer("callgraph", Sheet.forPrograms(calls, arguments))
                        .of(run)
                        .values(run.metric().unit(), "inclusive")
                        .total(run.total())
                        .text("by", ParameterType.nameOf(by));
        if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        console.out()
                .println(
                        "calls by %s of the callee (inclusive), %s\n"
                                .formatted(
                                        TextWidth.printable(run.metric().name()),
                                        run.contextsText()));
        new Sheet(calls, console.screen())
                .value("inclusive", "inclusive", run.metric().unit())
                .number("nodes", "nodes")
                .text("caller", "caller")
                .text("callee", "callee")
                .print(Sheet.top(arguments), console);
        return ExitCode.SUCCESS;
    }

    private static void writeDot(
            CallGraph graph, Grouping by, RunOptions.Run run, Console console) {
        var dot = new StringBuilder("digraph calls {\n");
        var quantity = new Quantity(3, console.screen().unicode());
        dot.append("  node [shape=box, style=filled, colorscheme=reds9];\n");
        Table functions = graph.functions();
        for (int row = 0; row < functions.rows(); row++) {
            double share = functions.column("share").number(row);
            String name = functions.column(ParameterType.nameOf(by)).text(row);
            String value =
                    quantity.text(functions.column("exclusive").number(row), run.metric().unit());
            dot.append(
                    "  %s [label=%s, fillcolor=%d];\n"
                            .formatted(
                                    quoted(name),
                                    quoted(name + "\n" + value),
                                    1 + (int) Math.round(Math.clamp(share, 0, 1) * 5)));
        }
        Table calls = graph.calls();
        for (int row = 0; row < calls.rows(); row++)
            dot.append(
                    "  %s -> %s [label=%s];\n"
                            .formatted(
                                    quoted(calls.column("caller").text(row)),
                                    quoted(calls.column("callee").text(row)),
                                    quoted(
                                            quantity.text(
                                                    calls.column("inclusive").number(row),
                                                    run.metric().unit()))));
        console.out().print(dot.append("}\n")); // a file of Graphviz, whatever the screen
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
