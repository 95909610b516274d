package treeline.question.input;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.numbers.Averages;
import treeline.pattern.UserPattern;
import treeline.prune.Pruned;
import treeline.prune.Pruning;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.source.ReadReport;
import treeline.transform.NodeMapping;
import treeline.transform.NodePredicates;
import treeline.transform.OnlyNodes;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Node selection: `--only`, then `--paths`, then `--hide`, then `--prune`. All questions about one
/// run share these options.
///
/// @param ownWaiting names that the user declared as waiting, for `--only waiting`
record Simplification(
        Optional<Only> only,
        Optional<Query> kept,
        Optional<UserPattern> hidden,
        Optional<Pruning> pruning,
        List<UserPattern> ownWaiting) {

    static final Parameter<String> KEEP =
            Parameter.of(
                            "paths",
                            ParameterType.text("QUERY"),
                            "show only nodes that match a query or a selector such as"
                                + " 'function(solve).loop', each below its nearest matching caller;"
                                + " percentages stay relative to the whole run")
                    .alsoCalled("keep");
    static final Parameter<UserPattern> HIDE =
            Parameter.of(
                    "hide", ParameterType.regex(), "merge matching functions into their callers");

    static final List<Parameter<?>> OPTIONS =
            List.of(RunOptions.ONLY, KEEP, HIDE, PruneOption.PRUNE);

    /// Nothing is left out.
    static final Simplification NONE =
            new Simplification(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of());

    static Simplification of(Arguments arguments) {
        return new Simplification(
                arguments.value(RunOptions.ONLY),
                arguments.value(KEEP).map(Query::parse),
                arguments.value(HIDE),
                arguments.value(PruneOption.PRUNE),
                arguments.all(RunOptions.WAITING));
    }

    /// Whether values are left out, so that the rest is not the whole run.
    boolean isPart() {
        return only.isPresent() || kept.isPresent() || pruning.isPresent();
    }

    /// Whether it is decided by all scopes of a metric, so that it is the same in each of them.
    boolean needsScopes() {
        return only.isPresent() || pruning.isPresent();
    }

    /// `only communication`; empty where neither is asked for.
    private String text() {
        if (only.isEmpty() && kept.isEmpty()) return "";
        String which = only.map(Only::text).orElse("");
        String query = kept.isPresent() ? "matches of --paths" : "";
        return "only " + which + (which.isEmpty() || query.isEmpty() ? "" : " and ") + query;
    }

    /// The transformation of a run or of each of its parts.
    ///
    /// @param each the steps in order; empty for a whole run
    /// @param text the selection in words, such as `only communication`; empty for a whole run
    record Decision(List<TransformStep> each, String text) {

        boolean leavesAll() {
            return each.isEmpty();
        }

        TransformStep steps() {
            return TransformStep.inTurn(each);
        }
    }

    /// Which nodes are kept is decided once, on values of the whole run.
    ///
    /// @param contexts of the whole run
    /// @param metric by which `--prune` takes shares
    Decision decidedOn(KnownValues known, List<Context> contexts, Metric metric)
            throws IOException {
        List<TransformStep> steps = new ArrayList<>();
        TransformStep averaged = Averages.ofParts(contexts);
        Profile simple = known.nodes();
        if (only.isPresent()) {
            steps.add(onlyOf(simple, only.get(), averaged));
            simple = steps.getLast().apply(simple);
            averaged = TransformStep.NONE;
        }
        if (kept.isPresent()) {
            boolean compares = !kept.get().metrics(simple.outline()).isEmpty();
            Profile values = compares ? known.after(steps, simple) : simple;
            steps.add(keptOf(values, simple.outline(), kept.get(), averaged, known, steps));
            simple = steps.getLast().apply(simple);
            averaged = TransformStep.NONE;
        }
        if (hidden.isPresent()) {
            steps.add(
                    NodeMapping.hiding(
                                    simple.tree(),
                                    NodePredicates.named(simple.tree(), hidden.get()::matches))
                            ::of);
            simple = steps.getLast().apply(simple);
        }
        if (pruning.isEmpty()) return new Decision(steps, text());
        Pruned pruned = pruned(pruning.get(), known, steps, simple, metric);
        steps.add(PruneOption.step(pruned, averaged));
        String what = PruneOption.text(pruning.get(), pruned);
        return new Decision(steps, text().isEmpty() ? what : text() + ", " + what);
    }

    private static Pruned pruned(
            Pruning pruning,
            KnownValues known,
            List<TransformStep> steps,
            Profile simple,
            Metric metric)
            throws IOException {
        if (!pruning.needsCosts()) return PruneOption.decided(pruning, simple, simple, metric);
        Profile values = known.after(steps, simple);
        return PruneOption.decided(pruning, values, known.whole(), metric);
    }

    /// Repetitions are averaged before nodes lose values that say how often their roots ran.
    private TransformStep onlyOf(Profile profile, Only part, TransformStep averaged) {
        IntPredicate chosen = part.in(profile.outline(), ownWaiting);
        if (IntStream.range(0, profile.tree().size()).noneMatch(chosen))
            throw new IllegalArgumentException(
                    "--only: the run contains no %s; 'treeline flat --by activity' lists the activities of the run"
                            .formatted(part.text()));
        var nodes = new BitSet();
        IntStream.range(0, profile.tree().size()).filter(chosen).forEach(nodes::set);
        return each -> OnlyNodes.of(averaged.apply(each), nodes::get);
    }

    /// Selected nodes keep the values that they have in the whole tree, in either scope, although
    /// their callees may be left out. Repetitions are averaged before nodes lose their roots, which
    /// determine how often they ran.
    private static TransformStep keptOf(
            Profile profile,
            Outline named,
            Query query,
            TransformStep averaged,
            KnownValues known,
            List<TransformStep> before)
            throws IOException {
        NodeSet nodes = known.matches(query, profile, named, before);
        if (nodes.size() == 0)
            throw new IllegalArgumentException("no call path matches the query of --paths");
        NodeMapping keeping = NodeMapping.keeping(profile.tree(), nodes::contains);
        return each -> keeping.of(Scopes.inBoth(averaged.apply(each)));
    }

    /// The options that leave nodes or iterations out of what was read: shares are of the whole
    /// run.
    static List<String> after(Arguments arguments) {
        return Stream.concat(OPTIONS.stream(), Stream.of(Choice.ITERATION))
                .filter(arguments::has)
                .map(option -> "--" + option.name())
                .toList();
    }

    /// What `--hide` names but cannot hide, and that it names nothing.
    ReadReport notes(CallTree tree) {
        var log = new ReadReport.Log();
        hidden.ifPresent(
                pattern -> {
                    IntPredicate named = NodePredicates.named(tree, pattern::matches);
                    if (IntStream.range(0, tree.size()).noneMatch(named))
                        log.note("--hide: no complete name matches '%s'".formatted(pattern), "");
                    for (int root : tree.children(CallTree.NO_PARENT))
                        if (named.test(root))
                            log.note(
                                    "a root cannot be hidden, because it has no caller to merge"
                                            + " into",
                                    tree.name(root));
                });
        return log.report();
    }
}
