package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.Chosen;
import treeline.aggregate.Engine;
import treeline.aggregate.LocalEngine;
import treeline.aggregate.Memory;
import treeline.aggregate.ReducedRun;
import treeline.aggregate.Together;
import treeline.aggregate.Work;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Places;
import treeline.question.parameter.Arguments;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.Step;
import treeline.view.Quantity;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A run whose values do not fit into memory together: it is read in parts. What is known to be
/// asked is asked in one pass.
public final class LargeRun {
    /// A run for a cluster is cut into so many parts at least, so that every machine has some.
    private static final int PARTS_OF_A_CLUSTER = 64;

    private static final long LEAST_PART = 1 << 14;

    private final Recording.Opening opening;
    private final Slice slice;
    private final ReadPlan plan;
    private final Optional<String> cluster;
    private final Outline outline;
    private final int[] contexts;
    private final Chosen chosen;
    private final List<Context> all;
    private Step simpler = Step.NONE;
    private Together.Answers answers = Together.Answers.NONE;
    private Function<Reduction, Profile> reduced;

    private LargeRun(
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
        this.chosen = Chosen.of(contexts);
        this.all = whole.contexts();
        this.reduced = _ -> ReducedRun.withoutValues(outline);
    }

    /// The run, if a slice of it is too large to be loaded or is for a cluster to read.
    public static Optional<LargeRun> of(Recording recording, Slice slice, Arguments arguments)
            throws IOException {
        ReadPlan plan = recording.source().plan(slice);
        Optional<String> cluster = EngineOption.cluster(arguments);
        return cluster.isEmpty() && Memory.fits(plan)
                ? Optional.empty()
                : Optional.of(
                        new LargeRun(
                                recording.again(),
                                slice,
                                plan,
                                recording.source().outline(),
                                cluster));
    }

    /// Reads the run: one value per node, and what a command asks beyond. That is one pass, and one
    /// before it for each option by which values decide which nodes are kept. Nodes are left out in
    /// every part, because what one rank has at a node of the smaller tree hangs on what it
    /// measured.
    ///
    /// @param whole how it is reduced
    Reduced read(
            Recording recording,
            Simplification wanted,
            Metric metric,
            ReducedRun whole,
            LargeQuestion question,
            Session session)
            throws IOException {
        Simplification.Decision decision =
                wanted.decidedOn(
                        ReducedRun.withoutValues(outline),
                        outline.contexts(),
                        known(recording, session),
                        metric);
        simpler = decision.steps();
        LargeQuestion.Asked asked = question.of(this, simple(), metric);
        boolean all = decision.leavesAll();
        var kept = all ? whole : whole.after(simpler);
        List<Aggregation<?, ?, ?>> questions = new ArrayList<>(asked.aggregations());
        questions.add(whole.question());
        if (!all) questions.add(kept.question());
        answers = pass(recording, new Together(questions), asked.together(), session);
        reduced = over -> kept.profile(answers.of(kept.question()), over);
        Function<Reduction, Profile> ofWhole =
                over -> whole.profile(answers.of(whole.question()), over);
        return new Reduced(ofWhole, decision);
    }

    /// Means over ranks, as a profile of one context, with exclusive values.
    public Profile means(Recording recording, Session session) throws IOException {
        return known(recording, session).whole();
    }

    /// The values by which nodes are chosen are means over ranks.
    private Simplification.Known known(Recording recording, Session session) {
        ReducedRun all = ReducedRun.withExclusive(outline);
        return new Simplification.Known() {
            private Optional<Profile> whole = Optional.empty();

            @Override
            public Profile whole() throws IOException {
                if (whole.isEmpty()) after(List.of(), ReducedRun.withoutValues(outline));
                return whole.orElseThrow();
            }

            @Override
            public Profile after(List<Step> steps, Profile nodes) throws IOException {
                ReducedRun simple = steps.isEmpty() ? all : all.after(Step.inTurn(steps));
                Together.Answers read =
                        pass(
                                recording,
                                new Together(
                                        Stream.of(all, simple)
                                                .<Aggregation<?, ?, ?>>map(ReducedRun::question)
                                                .distinct()
                                                .toList()),
                                Places.By.RANK,
                                session);
                whole = Optional.of(all.profile(read.of(all.question()), Reduction.MEAN));
                return simple.profile(read.of(simple.question()), Reduction.MEAN);
            }
        };
    }

    /// What was read.
    ///
    /// @param whole one value per node of the whole run
    /// @param decision which nodes are kept
    record Reduced(Function<Reduction, Profile> whole, Simplification.Decision decision) {}

    /// One value per node that is kept, as a profile of one context.
    public Profile reduced(Reduction over) {
        return reduced.apply(over);
    }

    /// What one of the aggregations of a [LargeQuestion] found.
    public <R> R answer(Aggregation<?, ?, R> aggregation) {
        return answers.of(aggregation);
    }

    public Step simpler() {
        return simpler;
    }

    /// Everything of the chosen contexts but their values.
    public Outline outline() {
        return outline;
    }

    /// The same with the nodes that are kept only.
    public Outline simple() {
        return simpler.apply(ReducedRun.withoutValues(outline)).outline();
    }

    /// The place of a context among those that are chosen: aggregations name contexts of the file.
    public Chosen chosen() {
        return chosen;
    }

    /// All contexts of the file: those that places of aggregations are indexes of.
    public List<Context> contextsOfFile() {
        return all;
    }

    /// The answer of an aggregation, in a further pass over the run.
    public <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, Places.By together, Session session)
            throws IOException {
        try (Recording recording = opening.open()) {
            return pass(recording, aggregation, together, session);
        }
    }

    /// The answer of an aggregation over some of the chosen contexts.
    ///
    /// @param which of them, by their place among those that are chosen
    public <P, S extends Serializable, R> R runOn(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Places.By together,
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

    private <P, S extends Serializable, R> R pass(
            Recording recording,
            Aggregation<P, S, R> aggregation,
            Places.By together,
            Session session)
            throws IOException {
        return pass(recording, slice, aggregation, together, session);
    }

    private <P, S extends Serializable, R> R pass(
            Recording recording,
            Slice some,
            Aggregation<P, S, R> aggregation,
            Places.By together,
            Session session)
            throws IOException {
        Work work = Work.of(recording.source(), some, together, partValues());
        try (Session.Task progress =
                session.task(
                        "reading %s in parts".formatted(recording.input().name()),
                        Math.max(1, work.values()))) {
            Engine engine = cluster.isPresent() ? EngineOption.at(cluster.get()) : Memory.engine();
            return engine.run(aggregation, work, progress::advance);
        }
    }

    /// Into how many parts it is cut.
    Work work(Recording recording) throws IOException {
        return Work.of(recording.source(), slice, Places.By.RANK, partValues());
    }

    /// Where it is read: `spark://host:7077`; empty for this machine.
    Optional<String> cluster() {
        return cluster;
    }

    private long partValues() {
        return cluster.isPresent()
                ? Math.clamp(plan.values() / PARTS_OF_A_CLUSTER, LEAST_PART, Work.USUAL_PART)
                : Memory.usualPart();
    }

    /// `read in parts: about 66.5 M values would take 3.2 GB of 0.5 GB memory`.
    public String note() {
        if (cluster.isPresent())
            return "the run is read by %s: up to %,d values"
                    .formatted(cluster.get(), plan.values());
        return "the run is read in parts: up to %,d values would take %s, and %s are there"
                .formatted(
                        plan.values(),
                        Quantity.bytes(plan.values() * LocalEngine.BYTES_PER_VALUE),
                        Quantity.bytes(Memory.bytes()));
    }

    /// What a question that needs all values at once is answered with.
    public IllegalArgumentException needsAll(String what) {
        if (cluster.isPresent())
            return new IllegalArgumentException(
                    ("%s needs all values in one place, which --engine %s does not give; leave out"
                                    + " --engine")
                            .formatted(what, cluster.get()));
        return new IllegalArgumentException(
                ("%s needs all values in memory: up to %,d take %s, and %s are there; choose fewer"
                                + " ranks by --rank, or give Java more memory by"
                                + " TREELINE_OPTS=-Xmx100g")
                        .formatted(
                                what,
                                plan.values(),
                                Quantity.bytes(plan.values() * LocalEngine.BYTES_PER_VALUE),
                                Quantity.bytes(Memory.bytes())));
    }
}
