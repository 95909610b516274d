package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.CompositeAggregation;
import treeline.aggregate.ContextMapping;
import treeline.aggregate.Engine;
import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.ReducedRun;
import treeline.aggregate.TestedRanksByNode;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.query.RankTest;
import treeline.query.TestedRanks;
import treeline.question.parameter.Arguments;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;
import treeline.view.Quantity;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A run that is read in parts, by this machine because its values do not fit into memory, or by an
/// Apache Spark cluster. Everything that is known to be needed is computed in one pass.
public final class PartitionedRun implements RunValues {
    /// The minimum number of parts for a cluster: a few for each core of a small cluster.
    private static final int MIN_CLUSTER_PARTS = 64;

    /// The minimum number of values of a part for a cluster: smaller parts cost more to schedule
    /// than to read.
    private static final long MIN_PART_VALUES = 1 << 14;

    private final Recording.Opening opening;
    private final Slice slice;
    private final ReadPlan plan;
    private final Optional<String> cluster;
    private final Outline outline;
    private final int[] contexts;
    private final ContextMapping chosen;
    private final List<Context> all;
    private TransformStep simpler = TransformStep.NONE;
    private CompositeAggregation.Answers answers = CompositeAggregation.Answers.NONE;
    private Function<Reduction, Profile> reduced;

    private PartitionedRun(
            Recording.Opening opening,
            Slice slice,
            ReadPlan plan,
            Outline whole,
            Optional<String> cluster) {
        this.opening = opening;
        this.slice = slice;
        this.plan = plan;
        this.cluster = cluster;
        this.outline = slice.of(whole);
        this.contexts = slice.contexts().indexes(whole.contexts().size());
        this.chosen = ContextMapping.of(contexts);
        this.all = whole.contexts();
        this.reduced = _ -> ReducedRun.withoutValues(outline);
    }

    /// The run, if a slice of it is too large to be loaded or is for a cluster to read.
    ///
    /// @param asking if it takes a sample, the slice is loaded
    public static Optional<PartitionedRun> of(
            Recording recording, Slice slice, AggregationPlan asking, Arguments arguments)
            throws IOException {
        ReadPlan plan = recording.source().plan(slice);
        Optional<String> cluster = EngineOption.cluster(arguments);
        return asking.takesSample() || (cluster.isEmpty() && MemoryBudget.fits(plan))
                ? Optional.empty()
                : Optional.of(
                        new PartitionedRun(
                                recording.again(),
                                slice,
                                plan,
                                recording.source().outline(),
                                cluster));
    }

    /// Reads the run: one value per node, and the aggregations of a plan. This takes one pass, and
    /// one before it for each option by which values decide which nodes are kept. Nodes are omitted
    /// from every part, because the value of a rank at a node of the smaller tree depends on the
    /// nodes that it measured.
    ///
    /// @param first the steps that are already decided
    /// @param reduced the reduction over ranks
    Reduced read(
            Recording recording,
            List<TransformStep> first,
            Simplification wanted,
            Metric metric,
            ReducedRun reduced,
            AggregationPlan plan,
            Session session)
            throws IOException {
        ReducedRun whole = reduced.after(TransformStep.inTurn(first));
        Simplification.Decision decision =
                wanted.decidedOn(
                        TransformStep.inTurn(first).apply(ReducedRun.withoutValues(outline)),
                        outline.contexts(),
                        known(recording, first, session),
                        metric);
        boolean all = decision.leavesAll();
        simpler = inTurn(first, decision.each());
        AggregationPlan.Pass asked = plan.pass(this, metric);
        ReducedRun kept = all ? whole : reduced.after(simpler);
        List<Aggregation<?, ?, ?>> questions = new ArrayList<>(asked.aggregations());
        questions.add(whole.question());
        if (!all) questions.add(kept.question());
        answers = pass(recording, new CompositeAggregation(questions), asked.together(), session);
        this.reduced = over -> kept.profile(answers.of(kept.question()), over);
        Function<Reduction, Profile> ofWhole =
                over -> whole.profile(answers.of(whole.question()), over);
        return new Reduced(ofWhole, decision);
    }

    private static TransformStep inTurn(List<TransformStep> first, List<TransformStep> then) {
        return TransformStep.inTurn(Stream.concat(first.stream(), then.stream()).toList());
    }

    /// The nodes that match a query. Values are means over ranks, with exclusive ones.
    public NodeSet matches(Query query, Recording recording, Session session) throws IOException {
        Simplification.Known known = known(recording, List.of(), session);
        return Simplification.matches(
                query, known.whole(), outline, tests -> known.tested(tests, List.of()));
    }

    /// The values by which nodes are chosen are means over ranks.
    private Simplification.Known known(
            Recording recording, List<TransformStep> first, Session session) {
        ReducedRun stored = ReducedRun.withExclusive(outline);
        ReducedRun all = stored.after(TransformStep.inTurn(first));
        return new Simplification.Known() {
            private Optional<Profile> whole = Optional.empty();

            @Override
            public Profile whole() throws IOException {
                if (whole.isEmpty()) after(List.of(), ReducedRun.withoutValues(outline));
                return whole.orElseThrow();
            }

            @Override
            public Profile after(List<TransformStep> steps, Profile nodes) throws IOException {
                ReducedRun simple = steps.isEmpty() ? all : stored.after(inTurn(first, steps));
                CompositeAggregation.Answers read =
                        pass(
                                recording,
                                new CompositeAggregation(
                                        Stream.of(all, simple)
                                                .<Aggregation<?, ?, ?>>map(ReducedRun::question)
                                                .distinct()
                                                .toList()),
                                Locations.By.RANK,
                                session);
                whole = Optional.of(all.profile(read.of(all.question()), Reduction.MEAN));
                return simple.profile(read.of(simple.question()), Reduction.MEAN);
            }

            @Override
            public List<TestedRanks> tested(List<RankTest> tests, List<TransformStep> steps)
                    throws IOException {
                return pass(
                        recording,
                        new TestedRanksByNode(tests).after(inTurn(first, steps)),
                        Locations.By.RANK,
                        session);
            }
        };
    }

    /// The result of reading a run in parts.
    ///
    /// @param whole one value per node of the whole run
    /// @param decision which nodes are kept
    record Reduced(Function<Reduction, Profile> whole, Simplification.Decision decision) {}

    @Override
    public Profile reduced(Reduction over) {
        return reduced.apply(over);
    }

    @Override
    public <R> R answer(Aggregation<?, ?, R> aggregation) {
        return answers.of(aggregation);
    }

    @Override
    public TransformStep simpler() {
        return simpler;
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Outline simple() {
        return simpler.apply(ReducedRun.withoutValues(outline)).outline();
    }

    @Override
    public ContextMapping chosen() {
        return chosen;
    }

    @Override
    public List<Context> contextsOfFile() {
        return all;
    }

    @Override
    public <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, Locations.By together, Session session)
            throws IOException {
        try (Recording recording = opening.open()) {
            return pass(recording, aggregation, together, session);
        }
    }

    @Override
    public <P, S extends Serializable, R> R runOn(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session)
            throws IOException {
        int[] some =
                IntStream.range(0, contexts.length)
                        .filter(which)
                        .map(context -> contexts[context])
                        .toArray();
        try (Recording recording = opening.open()) {
            return pass(
                    recording,
                    slice.withContexts(Selection.of(some)),
                    aggregation,
                    together,
                    session);
        }
    }

    /// The answer of an aggregation about a recording that is open.
    <P, S extends Serializable, R> R pass(
            Recording recording,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session)
            throws IOException {
        return pass(recording, slice, aggregation, together, session);
    }

    private <P, S extends Serializable, R> R pass(
            Recording recording,
            Slice some,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session)
            throws IOException {
        PartitionedSource work =
                PartitionedSource.of(recording.source(), some, together, partValues());
        try (Session.Task progress =
                session.task(
                        "reading %s in parts".formatted(recording.input().name()),
                        Math.max(1, work.values()))) {
            Engine engine =
                    cluster.isPresent() ? EngineOption.at(cluster.get()) : MemoryBudget.engine();
            return engine.run(aggregation, work, progress::advance);
        }
    }

    /// Into how many parts it is cut.
    PartitionedSource work(Recording recording) throws IOException {
        return PartitionedSource.of(recording.source(), slice, Locations.By.RANK, partValues());
    }

    /// Where it is read: `spark://host:7077`; empty for this machine.
    Optional<String> cluster() {
        return cluster;
    }

    private long partValues() {
        return cluster.isPresent()
                ? Math.clamp(
                        plan.values() / MIN_CLUSTER_PARTS,
                        MIN_PART_VALUES,
                        PartitionedSource.DEFAULT_PART)
                : MemoryBudget.defaultPart();
    }

    /// `read in parts: about 66.5 M values would take 3.2 GB of 0.5 GB memory`.
    public String note() {
        if (cluster.isPresent())
            return String.format(
                    Locale.ROOT,
                    "the run is read on %s: up to %,d values",
                    cluster.get(),
                    plan.values());
        return String.format(
                Locale.ROOT,
                "the run is read in parts: up to %,d values need %s of memory, %s available",
                plan.values(),
                Quantity.bytes(plan.values() * LocalEngine.BYTES_PER_VALUE),
                Quantity.bytes(MemoryBudget.bytes()));
    }

    @Override
    public boolean addsThreads() {
        return RunValues.addsThreads(outline.contexts(), simple().contexts());
    }
}
