package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.ContextMapping;
import treeline.aggregate.Engine;
import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.aggregate.PartitionedSource;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.parameter.Arguments;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.TransformStep;
import treeline.view.Quantity;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// A run that is read in parts, by this machine because its values do not fit into memory, or by an
/// Apache Spark cluster. Each evaluation is a pass.
public final class PartsOfFile implements Parts {
    /// The minimum number of parts for a cluster: a few for each core of a small cluster.
    private static final int MIN_CLUSTER_PARTS = 64;

    /// The minimum number of values of a part for a cluster: smaller parts cost more to schedule
    /// than to read.
    private static final long MIN_PART_VALUES = 1 << 14;

    private final Recording.Opening opening;
    private Optional<Recording> open;
    private final Slice slice;
    private final ReadPlan plan;
    private final Optional<String> cluster;
    private final Outline outline;
    private final int[] contexts;
    private final ContextMapping chosen;
    private final List<Context> all;

    private PartsOfFile(Recording recording, Slice slice, ReadPlan plan, Optional<String> cluster) {
        Outline whole = recording.source().outline();
        this.opening = recording.again();
        this.open = Optional.of(recording);
        this.slice = slice;
        this.plan = plan;
        this.cluster = cluster;
        this.outline = slice.of(whole);
        this.contexts = slice.contexts().indexes(whole.contexts().size());
        this.chosen = ContextMapping.of(contexts);
        this.all = whole.contexts();
    }

    /// The run, if a slice of it is too large to be loaded or is for a cluster to read.
    ///
    /// @param asking if it takes a sample, the slice is loaded
    public static Optional<PartsOfFile> of(
            Recording recording, Slice slice, AggregationPlan asking, Arguments arguments)
            throws IOException {
        ReadPlan plan = recording.source().plan(slice);
        Optional<String> cluster = EngineOption.cluster(arguments);
        return asking.takesSample() || (cluster.isEmpty() && MemoryBudget.fits(plan))
                ? Optional.empty()
                : Optional.of(new PartsOfFile(recording, slice, plan, cluster));
    }

    /// The nodes that match a query. Values are means over ranks, with exclusive ones.
    public NodeSet matches(Query query, Session session) throws IOException {
        var known = new KnownValues(this, List.of(), session);
        return known.matches(query, known.whole(), outline, List.of());
    }

    /// From now on, each pass opens the recording again.
    @Override
    public void release() {
        open = Optional.empty();
    }

    @Override
    public Outline outline() {
        return outline;
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
    public Optional<Profile> loaded(TransformStep simpler) {
        return Optional.empty();
    }

    @Override
    public <P, S extends Serializable, R> R evaluate(
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
        Slice asked = slice.withContexts(Selection.of(some));
        if (open.isPresent()) return pass(open.get(), asked, aggregation, together, session);
        try (Recording recording = opening.open()) {
            return pass(recording, asked, aggregation, together, session);
        }
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

    /// `the run is read in parts: up to 66,500,000 values need 3.2 GB of memory, 0.5 GB available`.
    @Override
    public Optional<String> note() {
        String values = String.format(Locale.ROOT, "up to %,d values", plan.values());
        return Optional.of(
                cluster.map(at -> "the run is read on %s: %s".formatted(at, values))
                        .orElseGet(
                                () ->
                                        "the run is read in parts: %s need %s of memory, %s available"
                                                .formatted(
                                                        values,
                                                        Quantity.bytes(
                                                                plan.values()
                                                                        * LocalEngine
                                                                                .BYTES_PER_VALUE),
                                                        Quantity.bytes(MemoryBudget.bytes()))));
    }
}
