package treeline.question.run;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.answer.TreeSection;
import treeline.question.input.Needs;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.statement.Argument;
import treeline.table.JsonWriter;
import treeline.transform.Callers;
import treeline.transform.NodeMapping;
import treeline.transform.NodePredicates;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The callers of functions: the inverted call tree, with exclusive values.
public record CallersQuestion(RunOptions options) {
    private static final Operand FUNCTION =
            Operand.maybe(
                    ParameterType.text("FUNCTION"),
                    "a function name, or a regular expression whose matches are combined (default:"
                            + " all functions, most expensive first)");
    private static final Parameter<Detail> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Detail.class),
                    "functions, their lines, or every frame by name (default: function)");
    private static final Parameter<Integer> LEVELS =
            Parameter.of(
                            "depth",
                            ParameterType.whole("N", 1, 1000),
                            "levels of callers to show (default: 10)")
                    .letter('d');
    private static final int DEFAULT_LEVELS = 10;
    private static final double DEFAULT_THRESHOLD = 1;
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0, 100),
                            "omit callers with a smaller share of the function (default: 1; 0"
                                    + " with --paths, --json and --csv)")
                    .letter('t');

    /// The granularity of the tree before it is inverted.
    private enum Detail {
        FUNCTION,
        NAME,
        LINE;

        NodeMapping of(CallTree tree) {
            return switch (this) {
                case FUNCTION -> NodeMapping.functions(tree);
                case NAME -> NodeMapping.named(tree, _ -> true);
                case LINE -> NodeMapping.named(tree, withoutLoops(tree));
            };
        }

        private static IntPredicate withoutLoops(CallTree tree) {
            IntPredicate inside = NodePredicates.insideFunctions(tree);
            return node -> !inside.test(node) || tree.frame(node).kind() == Frame.Kind.LINE;
        }
    }

    /// About two lines of function names.
    private static final int MAX_NAMES = 8;

    public Question question() {
        return new Question(
                        "callers",
                        "attribute the exclusive time of functions to their callers",
                        Question.Subject.ONE_RUN,
                        List.of(RunOptions.PATH, FUNCTION),
                        options.with(BY, LEVELS, THRESHOLD),
                        this::answer)
                .example("treeline callers run.tldb", "every function with its callers")
                .example("treeline callers runs/gcc-64-0.tldb MPI_Wait", "who waits, and how long")
                .example("treeline callers runs/gcc-64-0.tldb 'MPI_.*'", "who communicates");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        RunOptions.Run run = options.load(arguments, Needs.SCOPES.in(Scope.EXCLUSIVE), session);
        Metric own = run.metric().in(Scope.EXCLUSIVE); // refuses point readings
        NodeMapping functions =
                arguments.value(BY, Detail.FUNCTION).of(run.values().simple().tree());
        Reduction summed = FoldedRun.isExtreme(run.over()) ? Reduction.SUM : run.over();
        Profile combined = Numbers.of(run.values().reduced(summed), run.metric()).combined(summed);
        Optional<Asked> asked =
                arguments.maybe(FUNCTION).map(name -> Asked.of(functions.tree(), name));
        var inversion =
                new Inversion(
                        run, own, functions, functions.of(combined), asked, arguments, session);
        var answer =
                new Answer.Builder(
                                "callers",
                                () -> {
                                    Inverted all = inversion.of(0);
                                    return TreeTable.of(all.profile, all.rows, "hot");
                                })
                        .of(run)
                        .total(run.total());
        asked.ifPresent(each -> answer.with(json -> writeNames(each, json)));
        asked.filter(Asked::areSeveral).ifPresent(each -> answer.add(meaning(each)));
        double percent = RunOptions.selectsNodes(arguments) ? 0 : DEFAULT_THRESHOLD;
        return answer.whenShown(() -> section(inversion.of(percent), run)).build();
    }

    private static List<TreeSection> section(Inverted shown, RunOptions.Run run) {
        return List.of(
                TreeSection.of(
                        shown.profile,
                        shown.rows,
                        "%s, %s"
                                .formatted(
                                        RunOptions.metricText(shown.rows.metric()),
                                        run.contextsText()),
                        "hot path; callers are below"));
    }

    /// The inverted call tree.
    private record Inverted(Profile profile, TreeRows rows) {}

    /// Inverts the call tree of a run.
    ///
    /// @param functions from its nodes to functions
    /// @param sums of functions, which say which of them are small
    private record Inversion(
            RunOptions.Run run,
            Metric own,
            NodeMapping functions,
            Profile sums,
            Optional<Asked> asked,
            Arguments arguments,
            Session session) {

        /// @param percent the default of `--threshold`
        Inverted of(double percent) {
            var limits =
                    new TreeRows.Limits(
                            Integer.MAX_VALUE,
                            arguments.value(THRESHOLD, percent) / 100,
                            TreeRows.Sort.VALUE);
            Profile callers =
                    turned(
                            turning(
                                    new Callers(
                                            arguments.value(LEVELS, DEFAULT_LEVELS),
                                            limits.threshold())));
            return new Inverted(callers, rows(callers, run, limits));
        }

        private Profile turned(TransformStep turning) {
            if (!FoldedRun.isExtreme(run.over())) return turning.apply(sums);
            try {
                return FoldedRun.of(
                        run, TransformStep.inTurn(List.of(functions::of, turning)), session);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private TransformStep turning(Callers callers) {
            if (asked.isEmpty()) return callers.turning(sums, own, _ -> true);
            Asked names = asked.get();
            return names.areSeveral()
                    ? callers.merging(sums.tree(), own, names.nodes, names.text)
                    : callers.turning(sums, own, names.nodes);
        }
    }

    /// The functions that match a name; they are shown as one.
    ///
    /// @param names in tree order, each once
    private record Asked(String text, IntPredicate nodes, List<String> names) {

        static Asked of(CallTree tree, String text) {
            IntPredicate nodes = NodePredicates.called(tree, text);
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

    private static void writeNames(Asked asked, JsonWriter json) {
        json.name("functions").array();
        asked.names.forEach(json::value);
        json.end();
    }

    private static Statement meaning(Asked asked) {
        return Statement.finding(
                "{pattern} matches {functions} functions: {names}",
                Argument.name(asked.text),
                Argument.count(asked.names.size()),
                new Argument.Names(asked.names, MAX_NAMES));
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
