package treeline.formats.reading;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.Traces;

/// A profile in memory with what its contexts did over time.
record TracedSource(LoadedSource loaded, Traces traces) implements ProfileSource {
    @Override
    public Outline outline() {
        return loaded.outline();
    }

    @Override
    public Profile load(Slice slice) {
        return loaded.load(slice);
    }

    @Override
    public ReadPlan plan(Slice slice) {
        return loaded.plan(slice);
    }

    @Override
    public ReadReport report() {
        return loaded.report();
    }

    @Override
    public void close() {}
}
