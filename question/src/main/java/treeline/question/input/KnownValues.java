package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.CompositeAggregation;
import treeline.aggregate.ReducedRun;
import treeline.aggregate.TestedRanksByNode;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.query.RankTest;
import treeline.query.TestedRanks;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The values that nodes are selected by: those of a run in memory, else means over ranks, for
/// which the run is read.
final class KnownValues {
    private final Parts parts;
    private final List<TransformStep> first;
    private final Session session;
    private final Optional<Profile> loaded;
    private Optional<Profile> means = Optional.empty();

    /// @param first the steps that come before nodes are selected
    KnownValues(Parts parts, List<TransformStep> first, Session session) {
        this.parts = parts;
        this.first = List.copyOf(first);
        this.session = session;
        this.loaded = parts.loaded(inTurn(List.of()));
    }

    Parts parts() {
        return parts;
    }

    /// The run before anything is left out, perhaps without values.
    Profile nodes() {
        return loaded.orElseGet(
                () -> inTurn(List.of()).apply(ReducedRun.withoutValues(parts.outline())));
    }

    /// The run before anything is left out, perhaps of one context.
    Profile whole() throws IOException {
        if (loaded.isPresent()) return loaded.get();
        if (means.isEmpty()) after(List.of(), nodes());
        return means.orElseThrow();
    }

    /// The run after some steps, perhaps of one context.
    ///
    /// @param nodes it after these steps, perhaps without values
    Profile after(List<TransformStep> steps, Profile nodes) throws IOException {
        if (loaded.isPresent()) return nodes;
        ReducedRun stored = ReducedRun.withExclusive(parts.outline());
        ReducedRun all = stored.after(inTurn(List.of()));
        ReducedRun simple = steps.isEmpty() ? all : stored.after(inTurn(steps));
        CompositeAggregation.Answers read =
                parts.evaluate(
                        new CompositeAggregation(
                                Stream.of(all, simple)
                                        .<Aggregation<?, ?, ?>>map(ReducedRun::question)
                                        .distinct()
                                        .toList()),
                        Locations.By.RANK,
                        session);
        means = Optional.of(all.profile(read.of(all.question()), Reduction.MEAN));
        return simple.profile(read.of(simple.question()), Reduction.MEAN);
    }

    /// The first steps and others.
    TransformStep inTurn(List<TransformStep> steps) {
        return TransformStep.inTurn(Stream.concat(first.stream(), steps.stream()).toList());
    }

    /// The nodes that match a query after some steps.
    ///
    /// @param values of all ranks, or of their means
    NodeSet matches(Query query, Profile values, Outline named, List<TransformStep> steps)
            throws IOException {
        List<RankTest> tests = query.rankTests(named, ContextQuantifier.MEAN);
        List<TestedRanks> tested =
                tests.isEmpty()
                        ? List.of()
                        : parts.evaluate(
                                new TestedRanksByNode(tests).after(inTurn(steps)),
                                Locations.By.RANK,
                                session);
        return query.on(values, named, ContextQuantifier.MEAN, Matching.ALL, tested);
    }
}
