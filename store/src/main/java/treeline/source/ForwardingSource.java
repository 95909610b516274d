package treeline.source;

import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.util.Optional;

/// A decorator of another source: everything is that source's, except for the methods that a
/// subclass overrides.
public abstract class ForwardingSource implements ProfileSource {
    protected final ProfileSource source;

    protected ForwardingSource(ProfileSource source) {
        this.source = source;
    }

    @Override
    public Outline outline() {
        return source.outline();
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        return source.load(slice);
    }

    @Override
    public ReadPlan plan(Slice slice) throws IOException {
        return source.plan(slice);
    }

    @Override
    public boolean mayHaveIterations(Metric metric) throws IOException {
        return source.mayHaveIterations(metric);
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
    public Optional<Reopening> reopening() {
        return source.reopening();
    }

    @Override
    public boolean isOfSeveralRuns() {
        return source.isOfSeveralRuns();
    }

    @Override
    public ReadReport report() {
        return source.report();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
