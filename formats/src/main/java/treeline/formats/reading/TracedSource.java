package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A profile in memory, and what its contexts did over time, for which the file is read again when
/// somebody asks: a trace takes much more memory than a profile, and few commands need it.
public final class TracedSource implements ProfileSource {
    private final LoadedSource loaded;
    private final Tracing tracing;
    private @Nullable Traces traces;

    /// Reads traces, whose nodes and contexts are those of the profile.
    @FunctionalInterface
    public interface Tracing {
        Traces traces() throws IOException;
    }

    public TracedSource(LoadedSource loaded, Tracing tracing) {
        this.loaded = loaded;
        this.tracing = tracing;
    }

    @Override
    public synchronized Traces traces() {
        Traces known = traces;
        if (known != null) return known;
        try {
            Traces made = tracing.traces();
            traces = made;
            return made;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

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
