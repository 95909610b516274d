package treeline.query;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.SparseRows;
import treeline.numbers.Numbers;
import treeline.query.Predicate.State;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;

/// A comparison of a query that single ranks pass or fail, so that means do not answer it. It can
/// be sent to other machines.
///
/// @param metric in any scope
/// @param scope of the compared values
public record RankTest(Metric metric, Scope scope, Test test) implements Serializable {
    private static final long serialVersionUID = 1;

    /// What a value passes.
    interface Test extends DoublePredicate, Serializable {}

    /// Those of a query, in the order in which it has them, each once.
    ///
    /// @param named what names of attributes stand for
    static Map<Predicate, RankTest> in(Query query, Outline named, ContextQuantifier usual) {
        Map<Predicate, RankTest> tests = new LinkedHashMap<>();
        for (Predicate each : Leaves.of(query))
            of(each, named, usual).ifPresent(test -> tests.put(each, test));
        return tests;
    }

    private static Optional<RankTest> of(Predicate asked, Outline named, ContextQuantifier usual) {
        return switch (asked) {
            case Predicate.Amount amount when isOfEach(amount.across(), usual) ->
                    measured(named, amount.attribute()).map(each -> of(each, amount));
            // whether anybody measured a node at all is not seen in means
            case Predicate.Is is when is.state() == State.NONE || isOfEach(is.across(), usual) ->
                    measured(named, is.attribute())
                            .map(each -> of(each, PredicateNodes.stateTest(is.state())));
            default -> Optional.empty();
        };
    }

    private static boolean isOfEach(Optional<ContextQuantifier> across, ContextQuantifier usual) {
        return across.orElse(usual) != ContextQuantifier.MEAN;
    }

    private static RankTest of(ResolvedAttribute.Measured measured, Predicate.Amount amount) {
        double limit = PredicateNodes.inUnitOf(measured.metric(), amount);
        return of(measured, PredicateNodes.test(amount, limit));
    }

    private static RankTest of(ResolvedAttribute.Measured measured, Test test) {
        return new RankTest(measured.metric(), measured.scope(), test);
    }

    private static Optional<ResolvedAttribute.Measured> measured(Outline named, String attribute) {
        return ResolvedAttribute.of(named, attribute) instanceof ResolvedAttribute.Measured found
                ? Optional.of(found)
                : Optional.empty();
    }

    /// How many of the ranks pass at each node.
    ///
    /// @param numbers of the metric
    public TestedRanks on(Numbers numbers) {
        var tested =
                new TestedRanks(
                        numbers.tree().size(), numbers.isPoint() ? 0 : numbers.ranks().size());
        SparseRows rows = numbers.by(numbers.ranks(), scope).byContext();
        for (int cell = 0; cell < rows.cells(); cell++)
            tested.count(rows.index(cell), test.test(rows.value(cell)));
        return tested;
    }
}
