package treeline.query;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ImmutableInts;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.query.Predicate.State;
import treeline.transform.NodePredicates;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;

/// The nodes of a profile that satisfy predicates. Each predicate is evaluated once for all nodes,
/// text tests once per distinct frame or label; the means of a metric are computed once.
final class PredicateNodes {
    private final Profile profile;
    private final Outline named;
    private final CallTree tree;
    private final ContextQuantifier usual;
    private final boolean runs;
    private final Map<Predicate, BitSet> answers = new HashMap<>();
    private final Map<ResolvedAttribute.Measured, Values> values = new HashMap<>();
    private final Map<Predicate, TestedRanks> tested;

    /// @param named what names of attributes stand for
    /// @param runs whether contexts are runs, which have no value where they measured nothing
    PredicateNodes(Profile profile, Outline named, ContextQuantifier usual, boolean runs) {
        this(profile, named, usual, runs, Map.of());
    }

    /// Of a run that was read in parts.
    ///
    /// @param means over ranks, of one context
    /// @param tested the comparisons of single ranks
    PredicateNodes(
            Profile means,
            Outline named,
            ContextQuantifier usual,
            Map<Predicate, TestedRanks> tested) {
        this(means, named, usual, false, tested);
    }

    private PredicateNodes(
            Profile profile,
            Outline named,
            ContextQuantifier usual,
            boolean runs,
            Map<Predicate, TestedRanks> tested) {
        this.runs = runs;
        this.profile = profile;
        this.named = named;
        this.tree = profile.tree();
        this.usual = usual;
        this.tested = tested;
    }

    /// The answer is kept and shared: read it only.
    BitSet of(Predicate predicate) {
        BitSet known = answers.get(predicate);
        if (known != null) return known;
        BitSet answer = answer(predicate);
        answers.put(predicate, answer);
        return answer;
    }

    private BitSet answer(Predicate predicate) {
        return switch (predicate) {
            case Predicate.Anything _ -> all();
            case Predicate.Leaf _ -> nodesWhere(tree::isLeaf);
            case Predicate.OfFrame(var test) -> nodesWhere(NodePredicates.ofFrame(tree, test));
            case Predicate.Custom(Predicate.NodeTest test) ->
                    nodesWhere(node -> test.test(profile, node));
            case Predicate.Text text -> text(text);
            case Predicate.Amount number -> number(number);
            case Predicate.Is is -> is(is);
            case Predicate.And(List<Predicate> all) -> {
                BitSet nodes = all();
                for (Predicate each : all) nodes.and(of(each));
                yield nodes;
            }
            case Predicate.Or(List<Predicate> any) -> {
                var nodes = new BitSet();
                for (Predicate each : any) nodes.or(of(each));
                yield nodes;
            }
            case Predicate.Not(Predicate negated) -> {
                BitSet nodes = all();
                nodes.andNot(of(negated));
                yield nodes;
            }
        };
    }

    private BitSet all() {
        var nodes = new BitSet(tree.size());
        nodes.set(0, tree.size());
        return nodes;
    }

    private BitSet nodesWhere(java.util.function.IntPredicate test) {
        var nodes = new BitSet(tree.size());
        for (int node = 0; node < tree.size(); node++) if (test.test(node)) nodes.set(node);
        return nodes;
    }

    private BitSet text(Predicate.Text asked) {
        return switch (ResolvedAttribute.of(named, asked.attribute())) {
            case ResolvedAttribute.FrameText text ->
                    textNodes(text, Texts.test(asked.operator(), asked.value()));
            case ResolvedAttribute.LabelText text ->
                    textNodes(text, Texts.test(asked.operator(), asked.value()));
            case ResolvedAttribute.Place _, ResolvedAttribute.Measured _ ->
                    throw new IllegalArgumentException(
                            "'%s' is a number; compare it with a number, as in %s"
                                    .formatted(asked.attribute(), "> 5"));
        };
    }

    private BitSet textNodes(
            ResolvedAttribute.FrameText text, java.util.function.Predicate<String> test) {
        List<Frame> frames = tree.frames();
        boolean[] passes = new boolean[frames.size()];
        for (int i = 0; i < passes.length; i++)
            passes[i] = test.test(text.text().apply(frames.get(i)));
        return nodesWhere(node -> passes[tree.frameIndex(node)]);
    }

    private BitSet textNodes(
            ResolvedAttribute.LabelText text, java.util.function.Predicate<String> test) {
        Label label = text.label();
        Map<String, Boolean> passes = new HashMap<>();
        for (String value : label.values()) passes.put(value, test.test(value));
        return nodesWhere(node -> passes.getOrDefault(label.at(node), false));
    }

    private BitSet number(Predicate.Amount asked) {
        return switch (ResolvedAttribute.of(named, asked.attribute())) {
            case ResolvedAttribute.Place(ImmutableInts byNode, int absent) -> {
                DoublePredicate test = test(asked, withoutUnit(asked));
                yield nodesWhere(node -> byNode.at(node) != absent && test.test(byNode.at(node)));
            }
            case ResolvedAttribute.Measured measured ->
                    where(
                            asked,
                            measured,
                            test(asked, inUnitOf(measured.metric(), asked)),
                            asked.across().orElse(usual));
            case ResolvedAttribute.FrameText _, ResolvedAttribute.LabelText _ ->
                    throw new IllegalArgumentException(
                            "'%s' is a string; compare it with a string, as in = \"main\""
                                    .formatted(asked.attribute()));
        };
    }

    private BitSet where(
            Predicate asked,
            ResolvedAttribute.Measured measured,
            DoublePredicate test,
            ContextQuantifier across) {
        return tested.containsKey(asked)
                ? tested.get(asked).nodes(across, test)
                : valuesOf(measured).where(test, across);
    }

    static RankTest.Test stateTest(State state) {
        return state == State.INFINITE ? Double::isInfinite : Double::isNaN;
    }

    /// What nobody measured fulfils no comparison, not even that it is unequal.
    static RankTest.Test test(Predicate.Amount asked, double limit) {
        Predicate.Comparison comparison = asked.comparison();
        return value -> !Double.isNaN(value) && comparison.holds(value, limit);
    }

    private static double withoutUnit(Predicate.Amount asked) {
        if (asked.unit().isEmpty()) return asked.value();
        throw new IllegalArgumentException(
                "'%s' is a plain number without the unit '%s'"
                        .formatted(asked.attribute(), asked.unit().get().symbol()));
    }

    static double inUnitOf(Metric metric, Predicate.Amount asked) {
        if (asked.unit().isEmpty()) return asked.value();
        Unit unit = asked.unit().get();
        if (unit.convertsTo(metric.unit())) return asked.value() * unit.factorTo(metric.unit());
        throw new IllegalArgumentException(
                "'%s' is measured in '%s'; cannot convert '%s' to it"
                        .formatted(asked.attribute(), metric.unit().symbol(), unit.symbol()));
    }

    private BitSet is(Predicate.Is asked) {
        return switch (ResolvedAttribute.of(named, asked.attribute())) {
            case ResolvedAttribute.FrameText text ->
                    textState(asked.state(), () -> textNodes(text, String::isEmpty));
            case ResolvedAttribute.LabelText text ->
                    textState(asked.state(), () -> textNodes(text, String::isEmpty));
            case ResolvedAttribute.Place(ImmutableInts byNode, int absent) ->
                    asked.state() == State.INFINITE
                            ? new BitSet()
                            : nodesWhere(node -> byNode.at(node) == absent);
            case ResolvedAttribute.Measured measured -> {
                ContextQuantifier across = asked.across().orElse(usual);
                yield switch (asked.state()) {
                    case NONE ->
                            tested.containsKey(asked)
                                    ? tested.get(asked).unmeasured()
                                    : valuesOf(measured).unmeasured();
                    case NAN, INFINITE -> where(asked, measured, stateTest(asked.state()), across);
                };
            }
        };
    }

    /// A text is never a number, so only its absence can be asked for.
    private static BitSet textState(State state, java.util.function.Supplier<BitSet> empty) {
        return switch (state) {
            case NONE -> empty.get();
            case NAN, INFINITE -> new BitSet();
        };
    }

    private Values valuesOf(ResolvedAttribute.Measured measured) {
        return values.computeIfAbsent(
                measured,
                _ -> runs ? Values.ofRuns(profile, measured) : Values.ofRanks(profile, measured));
    }
}
