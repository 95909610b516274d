package treeline.question.run;

import treeline.model.CallTree;
import treeline.numbers.Numbers;
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
import treeline.single.HotPath;
import treeline.single.NodePath;
import treeline.statement.Argument;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The hot path: the chain of heaviest callees from a root or another node.
public record HotPathQuestion(RunOptions options) {
    private static final double DEFAULT_PERCENT = HotPath.DEFAULT_SHARE * 100;
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0.001, 100),
                            "continue while a child holds at least this share of its parent"
                                    + " (default: 50)")
                    .letter('t');
    private static final Parameter<String> FROM =
            Parameter.of(
                    "from",
                    ParameterType.text("CALLPATH"),
                    "start at this node, such as main/solve (default: the heaviest root)");
    private static final Parameter<Boolean> ALL =
            Parameter.flag("all", "print one hot path per root");

    public Question question() {
        return Question.ofRun(
                        "hot-path",
                        "follow the heaviest calls from the root",
                        options.with(THRESHOLD, FROM, ALL),
                        this::answer)
                .example("treeline hot-path run.tldb", "where to look first")
                .example(
                        "treeline hot-path run.tldb --from main/step --threshold 30",
                        "within one call path, down to smaller callees");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        RunOptions.Run run = options.load(arguments, Needs.METRIC, session);
        HotPath.require(run.metric());
        CallTree tree = run.profile().tree();
        double[] inclusive = Numbers.of(run.profile(), run.metric()).inclusive(run.over());
        double total = run.total();
        List<int[]> paths = paths(arguments, tree, inclusive);
        var answer =
                new Answer.Builder(
                                "hot-path",
                                HotPath.table(tree, run.metric(), inclusive, total, paths))
                        .of(run)
                        .total(total)
                        .title("hot path by " + run.heading());
        if (paths.stream().allMatch(path -> path.length == 0))
            return answer.add(Statement.finding("no node has a value above 0")).build();
        answer.add(TreeSection.of(run.profile(), rows(run, inclusive, total, paths), "", ""));
        for (int[] path : paths) if (path.length > 0) answer.add(end(tree, inclusive, path));
        return answer.build();
    }

    private static List<int[]> paths(Arguments arguments, CallTree tree, double[] inclusive) {
        double share = arguments.value(THRESHOLD, DEFAULT_PERCENT) / 100;
        if (arguments.has(ALL)) return HotPath.ofAllRoots(tree, inclusive, share);
        return List.of(
                arguments
                        .value(FROM)
                        .map(path -> HotPath.from(tree, tree.at(path), inclusive, share))
                        .orElseGet(() -> HotPath.of(tree, inclusive, share)));
    }

    /// Linear in the nodes of the paths.
    private static TreeRows rows(
            RunOptions.Run run, double[] inclusive, double total, List<int[]> paths) {
        List<TreeRows.Row> rows = new ArrayList<>();
        for (int[] path : paths)
            for (int depth = 0; depth < path.length; depth++) {
                double value = inclusive[path[depth]];
                rows.add(
                        new TreeRows.Shown(
                                path[depth],
                                depth,
                                true,
                                value,
                                value / total,
                                Double.NaN,
                                false,
                                0));
            }
        return new TreeRows(run.metric(), run.over(), run.population(), total, Double.NaN, rows);
    }

    /// Why the path ends.
    private static Statement end(CallTree tree, double[] inclusive, int[] path) {
        int last = path[path.length - 1];
        int[] children = tree.children(last);
        if (children.length == 0)
            return Statement.finding("{node} is a leaf", Argument.path(NodePath.of(tree, last)));
        int heaviest = children[0];
        for (int child : children)
            if (inclusive[child] > inclusive[heaviest] || Double.isNaN(inclusive[heaviest]))
                heaviest = child;
        Argument ended = Argument.path(NodePath.of(tree, last));
        if (Double.isNaN(inclusive[heaviest]))
            return Statement.finding("{node} ends the path: no callee has a value", ended);
        Argument callee = Argument.name(tree.name(heaviest));
        Argument share = Argument.share(inclusive[heaviest] / inclusive[last]);
        return children.length == 1
                ? Statement.finding(
                        "{node} ends the path: its only callee, {callee}, holds {share} of it",
                        ended,
                        callee,
                        share)
                : Statement.finding(
                        "{node} ends the path: {callee}, the heaviest of its {callees} callees,"
                                + " holds {share} of it",
                        ended,
                        callee,
                        Argument.count(children.length),
                        share);
    }
}
