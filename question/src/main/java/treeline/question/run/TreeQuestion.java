package treeline.question.run;

import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.answer.TreeSection;
import treeline.question.input.Needs;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.statement.Argument;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

import java.io.IOException;
import java.util.List;

/// The call tree with values, shares and the hot path.
public record TreeQuestion(RunOptions options) {
    private static final Parameter<Integer> DEPTH =
            Parameter.of(
                            "depth",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "levels to show (default: all)")
                    .letter('d');
    private static final double DEFAULT_THRESHOLD = 0.1;
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0, 100),
                            "omit nodes with a smaller percentage of the total (default: 0.1; 0"
                                    + " with --paths, --json and --csv)")
                    .letter('t');
    private static final Parameter<TreeRows.Sort> SORT =
            Parameter.of(
                    "sort",
                    ParameterType.choice(TreeRows.Sort.class),
                    "sort by value, or keep the order of the profile (default: value)");
    private static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "only the N nodes with the largest values, and their callers (default:"
                                    + " all; 100 on a terminal unless a limit is given)")
                    .letter('n');

    /// Maximum number of lines on a terminal: about two screens.
    private static final int TOP_ON_TERMINAL = 100;

    /// Rows such as `... 3 more` already count fewer hidden nodes.
    private static final int MAX_HIDDEN_UNSAID = 100;

    private static final Parameter<Integer> PRECISION =
            Parameter.of(
                    "precision",
                    ParameterType.whole("N", 1, 17),
                    "significant digits of values (default: 3)");

    public Question question() {
        return Question.ofRun(
                        "tree",
                        "show the call tree with values, percentages and the hot path",
                        options.with(DEPTH, THRESHOLD, TOP, SORT, PRECISION),
                        this::answer)
                .example("treeline tree run.tldb", "where the mean rank spends its time")
                .example(
                        "treeline tree run.tldb --of max --depth 3",
                        "the slowest rank at each call path, three levels")
                .example(
                        "treeline tree run.tldb --rank 5 --threshold 1",
                        "one rank, without nodes below 1 %")
                .example(
                        "treeline tree run.tldb --only communication --top 10",
                        "communication only, the 10 largest nodes");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        var elapsed = new ElapsedTimes();
        RunOptions.Run run = options.load(arguments, Needs.METRIC.with(elapsed), session);
        TreeRows all = rows(run, limits(arguments, 0, Integer.MAX_VALUE), elapsed);
        return new Answer.Builder("tree", () -> TreeTable.of(run.profile(), all, "hot"))
                .of(run)
                .total(all.total())
                .number("elapsed", all.elapsed())
                .add(
                        new TreeSection(
                                run.profile(),
                                terminal -> shown(run, forReaders(arguments, terminal), elapsed),
                                run.heading(),
                                "hot path",
                                arguments.value(PRECISION, 3),
                                limits -> rows(run, limits, elapsed)))
                .build();
    }

    private static TreeSection.Shown shown(
            RunOptions.Run run, TreeRows.Limits limits, ElapsedTimes elapsed) {
        TreeRows rows = rows(run, limits, elapsed);
        int hidden = rows.hidden();
        boolean remarkable =
                hidden > MAX_HIDDEN_UNSAID || (hidden > 0 && limits.most() < Integer.MAX_VALUE);
        if (!remarkable) return new TreeSection.Shown(rows, List.of());
        return new TreeSection.Shown(
                rows,
                List.of(
                        Statement.omission(
                                "{hidden} of {all} nodes are not shown; --top, --depth and"
                                        + " --threshold set the limits",
                                Argument.count(hidden),
                                Argument.count(run.profile().tree().size()))));
    }

    private static TreeRows rows(RunOptions.Run run, TreeRows.Limits limits, ElapsedTimes elapsed) {
        return TreeRows.of(
                run.profile(), run.metric(), run.over(), limits, run.whole(), elapsed.of(run));
    }

    /// Readers get the larger nodes; on a terminal, not more than they read.
    private static TreeRows.Limits forReaders(Arguments arguments, boolean terminal) {
        boolean limited = arguments.has(DEPTH) || arguments.has(THRESHOLD);
        return limits(
                arguments,
                RunOptions.selectsNodes(arguments) ? 0 : DEFAULT_THRESHOLD,
                terminal && !limited ? TOP_ON_TERMINAL : Integer.MAX_VALUE);
    }

    private static TreeRows.Limits limits(Arguments arguments, double percent, int top) {
        return new TreeRows.Limits(
                arguments.value(DEPTH, Integer.MAX_VALUE),
                arguments.value(THRESHOLD, percent) / 100,
                arguments.value(TOP, top),
                arguments.value(SORT, TreeRows.Sort.VALUE));
    }
}
