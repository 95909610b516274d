package treeline.source.join;

import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.util.Optional;

/// One sub-file on its own: what it holds, without the mark that only matters while files are put
/// together.
public record UnmarkedSource(ProfileSource source, ReadReport.Log log) implements ProfileSource {

    @Override
    public Outline outline() {
        return unmarked(source.outline());
    }

    private static Outline unmarked(Outline outline) {
        return outline.withMetadata(Parts.unmarked(outline.metadata()));
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        Profile profile = source.load(slice);
        return profile.withMetadata(Parts.unmarked(profile.metadata()));
    }

    @Override
    public ReadPlan plan(Slice slice) throws IOException {
        return source.plan(slice);
    }

    @Override
    public Optional<NodeSums> sums(Metric metric) throws IOException {
        return source.sums(metric);
    }

    @Override
    public long sumsBytes() {
        return source.sumsBytes();
    }

    @Override
    public Traces traces() {
        return source.traces();
    }

    @Override
    public ReadReport report() {
        return log.report().and(source.report());
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
