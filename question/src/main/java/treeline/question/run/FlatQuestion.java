package treeline.question.run;

import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Call;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.Only;
import treeline.question.input.PruneOption;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.single.FlatProfile;
import treeline.single.FoldedNumbers;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.NodePredicates;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The flat profile: exclusive and inclusive cost per function, line, module or activity, summed
/// over all callers.
public record FlatQuestion(RunOptions options) {
    public static final ParameterType<Grouping> GROUPS =
            ParameterType.choice(Grouping.class).called("WHAT");

    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    GROUPS,
                    "aggregate by: %s (default: function)"
                            .formatted(String.join(", ", GROUPS.choices().get())));

    private static final Parameter<String> SORT =
            RowOrder.by("exclusive", "exclusive", "inclusive", "nodes", "name");

    public Question question() {
        return Question.ofRun(
                        "flat",
                        "list functions, lines, modules or activities by their exclusive cost",
                        options.with(BY, SORT, RowLimit.TOP),
                        this::answer)
                .example("treeline flat run.tldb", "the 20 most expensive functions")
                .example("treeline flat run.tldb --by module", "the most expensive libraries")
                .example(
                        "treeline flat runs/gcc-64-0.tldb --only mpi --prune mpi",
                        "the MPI calls, including the functions inside MPI")
                .example(
                        "treeline flat run.tldb --by activity",
                        "how much is communication and waiting");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        Grouping by = arguments.value(BY, Grouping.FUNCTION);
        RunOptions.Run run = options.load(arguments, Needs.SCOPES, session);
        String name = ParameterType.nameOf(by);
        Table flat =
                RowOrder.sorted(
                        measured(run, FoldedRun.flat(run, by, session), name, arguments),
                        arguments,
                        SORT,
                        Map.of("name", name));
        var answer =
                new Answer.Builder("flat", RowLimit.forPrograms(flat, arguments))
                        .of(run)
                        .total(run.total())
                        .text("by", name)
                        .title(
                                "%s by %s, exclusive and inclusive, %s"
                                        .formatted(
                                                TextWidth.printable(run.metric().name()),
                                                name,
                                                run.contextsText()))
                        .add(
                                Section.of(flat)
                                        .columns("share", "exclusive", "inclusive", "nodes", name)
                                        .top(RowLimit.top(arguments)));
        if (isInsideOfMpi(run.profile().tree(), arguments))
            answer.add(
                    Statement.advice(
                                    "functions inside MPI are listed separately; --prune mpi merges"
                                            + " them into the program's MPI calls")
                            .followedBy(
                                    new Call("flat", arguments.with(PruneOption.PRUNE, "mpi"))));
        return answer.build();
    }

    /// Samplers see into the MPI library, and those who ask for MPI mostly mean its calls.
    private static boolean isInsideOfMpi(CallTree tree, Arguments arguments) {
        boolean mpi = arguments.value(RunOptions.ONLY).equals(Optional.of(Only.MPI));
        if (!mpi || arguments.has(PruneOption.PRUNE)) return false;
        IntPredicate calls = Library.MPI.calls(tree);
        IntPredicate below = NodePredicates.below(tree, calls);
        return IntStream.range(0, tree.size())
                .anyMatch(node -> below.test(node) && !calls.test(node));
    }

    /// After `--only` and `--prune`, callers without a value of their own have no row, unless the
    /// user selected them.
    private static Table measured(
            RunOptions.Run run, FoldedNumbers groups, String name, Arguments arguments) {
        Table flat = FlatProfile.of(groups, name, run.over(), run.total());
        Column exclusive = flat.column("exclusive");
        return run.isPart() && !RunOptions.selectsNodes(arguments)
                ? flat.filter(row -> !exclusive.isMissing(row))
                : flat;
    }
}
