package treeline.question.run;

import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Document;
import treeline.question.answer.Section;
import treeline.question.input.Needs;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.single.CallGraph;
import treeline.single.Grouping;
import treeline.table.Table;
import treeline.transform.NodeMapping;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;

/// The call graph: callers and callees with call paths merged.
public record CallGraphQuestion(RunOptions options) {
    private static final Parameter<Boolean> DOT =
            Parameter.flag("dot", "print the graph in DOT format for Graphviz instead");

    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.oneOf(List.of(Grouping.FUNCTION, Grouping.NAME)),
                    "graph nodes: functions, or every frame including lines and loops (default:"
                            + " function)");

    private static final Parameter<String> SORT =
            RowOrder.by("inclusive", "inclusive", "nodes", "caller", "callee");

    private static final Quantity QUANTITY = new Quantity(3, true);

    public Question question() {
        return Question.ofRun(
                        "callgraph",
                        "list caller-callee pairs by cost",
                        options.with(BY, DOT, SORT, RowLimit.TOP),
                        this::answer)
                .example("treeline callgraph run.tldb", "the heaviest calls")
                .example(
                        "treeline callgraph run.tldb --dot | dot -Tsvg > calls.svg",
                        "the call graph as an SVG image");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        Grouping by = arguments.value(BY, Grouping.FUNCTION);
        RunOptions.Run run = options.load(arguments, Needs.SCOPES, session);
        NodeMapping edges = NodeMapping.edges(by.of(run.values().simple()));
        CallGraph graph =
                CallGraph.of(
                        FoldedRun.flat(run, by, session),
                        FoldedRun.numbers(run, edges, session),
                        by,
                        run.over(),
                        run.total());
        Table calls = RowOrder.sorted(graph.calls(), arguments, SORT);
        Unit unit = run.metric().unit();
        return new Answer.Builder("callgraph", RowLimit.forPrograms(calls, arguments))
                .of(run)
                .total(run.total())
                .text("by", ParameterType.nameOf(by))
                .title(
                        "calls by %s of the callee (inclusive), %s"
                                .formatted(
                                        TextWidth.printable(run.metric().name()),
                                        run.contextsText()))
                .add(
                        arguments.has(DOT)
                                ? new Document(dot(graph, by, unit))
                                : Section.of(calls)
                                        .columns("inclusive", "nodes", "caller", "callee")
                                        .top(RowLimit.top(arguments)))
                .build();
    }

    private static String dot(CallGraph graph, Grouping by, Unit unit) {
        var dot = new StringBuilder("digraph calls {\n");
        dot.append("  node [shape=box, style=filled, colorscheme=reds9];\n");
        Table functions = graph.functions();
        for (int row = 0; row < functions.rows(); row++) {
            double share = functions.column("share").number(row);
            String name = functions.column(ParameterType.nameOf(by)).text(row);
            String value = QUANTITY.text(functions.column("exclusive").number(row), unit);
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
                                            QUANTITY.text(
                                                    calls.column("inclusive").number(row), unit))));
        return dot.append("}\n").toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
