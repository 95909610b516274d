package treeline.source;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.List;
import java.util.stream.IntStream;

/// A source for formats that can only be read as a whole: the profile is in memory, and slices are
/// cut from it.
///
/// @param ofSeveralRuns see [#isOfSeveralRuns]
public record LoadedSource(Profile profile, ReadReport report, boolean ofSeveralRuns)
        implements ProfileSource {

    public LoadedSource(Profile profile, ReadReport report) {
        this(profile, report, false);
    }

    @Override
    public Outline outline() {
        return profile.outline();
    }

    @Override
    public Profile load(Slice slice) {
        return slice.of(profile);
    }

    @Override
    public ReadPlan plan(Slice slice) {
        int[] contexts = slice.contexts().indexes(profile.contexts().size());
        long[] values = new long[contexts.length];
        for (int metric : slice.metrics().indexes(profile.metrics().size())) {
            SparseRows rows = profile.values().column(metric).byContext();
            for (int i = 0; i < values.length; i++) values[i] += values(rows, contexts[i], slice);
        }
        int[] blocks = IntStream.range(0, contexts.length).toArray();
        return ReadPlan.of(List.of(new ReadPlan.Way("already in memory", 0)), values, blocks);
    }

    /// A series counts its iterations where they are kept.
    private static long values(SparseRows rows, int context, Slice slice) {
        long values = 0;
        for (int cell = rows.start(context); cell < rows.end(context); cell++)
            if (slice.nodes().contains(rows.index(cell)))
                values +=
                        isKept(slice)
                                ? Math.max(1, rows.seriesLength(cell) - rows.firstIteration(cell))
                                : 1;
        return values;
    }

    private static boolean isKept(Slice slice) {
        return slice.iterations() instanceof Slice.Iterations.Range;
    }

    @Override
    public boolean isOfSeveralRuns() {
        return ofSeveralRuns;
    }

    @Override
    public void close() {}
}
