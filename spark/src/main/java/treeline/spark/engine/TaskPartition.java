package treeline.spark.engine;

import treeline.aggregate.Aggregation;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.SourcePart;
import treeline.model.ImmutableInts;
import treeline.model.Outline;
import treeline.source.ProfileSource;
import treeline.source.Reopening;
import treeline.source.Selection;
import treeline.source.Slice;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The partition of a run that one Spark task processes: consecutive parts. It is small; values are
/// read where the task runs.
///
/// @param pieces in the order in which they are added
record TaskPartition(List<Piece> pieces) implements Serializable {

    /// A part that is not loaded yet.
    ///
    /// @param nodes of the source, as the driver saw it
    /// @param allContexts of the source, as the driver saw it
    record Piece(
            Reopening reopening,
            Slice slice,
            ImmutableInts contexts,
            long values,
            int nodes,
            int allContexts)
            implements Serializable {

        static Piece of(PartitionedSource.Piece piece) {
            Reopening reopening =
                    piece.source()
                            .reopening()
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    "a cluster can read files only, not piped"
                                                        + " input, profiles in memory or time"
                                                        + " windows of a trace; omit --engine"));
            Outline outline = piece.source().outline();
            return new Piece(
                    reopening,
                    piece.slice(),
                    piece.contexts(),
                    piece.values(),
                    outline.tree().size(),
                    outline.contexts().size());
        }

        private SourcePart load(ProfileSource source) throws IOException {
            requireSame(source.outline());
            return new SourcePart(
                    source.load(slice.withContexts(Selection.of(contexts.toArray()))), contexts);
        }

        private void requireSame(Outline outline) throws IOException {
            if (outline.tree().size() == nodes && outline.contexts().size() == allContexts) return;
            throw new IOException(
                    String.format(
                            Locale.ROOT,
                            "%s differs between this cluster node and the machine that runs the"
                                    + " command: %,d call paths and %,d contexts instead of %,d and"
                                    + " %,d",
                            reopening,
                            outline.tree().size(),
                            outline.contexts().size(),
                            nodes,
                            allContexts));
        }
    }

    /// Shares of about the same number of values.
    static List<TaskPartition> of(PartitionedSource work, int most) {
        List<TaskPartition> shares = new ArrayList<>();
        List<Piece> open = new ArrayList<>();
        long before = 0;
        long each = Math.max(1, work.values() / Math.max(1, most));
        for (PartitionedSource.Piece piece : work.pieces()) {
            open.add(Piece.of(piece));
            before += piece.values();
            if (before >= each * (shares.size() + 1L)) {
                shares.add(new TaskPartition(List.copyOf(open)));
                open.clear();
            }
        }
        if (!open.isEmpty()) shares.add(new TaskPartition(List.copyOf(open)));
        return shares;
    }

    /// The sum over its parts.
    ///
    /// @param added is called with the values of each part
    <P, S extends Serializable> S sum(
            Aggregation<P, S, ?> aggregation, java.util.function.LongConsumer added)
            throws IOException {
        S sum = aggregation.zero();
        for (Piece piece : pieces)
            try (OpenSources.Use use = OpenSources.use(piece.reopening())) {
                sum = aggregation.add(sum, aggregation.map(piece.load(use.source())));
                added.accept(piece.values());
            }
        return sum;
    }
}
