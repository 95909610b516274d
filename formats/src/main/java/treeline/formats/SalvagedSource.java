package treeline.formats;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.runs.RunList;
import treeline.source.ForwardingSource;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.join.Parts;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// A damaged profile without the contexts of which every value is lost: as contexts without values
/// they would count as 0 in means. An ensemble keeps them, because its contexts are runs that its
/// metadata lists.
final class SalvagedSource extends ForwardingSource {
    private final int[] kept;
    private final Outline outline;
    private final ReadReport losses;
    private final boolean areNamed;

    /// @param lost the contexts without any value that can be read
    /// @param areNamed whether the losses name everything that the reader may find missing
    SalvagedSource(ProfileSource source, Set<Context> lost, ReadReport losses, boolean areNamed) {
        super(source);
        List<Context> contexts = source.outline().contexts();
        boolean isEnsemble = RunList.isIn(source.outline().metadata());
        this.kept =
                IntStream.range(0, contexts.size())
                        .filter(i -> isEnsemble || !lost.contains(contexts.get(i)))
                        .toArray();
        this.outline = Slice.everything().withContexts(Selection.of(kept)).of(source.outline());
        this.losses = losses;
        this.areNamed = areNamed;
    }

    private Slice inSource(Slice slice) {
        int[] chosen =
                IntStream.of(slice.contexts().indexes(kept.length)).map(i -> kept[i]).toArray();
        return slice.withContexts(Selection.of(chosen));
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        return source.load(inSource(slice));
    }

    @Override
    public ReadPlan plan(Slice slice) throws IOException {
        return source.plan(inSource(slice));
    }

    /// Stored sums include values that are lost.
    @Override
    public Optional<NodeSums> sums(Metric metric) {
        return Optional.empty();
    }

    @Override
    public long sumsBytes() {
        return 0;
    }

    /// The losses by name; what readers say of the same damage is left out.
    @Override
    public ReadReport report() {
        ReadReport read = source.report();
        if (!areNamed || !losses.isLossy()) return losses.and(read);
        return losses.and(
                new ReadReport(
                        read.entries().stream()
                                .filter(entry -> !entry.lossy() || isOfWholeFiles(entry))
                                .toList()));
    }

    private static boolean isOfWholeFiles(ReadReport.Entry entry) {
        return entry.reason().equals(Parts.MISSING);
    }
}
